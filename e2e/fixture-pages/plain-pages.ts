import { documentOf, pictureUrl, rows } from "./markup.ts";
import type { FixturePage } from "./fixture.types.ts";

const lazyImages = (attribute: string): string =>
  Array.from(
    { length: 14 },
    (_, at) =>
      `<p>Picture ${at}</p><img width="640" height="320" alt="" ${attribute.replaceAll("URL", pictureUrl(640, 320, at * 15, 40))}>`,
  ).join("");

const table = (count: number, style = ""): string =>
  `<table style="border-collapse:collapse;width:100%;${style}"><thead><tr>${["No.", "Name", "City", "Sum"].map((name) => `<th>${name}</th>`).join("")}</tr></thead><tbody>${Array.from(
    { length: count },
    (_, at) => `<tr><td>${at}</td><td>Name ${(at * 31) % 97}</td><td>City ${(at * 17) % 53}</td><td>${(at * 7919) % 10_007}</td></tr>`,
  ).join("")}</tbody></table>`;
const TABLE =
  "td,th{border:1px solid #bbb;padding:6px 10px;line-height:24px;text-align:start}th{background:#14324a;color:#fff}tr:nth-child(even){background:#f2f5f8}";

/** Pages with long, wide or late content. */
export const PLAIN_PAGES: readonly FixturePage[] = [
  { name: "plain", what: "a long page", html: () => documentOf(rows(60)), reference: "tall-window" },
  { name: "short", what: "a page that fits", html: () => documentOf(`<div class="bar">Short</div>${rows(3)}`), reference: "tall-window" },
  {
    name: "lazy-images",
    what: "loading=lazy pictures that arrive late",
    html: () => documentOf(`<main style="padding:24px">${lazyImages('loading="lazy" src="URL"')}</main>`),
    reference: "tall-window",
  },
  {
    name: "observed-images",
    what: "pictures put in by an IntersectionObserver",
    html: () =>
      documentOf(`<main style="padding:24px">${lazyImages('data-src="URL"')}</main><script>
const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) { target.src = target.dataset.src; observer.unobserve(target); } });
for (const image of document.images) observer.observe(image);</script>`),
    reference: "tall-window",
    short: true,
  },
  {
    name: "listened-images",
    what: "pictures put in by a slow scroll listener",
    html: () =>
      documentOf(`<main style="padding:24px">${lazyImages('data-src="URL"')}</main><script>
const look = () => { waiting = 0; for (const image of document.images) { const box = image.getBoundingClientRect(); if (!image.src && box.top < innerHeight && box.bottom > 0) image.src = image.dataset.src; } };
let waiting = 0; addEventListener("scroll", () => { waiting ||= setTimeout(look, 150); }); look();</script>`),
    reference: "tall-window",
  },
  {
    name: "infinite",
    what: "a feed that never ends",
    html: () =>
      documentOf(`<main id="feed">${rows(20, { flat: true })}</main><div id="more" style="height:80px">Loading</div><script>
let count = 20; const first = [...document.querySelectorAll(".row")];
setInterval(() => { if (more.getBoundingClientRect().top > innerHeight + 600) return; for (let at = 0; at < 10; at += 1) { const row = first[(count * 3) % 20].cloneNode(true); row.querySelector("b").textContent = "#" + count++; feed.append(row); } }, 60);</script>`),
    reference: "beyond-viewport",
    limitPx: 9_000,
    short: true,
  },
  {
    name: "wide",
    what: "wider and taller than the window",
    html: () => documentOf(`<div style="width:3700px">${rows(34, { wide: "width:3700px" })}</div>`),
    reference: "tall-window",
  },
  {
    name: "rtl",
    what: "from right to left",
    html: () => documentOf(`<div class="bar">شريط</div>${rows(40)}`, "", 'lang="ar" dir="rtl"'),
    reference: "tall-window",
  },
  {
    name: "rtl-wide",
    what: "from right to left and wider than the window: scroll offsets are negative",
    html: () => documentOf(`<div style="width:2600px">${rows(24, { wide: "width:2600px" })}</div>`, "", 'lang="ar" dir="rtl"'),
    reference: "tall-window",
    short: true,
  },
  {
    name: "tall-50000",
    what: "50,000 pixels tall, beyond every canvas that the rest of it would need",
    html: () => documentOf(rows(573)),
    reference: "tall-window",
    limitPx: 60_000,
  },
  {
    name: "content-visibility",
    what: "sections that are laid out only when they come near",
    html: () =>
      documentOf(
        Array.from({ length: 12 }, (_, at) => `<section>${rows(6, { from: at * 6 })}</section>`).join(""),
        "section{content-visibility:auto;contain-intrinsic-size:auto 300px}",
      ),
    reference: "tall-window",
    referenceStyle: "section{content-visibility:visible!important}",
  },
  {
    name: "viewport-units",
    what: "sections as tall as the window, in vh, dvh and svh",
    html: () =>
      documentOf(
        ["vh", "dvh", "svh", "vh"]
          .map((unit, at) => `<section style="height:100${unit};padding:40px;background:hsl(${at * 80} 60% 85%)">100${unit}</section>`)
          .join("") + rows(5, { flat: true }),
      ),
    reference: "beyond-viewport",
  },
  {
    name: "long-table",
    what: "a table of 900 rows",
    html: () => documentOf(table(300), TABLE),
    reference: "tall-window",
  },
  {
    name: "sticky-table-head",
    what: "a table whose head stays",
    html: () =>
      documentOf(
        `<div class="bar">Sums</div>${table(160, "width:1200px;table-layout:fixed")}${rows(5)}`,
        `${TABLE}th{position:sticky;top:0}`,
      ),
    reference: "tall-window",
    tolerance: 0.0002,
  },
  {
    name: "big-drawing",
    what: "one SVG of 5,000 pixels",
    html: () =>
      documentOf(
        `<svg width="1200" height="5000" style="display:block">${Array.from({ length: 240 }, (_, at) => `<circle cx="${(at * 197) % 1200}" cy="${at * 21}" r="${12 + (at % 30)}" fill="hsl(${at * 7} 70% 60%)"/><text x="${(at * 71) % 1100}" y="${at * 21}">${at}</text>`).join("")}</svg>`,
      ),
    reference: "tall-window",
  },
  {
    name: "dark",
    what: "a page that follows the dark scheme",
    html: () =>
      documentOf(
        `<div class="bar">Dark</div>${rows(4)}<div class="night">${"<p>Night</p>".repeat(40)}</div>`,
        ":root{color-scheme:light dark}.night{padding:24px}@media(prefers-color-scheme:dark){.night{background:#15141a;color:#eee}}",
      ),
    reference: "tall-window",
    dark: true,
  },
];
