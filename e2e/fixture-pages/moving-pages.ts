import { documentOf, rows } from "./markup.ts";
import type { FixturePage } from "./fixture.types.ts";

/**
 * Empties the rows out of the window, and fills those in it 60 + 150 ms after a scroll event, as a list that loads its data does.
 * A window that shows all rows fills them immediately: the reference does not wait.
 */
const LATE_ROWS = `
  const all = [...document.querySelectorAll(".row")].map((row) => ({ row, html: row.innerHTML }));
  const isSeen = (row) => row.getBoundingClientRect().bottom > 0 && row.getBoundingClientRect().top < innerHeight;
  const empty = () => { for (const { row } of all) if (!isSeen(row)) { row.classList.add("grey"); row.innerHTML = ""; } };
  const fill = () => { for (const { row, html } of all) if (isSeen(row) && row.classList.contains("grey")) { row.classList.remove("grey"); row.innerHTML = html; } };
  let asked = 0;
  addEventListener("scroll", () => { clearTimeout(asked); asked = setTimeout(() => { empty(); setTimeout(fill, 150); }, 60); });
  addEventListener("resize", fill);
  empty();
`;

/** Moves the content in each frame by a tenth of its distance to the document's scroll position, as smooth-scroll libraries do. */
const MOVED_CONTENT = `
  const main = document.querySelector("main");
  let y = 0;
  const size = () => { document.body.style.height = main.offsetHeight + "px"; };
  const step = () => { y += (scrollY - y) * 0.1; main.style.transform = "translate3d(0, " + -y.toFixed(2) + "px, 0)"; requestAnimationFrame(step); };
  size();
  step();
`;

