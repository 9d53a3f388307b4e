import { documentOf, rows } from "./markup.ts";
import type { FixturePage } from "./fixture.types.ts";

/** Pages that cannot be captured completely. They have no reference; the extension must report them. */
export const INCOMPLETE_PAGES: readonly FixturePage[] = [
  {
    name: "moved-sections",
    what: "a window that cannot scroll, whose sections a script moves separately",
    html: () =>
      documentOf(
        `<div class="view">${Array.from({ length: 12 }, (_, at) => `<section>${rows(4, { from: at * 4 })}</section>`).join("")}</div><script>for (const section of document.querySelectorAll("section")) section.style.transform = "translate3d(0, -300px, 0)";</script>`,
        "html,body{overflow:hidden;height:100%}.view{height:100vh;overflow:hidden}",
      ),
    reference: "tall-window",
  },
  {
    name: "longer-pane",
    what: "an app whose list is longer than the content beside it",
    html: () =>
      documentOf(
        `<div style="height:100%;display:flex"><ol>${"<li>Message</li>".repeat(200)}</ol><main>${rows(20)}</main></div>`,
        "html,body{height:100%;overflow:hidden}ol,main{margin:0;overflow:auto}ol{width:260px}main{flex:1}",
      ),
    reference: "tall-window",
  },
  {
    name: "never-loaded",
    what: "a list that is marked as loading, and never loads",
    html: () => documentOf(`${rows(10)}<div aria-busy="true">${rows(10, { from: 10 })}</div>`),
    reference: "tall-window",
  },
];
