import { documentOf, rows } from "./markup.ts";
import type { FixturePage } from "./fixture.types.ts";

const SHELL =
  "html,body{height:100%;overflow:hidden}.shell{height:100%;display:grid;grid-template:56px 1fr auto/240px 1fr}.bar{grid-column:1/-1}aside{background:#23222a;color:#fff;padding:24px;display:flex;flex-direction:column;justify-content:space-between}main{overflow:auto;position:relative}footer{grid-column:1/-1;padding:8px 24px;background:#ffc42e}";
const shell = (content: string): string =>
  `<div class="shell"><header class="bar">Shell</header><aside><div><p>Inbox</p><p>Sent</p></div><p>Signed in</p></aside><main id="main">${content}</main><footer>Ready</footer></div>`;

const PANES =
  "html,body{height:100%;overflow:hidden}.app{height:100%;display:flex}nav,ol{margin:0;padding:0;list-style:none;overflow:auto;scrollbar-width:none;background:#eef2f6}nav{width:260px;display:flex;flex-direction:column}.outline{width:200px;background:#fdf3c4}nav b{padding:16px;background:#14324a;color:#fff}nav ol{flex:1;min-height:0}li{height:64px;padding:8px 16px;border-bottom:1px solid #0002}main{flex:1;overflow:auto}";
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `<li>Message ${at}<br>${at * 7919}</li>`).join("");
const panes = (content: string, count: number, more = ""): string =>
  `<div class="app"><nav><b>Inbox</b><ol>${lines(count)}</ol></nav><main id="main">${content}</main>${more}</div>`;

/** Pages that other pages contain in a frame. They are not captured separately. */
export const FRAME_PAGES: readonly FixturePage[] = [
  {
    name: "frame-main-inside",
    what: "a head that sticks, and something that turns",
    html: () =>
      documentOf(
        `<h2>Head</h2><div class="turn"></div>${rows(24)}`,
        "@keyframes turn{from{transform:rotate(10deg)}to{transform:rotate(370deg)}}.turn{width:60px;height:60px;margin:30px;background:#e5352b;animation:turn 1s linear infinite}h2{position:sticky;top:0;margin:0;padding:8px 24px;line-height:32px;background:#efe3f7;z-index:1}",
      ),
    reference: "tall-window",
  },
];

/** Pages whose content scrolls in an element or frame instead of the document. */
export const SCROLLER_PAGES: readonly FixturePage[] = [
  {
    name: "inner-shell",
    what: "an app: header, sidebar, footer, and content that scrolls between them",
    html: () => documentOf(shell(rows(50)), SHELL),
    reference: "tall-window",
    scroller: "#main",
    short: true,
  },
  {
    name: "two-panes",
    what: "an app whose list scrolls beside the content, and is as long as the content",
    html: () => documentOf(panes(rows(30), 14), PANES),
    reference: "tall-window",
    scroller: "#main",
    short: true,
  },
  {
    name: "three-panes",
    what: "an app with a list and an outline on both sides of the content, which are shorter than the content",
    html: () => documentOf(panes(rows(50), 14, `<ol class="outline">${lines(30)}</ol>`), PANES),
    reference: "tall-window",
    scroller: "#main",
  },
  {
    name: "inner-sticky",
    what: "an app whose content has heads that stick and a button that floats",
    html: () =>
      documentOf(
        `${shell(`<h2>One</h2>${rows(25)}<h2>Two</h2>${rows(25, { from: 25 })}`)}<button class="float">+</button>`,
        `${SHELL}h2{position:sticky;top:0;margin:0;padding:8px 24px;line-height:32px;background:#efe3f7;z-index:1}.float{position:fixed;right:40px;bottom:80px;width:56px;height:56px}`,
      ),
    reference: "tall-window",
    scroller: "#main",
  },
  {
    name: "inner-rtl",
    what: "an app from right to left",
    html: () => documentOf(shell(rows(40)), SHELL, 'lang="ar" dir="rtl"'),
    reference: "tall-window",
    scroller: "#main",
  },
  {
    name: "inner-board",
    what: "an app whose content scrolls both ways",
    html: () => documentOf(shell(`<div style="width:3000px">${rows(24, { wide: "width:3000px" })}</div>`), SHELL),
    reference: "tall-window",
    scroller: "#main",
  },
  {
    name: "nested-scrollers",
    what: "a scroller with a small scroller in it",
    html: () =>
      documentOf(
        shell(
          `${rows(12)}<pre style="height:200px;overflow:auto;background:#eee">${"code line\n".repeat(60)}</pre>${rows(20, { from: 12 })}`,
        ),
        SHELL,
      ),
    reference: "tall-window",
    scroller: "#main",
  },
  {
    name: "small-scroller",
    what: "a long page with a scroller in it, which stays as it is",
    html: () =>
      documentOf(
        `${rows(12)}<pre style="height:300px;overflow:auto;background:#eee">${"code line\n".repeat(90)}</pre>${rows(30, { from: 12 })}`,
      ),
    reference: "tall-window",
  },
  {
    name: "chat",
    what: "a list built from the bottom, whose offsets are negative",
    html: () =>
      documentOf(
        `<header class="bar">Chat</header><div id="list">${rows(40)}</div><footer class="bar">Write</footer>`,
        "html,body{height:100%}body{display:flex;flex-direction:column}#list{flex:1;min-height:0;overflow:auto;display:flex;flex-direction:column-reverse}.row,.bar{flex:none}",
      ),
    reference: "tall-window",
    scroller: "#list",
    short: true,
  },
  {
    name: "body-scrolls",
    what: "the body scrolls inside of the root",
    html: () => documentOf(rows(40), "html{overflow:hidden;height:100%}body{height:100%;overflow:auto}"),
    reference: "tall-window",
    scroller: "body",
  },
  {
    name: "frame-same-site",
    what: "a frame of the same site in a long page",
    html: ({ site }) =>
      documentOf(
        `${rows(14)}<iframe src="${site}/plain" style="width:800px;height:400px;border:2px solid #222"></iframe>${rows(20, { from: 14 })}`,
      ),
    reference: "tall-window",
  },
  {
    name: "frame-main",
    what: "a frame of the same site that holds the whole app, with a head that sticks in it",
    html: ({ site }) =>
      documentOf(
        `<header class="bar">App</header><iframe id="main" src="${site}/frame-main-inside"></iframe>`,
        "html,body{height:100%}body{display:flex;flex-direction:column}.bar{flex:none}iframe{flex:1;min-height:0;border:0}",
      ),
    reference: "tall-window",
    scroller: "#main",
    short: true,
  },
  {
    name: "frame-other-site",
    what: "a frame of another site in a long page",
    html: ({ other }) =>
      documentOf(
        `${rows(14)}<iframe src="${other}/short" style="width:800px;height:400px;border:2px solid #222"></iframe>${rows(20, { from: 14 })}`,
      ),
    reference: "tall-window",
  },
  {
    name: "own-scrollbar",
    what: "a scrollbar of the page's own, which takes room",
    html: () => documentOf(rows(40), "::-webkit-scrollbar{width:18px;background:#fdd}::-webkit-scrollbar-thumb{background:#e5352b}"),
    reference: "tall-window",
  },
];