/** Pages that move automatically, or scroll in a custom manner. */
export const MOVING_PAGES: readonly FixturePage[] = [
  {
    name: "smooth-scroll",
    what: "scrolling that glides",
    html: () => documentOf(rows(45), "html{scroll-behavior:smooth!important}"),
    reference: "tall-window",
  },
  {
    name: "scroll-snap",
    what: "scrolling that snaps to sections",
    html: () =>
      documentOf(
        Array.from(
          { length: 9 },
          (_, at) => `<section style="background:hsl(${at * 40} 60% 85%)">${rows(4, { from: at * 4 })}</section>`,
        ).join(""),
        "html{scroll-snap-type:y mandatory}section{scroll-snap-align:start;height:620px}",
      ),
    reference: "tall-window",
  },
  {
    name: "animated",
    what: "CSS animations without end, and some that end",
    html: () =>
      documentOf(
        Array.from(
          { length: 8 },
          (_, at) => `<div class="turn"></div><div class="come">Here ${at}</div><i class="dot"></i>${rows(4, { from: at * 4 })}`,
        ).join(""),
        "@keyframes turn{from{transform:rotate(10deg)}to{transform:rotate(370deg)}}@keyframes come{from{opacity:0;transform:translateX(-200px)}}@keyframes dot{50%{margin-left:300px}}.turn{width:80px;height:80px;margin:30px;background:#e5352b;animation:turn 1.3s linear infinite}.come{padding:20px;animation:come 3s 1s both}.dot{display:block;width:20px;height:20px;background:#2f6fed;animation:dot 2s infinite}.dot::after{content:'';display:block;width:8px;height:8px;background:#fff;animation:turn 1s infinite}",
      ),
    reference: "tall-window",
    short: true,
  },
  {
    name: "scripted-animation",
    what: "animations made by a script",
    html: () =>
      documentOf(
        `${Array.from({ length: 8 }, () => `<div class="box"></div>${rows(5)}`).join("")}<script>for (const [at, box] of document.querySelectorAll(".box").entries()) box.animate([{ transform: "translateX(20px)" }, { transform: "translateX(600px)" }], at % 2 ? { duration: 1500, iterations: Infinity, direction: "alternate" } : { duration: 2500, fill: "forwards" });</script>`,
        ".box{width:80px;height:80px;background:#1f8a57}",
      ),
    reference: "tall-window",
  },
  {
    name: "reveal",
    what: "sections that fade in when they are reached",
    html: () =>
      documentOf(
        `${Array.from({ length: 9 }, (_, at) => `<section>${rows(5, { from: at * 5 })}</section>`).join("")}<script>const seen = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.classList.add("in"); }); for (const section of document.querySelectorAll("section")) seen.observe(section);</script>`,
        "section{opacity:0;transform:translateY(60px);transition:opacity .9s,transform .9s}.in{opacity:1;transform:none}",
      ),
    reference: "tall-window",
    short: true,
  },
  {
    name: "moved-content",
    what: "a fixed view whose content a script moves smoothly by a transform while the document scrolls",
    html: () =>
      documentOf(
        `<div class="view"><main>${rows(40)}</main></div><header class="bar">Header</header><script>${MOVED_CONTENT}</script>`,
        ".view{position:fixed;inset:0;overflow:hidden}main{padding-top:56px;will-change:transform}.bar{position:fixed;inset:0 0 auto}",
      ),
    reference: "tall-window",
    referenceStyle: "main{transform:none!important}",
    short: true,
  },
  {
    name: "moved-by-wheel",
    what: "a window that cannot scroll, whose content a script moves by a transform with the wheel",
    html: () =>
      documentOf(
        `<div class="view"><main>${rows(30)}</main></div><script>let y = 300; const main = document.querySelector("main"); const show = () => main.style.transform = "translate3d(0, " + -y + "px, 0)"; addEventListener("wheel", ({ deltaY }) => { y += deltaY; show(); }); if (innerHeight < 2000) show();</script>`,
        "html,body{overflow:hidden;height:100%}.view{height:100vh;overflow:hidden}",
      ),
    reference: "tall-window",
    scroller: ".view",
    referenceStyle: "main{transform:none!important}",
    short: true,
  },
  {
    name: "view-timeline",
    what: "cards that fade in with their position in the window, and a bar that shows the scroll position",
    html: () =>
      documentOf(
        `<div class="progress"></div>${Array.from({ length: 9 }, (_, at) => `<section>${rows(4, { from: at * 4, flat: true })}</section>`).join("")}`,
        "@keyframes come{from{opacity:0;translate:0 80px}}@keyframes grow{from{scale:0 1}}section{animation:come linear both;animation-timeline:view();animation-range:entry 0% cover 40%}.progress{position:fixed;inset:0 0 auto;height:6px;z-index:1;background:#e5352b;transform-origin:0 0;animation:grow linear;animation-timeline:scroll(root)}",
      ),
    reference: "tall-window",
    referenceStyle: "section,.progress{animation:none!important}.progress{scale:0 1}",
    short: true,
  },
  {
    name: "late-rows",
    what: "a list whose rows arrive a moment after the scrolling, and are grey before",
    html: () => documentOf(`${rows(70)}<script>${LATE_ROWS}</script>`, ".row.grey{background:#ddd!important;color:transparent}"),
    reference: "tall-window",
    short: true,
  },
  {
    name: "moving-drawing",
    what: "a drawing that moves by itself (SMIL), and a blinking caret",
    html: () =>
      documentOf(
        `<input autofocus value="Name" style="margin:24px">${rows(14)}<svg width="600" height="200" style="display:block"><circle cx="40" cy="100" r="30" fill="#8b5cf6"><animate attributeName="cx" from="40" to="560" dur="2s" repeatCount="indefinite"/></circle></svg>${rows(16, { from: 14 })}`,
      ),
    reference: "tall-window",
  },
  {
    name: "canvas",
    what: "a canvas that a script draws once",
    html: () =>
      documentOf(
        `<canvas id="c" width="1000" height="3000" style="display:block"></canvas>${rows(5)}<script>const g = c.getContext("2d"); for (let at = 0; at < 300; at += 1) { g.fillStyle = "hsl(" + at * 11 + " 70% 60%)"; g.fillRect((at * 131) % 900, at * 10, 90, 9); }</script>`,
      ),
    reference: "tall-window",
  },
  {
    name: "zoom-125",
    what: "zoomed to 125 %",
    html: () =>
      documentOf(
        `<header class="bar" style="position:fixed;inset:0 0 auto">Header</header><main style="padding-top:56px">${rows(40)}</main>`,
      ),
    reference: "tall-window",
    zoom: 1.25,
    short: true,
  },
  {
    name: "zoom-67",
    what: "zoomed to 67 %",
    html: () => documentOf(`<div class="bar">Small</div>${rows(60)}`),
    reference: "tall-window",
    zoom: 2 / 3,
  },
  {
    name: "zoom-110-inner",
    what: "an inner scroller, zoomed to 110 %",
    html: () =>
      documentOf(
        `<header class="bar">Header</header><main id="main">${rows(40)}</main>`,
        "html,body{height:100%}body{display:flex;flex-direction:column}#main{flex:1;min-height:0;overflow:auto}.bar{flex:none}",
      ),
    reference: "tall-window",
    scroller: "#main",
    zoom: 1.1,
  },
  {
    name: "dense-15",
    what: "1.5 device pixels a CSS pixel",
    html: () => documentOf(`<header class="bar" style="position:sticky;top:0">Header</header>${rows(40)}`),
    reference: "tall-window",
    deviceScale: 1.5,
  },
  {
    name: "dense-2",
    what: "2 device pixels a CSS pixel",
    html: () =>
      documentOf(
        `<header class="bar" style="position:fixed;inset:0 0 auto">Header</header><main style="padding-top:56px">${rows(30)}</main>`,
      ),
    reference: "tall-window",
    deviceScale: 2,
  },
];
