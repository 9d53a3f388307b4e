import { documentOf, rows } from "./markup.ts";
import type { FixturePage } from "./fixture.types.ts";

const CHAT =
  '<button style="position:fixed;inset-inline-end:24px;inset-block-end:84px;width:56px;height:56px;border-radius:28px;border:0;background:#e5352b">?</button>';

/** Pages with fixed and sticky elements. */
export const FLOATING_PAGES: readonly FixturePage[] = [
  {
    name: "sticky-header",
    what: "a header and section heads that stick",
    html: () =>
      documentOf(
        `<header class="bar">Header</header>${Array.from({ length: 6 }, (_, at) => `<section><h2>Section ${at}</h2>${rows(9, { from: at * 9 })}</section>`).join("")}`,
        "header{position:sticky;top:0;z-index:2}h2{position:sticky;top:56px;margin:0;padding:8px 24px;line-height:32px;background:#ffc42e}",
      ),
    reference: "tall-window",
    short: true,
  },
  {
    name: "fixed-header-footer",
    what: "bars at the top and bottom of the window, and a round button",
    html: () =>
      documentOf(
        `<header class="bar">Header</header><main>${rows(50)}</main>${CHAT}<footer class="bar">Footer</footer>`,
        "header,footer{position:fixed;inset-inline:0;z-index:2}header{top:0}footer{bottom:0}main{padding:56px 0}",
      ),
    reference: "tall-window",
    short: true,
  },
  {
    name: "shrinking-header",
    what: "a sticky header that becomes 80 px lower once the page is scrolled",
    html: () =>
      documentOf(
        `<header class="bar">Header</header>${rows(40)}<script>addEventListener("scroll", () => document.querySelector("header").classList.toggle("low", scrollY > 120));</script>`,
        "header{position:sticky;top:0;z-index:2;transition:height .3s}.bar{height:136px}.bar.low{height:56px}",
      ),
    reference: "tall-window",
    short: true,
  },
  {
    name: "fixed-fading",
    what: "a fixed header that fades whenever its opacity changes",
    html: () =>
      documentOf(
        `<header class="bar">Header</header><main>${rows(40)}</main>`,
        "header{position:fixed;inset:0 0 auto;opacity:.9;transition:opacity 2s, transform 2s}main{padding-top:56px}",
      ),
    reference: "tall-window",
  },
  {
    name: "sticky-sidebar",
    what: "a sidebar that stays beside the text",
    html: () =>
      documentOf(
        `<div class="bar">Top</div><div class="two"><aside><p>One</p><p>Two</p><p>Three</p></aside><main>${rows(45)}</main></div>`,
        ".two{display:flex;align-items:flex-start}aside{position:sticky;top:24px;width:220px;padding:24px;background:#fdf3c4}main{flex:1}",
      ),
    reference: "tall-window",
  },
  {
    name: "sticky-bottom",
    what: "a bar that sticks to the window's bottom until its own place comes",
    html: () => documentOf(`<main>${rows(30)}<div class="bar">Save</div></main>${rows(9, { from: 30 })}`, ".bar{position:sticky;bottom:0}"),
    reference: "tall-window",
  },
  {
    name: "scripted-sticky",
    what: "a menu that a script fixes to the top once it is scrolled past",
    html: () =>
      documentOf(
        `${rows(6)}<div id="hold" style="height:56px"><nav class="bar">Menu</nav></div>${rows(40, { from: 6 })}<script>const menu = document.querySelector("nav"); addEventListener("scroll", () => menu.classList.toggle("stuck", hold.getBoundingClientRect().top < 0));</script>`,
        ".stuck{position:fixed;inset:0 0 auto;z-index:5}",
      ),
    reference: "tall-window",
  },
  {
    name: "hiding-header",
    what: "a fixed header that goes when one scrolls down",
    html: () =>
      documentOf(
        `<header class="bar">Header</header><main>${rows(40)}</main><script>let last = 0; const bar = document.querySelector("header"); addEventListener("scroll", () => { bar.style.transform = scrollY > last && scrollY > 56 ? "translateY(-100%)" : ""; last = scrollY; });</script>`,
        "header{position:fixed;inset:0 0 auto;transition:transform .3s}main{padding-top:56px}",
      ),
    reference: "tall-window",
  },
  {
    name: "fixed-sidebar",
    what: "a fixed sidebar from top to bottom of the window",
    html: () =>
      documentOf(
        `<aside>Menu</aside><main>${rows(40, { flat: true })}</main>`,
        "aside{position:fixed;inset:0 auto 0 0;width:200px;padding:24px;background:#14324a;color:#fff}main{margin-left:200px}",
      ),
    reference: "beyond-viewport",
  },
  {
    name: "fixed-backdrop",
    what: "a fixed layer of colour behind everything",
    html: () =>
      documentOf(
        `<div class="behind"></div><main>${rows(30)}</main>`,
        ".behind{position:fixed;inset:0;z-index:-1;background:#dcebd3}main{padding:24px 120px 300px}",
      ),
    reference: "tall-window",
  },
  {
    name: "shadow-fixed",
    what: "fixed and sticky elements inside open and closed shadow trees",
    html: () =>
      documentOf(
        `<x-bar></x-bar><main>${rows(20)}<x-head></x-head>${rows(25, { from: 20 })}</main><x-foot></x-foot><script>
const make = (name, mode, style) => customElements.define(name, class extends HTMLElement { connectedCallback() { this.attachShadow({ mode }).innerHTML = "<style>div{height:56px;padding:16px 24px;background:#14324a;color:#fff;" + style + "}</style><div>" + name + "</div>"; } });
make("x-bar", "open", "position:fixed;inset:0 0 auto"); make("x-head", "open", "position:relative"); make("x-foot", "closed", "position:fixed;inset:auto 0 0");</script>`,
        "main{padding:56px 0}",
      ),
    reference: "tall-window",
  },
  {
    name: "transformed-fixed",
    what: "fixed elements that scroll, because what holds them is transformed",
    html: () =>
      documentOf(
        `<div style="transform:translateZ(0)"><div class="bar" style="position:fixed;top:400px;left:80px;width:300px">Not fixed</div>${rows(40)}</div>`,
      ),
    reference: "tall-window",
  },
  {
    name: "dialog",
    what: "an open modal dialog in the top layer",
    html: () =>
      documentOf(
        `${rows(40)}<dialog><h2>Cookies</h2><p>May we?</p><button>No</button></dialog><script>document.querySelector("dialog").showModal(); document.activeElement.blur();</script>`,
        "dialog{margin:80px auto auto;width:400px;border:0}dialog::backdrop{background:rgb(0 0 0/.4)}",
      ),
    reference: "tall-window",
  },
  {
    name: "parallax",
    what: "a background that stays while its section scrolls, and one of the whole page",
    html: () =>
      documentOf(
        `${rows(8)}<section></section>${rows(14, { from: 8 })}<section></section>${rows(8, { from: 22 })}<p style="padding:200px 24px">End</p>`,
        "body{background:linear-gradient(#fdf3c4,#d3e3f3) fixed}section{height:500px;background:repeating-linear-gradient(45deg,#8b5cf6 0 40px,#ffc42e 40px 80px) fixed}",
      ),
    reference: "tall-window",
    referenceStyle: "body,section{background-attachment:scroll!important}",
  },
];
