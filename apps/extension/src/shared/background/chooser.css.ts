import { FOCUS_RING, VISUALLY_HIDDEN } from "./overlay.css.ts";

/**
 * Styles of the overlay and its elements: outline, chips, bar. Important rules cannot be overridden by the page. The worker
 * passes the styles in, so that the page scripts stay small.
 */
export const CHOOSER_CSS = `
:host{all:initial;position:fixed!important;inset:0!important;width:100vw!important;height:100vh!important;margin:0!important;border:0!important;padding:0!important;background:none!important;overflow:hidden!important;display:block!important;opacity:1!important;visibility:visible!important;transform:none!important;filter:none!important;clip-path:none!important;z-index:2147483647!important;touch-action:none!important;user-select:none!important;cursor:crosshair;font:400 14px/20px "Onest Variable",Onest,system-ui,sans-serif;--float:#1d1c22;--on:#f5f4f7;--line:#3a3943;--accent:#ffc42e;--ink:#17161c}
@media (prefers-color-scheme:dark){:host{--float:#2b2a32;--line:#45444f}}
*{box-sizing:border-box}
svg.lines{position:absolute;inset:0;width:100%;height:100%;pointer-events:none}
.dim{fill:rgba(16,15,20,.55)}.dim.faint{fill:rgba(16,15,20,.28)}
.edge{fill:none;stroke:var(--ink);stroke-width:3}.dash{fill:none;stroke:var(--accent);stroke-width:2;stroke-dasharray:8 6}
.handle{width:12px;height:12px;rx:2px;fill:#fff;stroke:var(--ink);stroke-width:2.5}
.cross{stroke:#fff;stroke-width:1;mix-blend-mode:difference}
.chip{position:absolute;background:var(--ink);color:#fff;font-size:13px;font-weight:550;line-height:24px;padding:0 10px 0 8px;border-radius:2px 12px 12px 2px;white-space:nowrap;max-width:60vw;overflow:hidden;text-overflow:ellipsis;pointer-events:none}
.hint{top:20px;left:50%;width:max-content;max-width:calc(100vw - 32px);white-space:normal;transform:translateX(-50%);line-height:34px;padding:0 16px;border-radius:4px 17px 17px 4px;background:var(--float);color:var(--on);box-shadow:0 0 0 1px var(--line),0 12px 34px -10px rgba(10,8,16,.6)}
.bar{position:absolute;left:0;top:0;display:flex;align-items:center;gap:2px;padding:6px;border-radius:13px;background:var(--float);color:var(--on);box-shadow:0 0 0 1px var(--line),0 18px 44px -10px rgba(10,8,16,.6);cursor:default}
.bar button{all:unset;box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:7px;height:36px;min-width:36px;padding:0 10px;border-radius:8px;font-weight:550;font-size:13.5px;white-space:nowrap;cursor:pointer}
.bar button:hover{background:rgba(255,255,255,.12)}
.bar .main{background:var(--accent);color:var(--ink);font-weight:600}.bar .main:hover{background:#f7b500}
.bar button:focus-visible{${FOCUS_RING}}
.bar i{width:1px;height:22px;background:#4a4954;margin:0 6px}
.loupe{position:absolute;left:0;top:0;width:120px;overflow:hidden;border-radius:4px 16px 16px 4px;background:var(--float);color:var(--on);box-shadow:0 0 0 1px var(--line),0 12px 34px -10px rgba(10,8,16,.6);pointer-events:none}
.loupe canvas{display:block;width:120px;height:120px;image-rendering:pixelated}
.loupe span{display:flex;align-items:center;gap:6px;padding:0 8px;font:500 12px/22px "Geist Mono",ui-monospace,monospace}
.loupe b{width:10px;height:10px;border-radius:2px;box-shadow:0 0 0 1px #6a6975}
.chip[dir=rtl]{border-radius:12px 2px 2px 12px;padding:0 8px 0 10px}.hint[dir=rtl]{border-radius:17px 4px 4px 17px;padding:0 16px}
.said{${VISUALLY_HIDDEN}}
.bar svg{width:17px;height:17px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
[hidden]{display:none!important}
`;

/** SVG paths of the bar's icons on a 24 px grid. */
export const CHOOSER_ICONS = {
  link: "M10 14a4 4 0 0 0 5.7.1l3.5-3.5a4 4 0 0 0-5.7-5.7L12.4 6M14 10a4 4 0 0 0-5.7-.1l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.1-1.1",
  editor: "M4 20h4L19 9l-4-4L4 16v4M13.5 6.5l4 4",
  copy: "M9 8h9a1 1 0 0 1 1 1v9a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h1",
  download: "M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5 5-5M12 4v12",
  cancel: "M6 6l12 12M18 6L6 18",
} as const;
