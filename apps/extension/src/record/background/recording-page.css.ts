import { FOCUS_RING, VISUALLY_HIDDEN } from "../../shared/background/overlay.css.ts";

/**
 * Styles of every element in a page during a recording. Important rules cannot be overridden by the page. The worker passes
 * the styles in, so that the page script stays small.
 */
export const RECORDING_CSS = `
:host{all:initial;position:fixed!important;inset:0!important;width:100vw!important;height:100vh!important;margin:0!important;border:0!important;padding:0!important;background:none!important;overflow:hidden!important;display:block!important;opacity:1!important;visibility:visible!important;transform:none!important;filter:none!important;clip-path:none!important;z-index:2147483647!important;pointer-events:none!important;user-select:none!important;font:400 14px/20px "Onest Variable",Onest,system-ui,sans-serif;--float:#1d1c22;--on:#f5f4f7;--on-2:#b5b4c0;--line:#3a3943;--accent:#ffc42e;--ink:#17161c;--rec:#d92d20;--warn:#ffb266}
@media (prefers-color-scheme:dark){:host{--float:#2b2a32;--line:#45444f}}
:host(.capture-hidden){visibility:hidden!important}
*{box-sizing:border-box}
.group{display:contents}
[hidden]{display:none!important}
svg{display:block;width:18px;height:18px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
button{all:unset;box-sizing:border-box;cursor:pointer}
button:focus-visible{${FOCUS_RING}}
button[disabled]{opacity:.45;cursor:default}
.said{${VISUALLY_HIDDEN}}
.dock{position:absolute;left:0;top:0;pointer-events:auto;color:var(--on);transition:opacity 160ms cubic-bezier(.2,.7,.2,1);letter-spacing:-.003em}
.dock.away{opacity:0;pointer-events:none;transition-duration:0s}
.dock.away .bar>button,.dock.away .row button{pointer-events:none}
.bar,.row{display:flex;align-items:center;background:var(--float);color:var(--on);box-shadow:0 0 0 1px var(--line),0 20px 50px -12px rgba(10,8,16,.6);white-space:nowrap}
.bar{gap:2px;height:56px;padding:0 8px 0 4px;border-radius:8px;border-start-end-radius:28px;border-end-end-radius:28px}
[dir=rtl] .bar{padding:0 4px 0 8px}
.bar button{flex:none;position:relative;display:grid;place-items:center;width:40px;height:40px;border-radius:9px}
.bar button:hover,.row button:hover{background:rgba(255,255,255,.12)}
.row button,.dots button{position:relative}
:is(.bar,.row,.dots) button::after{content:attr(aria-label);position:absolute;bottom:calc(100% + 14px);left:50%;transform:translateX(-50%);padding:4px 10px;border-radius:8px;background:var(--float);color:var(--on);font:400 13px/18px "Onest Variable",Onest,system-ui,sans-serif;white-space:nowrap;pointer-events:none;opacity:0;box-shadow:0 0 0 1px var(--line);z-index:1}
:is(.bar,.row,.dots) button:is(:hover,:focus-visible)::after{opacity:1}
.bar .ask button::after{content:none}
.rows.below~.bar button::after{bottom:auto;top:calc(100% + 14px)}
.bar .end{border-start-end-radius:20px;border-end-end-radius:20px}
.bar .grip{width:24px;color:#85848f;cursor:grab;touch-action:none}.grip:active{cursor:grabbing}
.bar .grip svg{fill:currentColor;stroke:none;width:16px;height:16px}
.bar .stop{display:flex;gap:8px;width:auto;padding:0 16px 0 13px;background:var(--rec);color:#fff;font-weight:600;border-radius:4px;border-start-end-radius:20px;border-end-end-radius:20px}
[dir=rtl] .stop{padding:0 13px 0 16px}
.bar .stop:hover{background:#c0281c}.stop svg,.solid svg{fill:currentColor;stroke:none}
.stop svg{width:15px;height:15px}
.bar .on{background:var(--accent);color:var(--ink)}.bar .on:hover{background:#f7b500}
.bar .off{color:#ff857a}
.clock{display:grid;padding:0 10px 0 14px;font-variant-numeric:tabular-nums}
[dir=rtl] .clock{padding:0 14px 0 10px}
.time{display:flex;align-items:center;gap:8px;font:500 15px/20px "Geist Mono",ui-monospace,"SF Mono",Menlo,monospace;letter-spacing:-.04em;direction:ltr}
[dir=rtl] .time{justify-content:end}
.time i{width:9px;height:9px;border-radius:9px;background:#ff4d42}
.still .time i{border-radius:2px;background:var(--on-2)}
.kept{font-size:11.5px;line-height:14px;color:var(--on-2);max-width:230px;overflow:hidden;text-overflow:ellipsis}
.kept.bad{color:var(--warn);white-space:normal}
.gap{flex:none;width:1px;height:22px;background:#4a4954;margin:0 6px}
.meter{position:absolute;inset-inline:8px;bottom:4px;height:3px;border-radius:2px;background:rgba(255,255,255,.2);overflow:hidden}
.meter i{display:block;height:100%;width:100%;background:#63d69a;transform-origin:left;transform:scaleX(var(--level,0))}
[dir=rtl] .meter i{transform-origin:right}
.ask{display:flex;align-items:center;gap:8px;padding-inline:12px 0;font-weight:550;font-size:13.5px;white-space:normal;max-width:min(640px,calc(100vw - 60px))}
.ask span{max-width:340px;line-height:18px}
.bar .ask button{width:auto;padding:0 14px;height:36px;background:rgba(255,255,255,.1);white-space:nowrap;font-weight:550}
.bar .ask .bad{background:#ff857a;color:#2a0806}.bar .ask .main{background:var(--on);color:var(--ink)}
.row{position:absolute;inset-inline-start:0;gap:2px;min-height:40px;padding:4px 6px;border-radius:8px;border-start-end-radius:20px;border-end-end-radius:20px}
.rows{position:absolute;inset-inline:0;bottom:64px;display:grid;gap:8px;justify-items:center}
.rows.below{bottom:auto;top:64px}
.rows .row{position:static;max-width:calc(100vw - 32px)}
.row button{display:grid;place-items:center;width:32px;height:32px;border-radius:8px}
.row [aria-checked=true]:not(.ink),.row [aria-pressed=true]{background:var(--accent);color:var(--ink)}
.row .gap{margin:0 4px}
.row .ink{width:26px}
.ink i{width:18px;height:18px;border-radius:9px;background:var(--of);box-shadow:0 0 0 1px rgba(255,255,255,.35)}
.ink[aria-checked=true] i{box-shadow:0 0 0 2px var(--float),0 0 0 4px var(--accent)}
.wide i{border-radius:9px;background:currentColor}
.hint{font-size:13px;line-height:18px;gap:8px;padding-inline:12px 6px;white-space:normal}
.hint>svg{flex:none;color:var(--warn)}
canvas.sheet{position:absolute;left:0;top:0}
canvas.sheet.open{pointer-events:auto;cursor:crosshair;touch-action:none}
.ring{position:absolute;width:44px;height:44px;margin:-22px 0 0 -22px;border-radius:50%;border:4px solid var(--accent);box-shadow:0 0 0 1px rgba(23,22,28,.55),inset 0 0 0 1px rgba(23,22,28,.55);animation:ring 480ms cubic-bezier(.2,.7,.2,1) forwards}
@keyframes ring{from{transform:scale(.3);opacity:1}to{transform:scale(1);opacity:0}}
.frame{position:absolute;border:2px dashed var(--accent);outline:1px solid rgba(23,22,28,.7);outline-offset:0;border-radius:3px}
.bubble{position:absolute;left:0;top:0;pointer-events:auto;touch-action:none}
.bubble canvas{display:block;width:100%;height:100%;border-radius:50%}
.bubble .grab{position:absolute;inset:0;border-radius:50%;cursor:grab}.grab:active{cursor:grabbing}
.bubble:not(.empty)::after{content:"";position:absolute;inset:0;border-radius:50%;border:calc(var(--side)*.022) solid #fff;pointer-events:none}
.bubble.square canvas,.bubble.square .grab,.bubble.square::after{border-radius:16%!important}
.bubble.empty canvas{visibility:hidden}
.bubble.empty .grab{box-shadow:inset 0 0 0 2px rgba(255,196,46,.9),inset 0 0 0 3px rgba(23,22,28,.6)}
.bubble .pull{position:absolute;right:4%;bottom:4%;width:24px;height:24px;border-radius:12px;cursor:nwse-resize;background:var(--float);box-shadow:0 0 0 2px #fff;opacity:0;touch-action:none;z-index:1}
.dots{position:absolute;left:50%;bottom:-12px;transform:translateX(-50%);display:flex;align-items:center;gap:0;height:28px;padding:0 4px;border-radius:99px;background:var(--float);color:var(--on-2);box-shadow:0 6px 16px rgba(0,0,0,.4);opacity:0;z-index:1}
.bubble:hover .dots,.bubble:focus-within .dots,.bubble:hover .pull,.bubble:focus-within .pull,.bubble.near .dots{opacity:1}
.dots button{display:grid;place-items:center;width:24px;height:24px;border-radius:12px}
.dots i{border:2px solid var(--on-2);border-radius:99px}
.dots [aria-checked=true] i{background:var(--accent);border-color:var(--accent)}
.dots svg{width:14px;height:14px}
.count{position:absolute;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;pointer-events:auto;background:rgba(16,15,20,.87);color:#fff;cursor:pointer}
.face{position:relative;display:grid;place-items:center;width:196px;height:196px;border-radius:18px 98px 98px 18px;background:var(--accent);color:var(--ink)}
[dir=rtl] .face{border-radius:98px 18px 18px 98px}
.face b{margin-top:-16px;font-size:118px;line-height:1;font-weight:650;letter-spacing:-.05em;font-variant-numeric:tabular-nums}
.ticks{position:absolute;bottom:24px;display:flex;gap:3px}.ticks i{width:18px;height:6px;background:rgba(23,22,28,.28)}.ticks .done{background:var(--ink)}
.ticks i:first-child{border-start-start-radius:2px;border-end-start-radius:2px}.ticks i:last-child{border-start-end-radius:6px;border-end-end-radius:6px}
.count p{font-size:17px;line-height:24px;margin:28px 16px 18px;text-align:center}.count p b{font-weight:600}
.heard{display:flex;align-items:center;gap:9px;margin:0 0 18px}.heard i{width:72px;height:5px;border-radius:3px;background:linear-gradient(90deg,#63d69a,#63d69a) 0/calc(var(--level,0)*100%) 100% no-repeat rgba(255,255,255,.22)}
[dir=rtl] .heard i{background-position:100%}
.keys{display:flex;gap:22px}.keys button{display:flex;gap:8px;align-items:center;min-height:24px;border-radius:6px}
.count small{margin:26px 16px 0;font-size:13px;line-height:18px;color:var(--on-2);text-align:center}
kbd{font:500 11px/16px "Geist Mono",ui-monospace,monospace;padding:1px 5px;border-radius:4px;border:1px solid rgba(255,255,255,.55);unicode-bidi:plaintext}
@media (max-width:700px){.kept:not(.bad),.gap{display:none}.bar button{width:34px}}
@media (prefers-reduced-motion:reduce){.dock{transition-duration:1ms}.ring{animation-name:fade}@keyframes fade{to{opacity:0}}}
@media (prefers-contrast:more){.bar,.row{box-shadow:0 0 0 2px var(--on-2)}}
@media (forced-colors:active){.bar,.row,.dots,.frame,.face{border:1px solid CanvasText}.meter i,.heard i,.time i,.ring,.ink i{forced-color-adjust:none}}
`;

/** SVG paths of the icons on a 24 px grid. */
export const RECORDING_ICONS = {
  record: "M12 6a6 6 0 1 1 0 12a6 6 0 0 1 0-12",
  grip: "M9 4.5a1.3 1.3 0 1 0 .01 0M9 10.7a1.3 1.3 0 1 0 .01 0M9 16.9a1.3 1.3 0 1 0 .01 0M15 4.5a1.3 1.3 0 1 0 .01 0M15 10.7a1.3 1.3 0 1 0 .01 0M15 16.9a1.3 1.3 0 1 0 .01 0",
  stop: "M6 5h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1",
  pause:
    "M7 5h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M15 5h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1",
  resume: "M7.5 4.6v14.8a.7.7 0 0 0 1.1.6l11-7.4a.7.7 0 0 0 0-1.2l-11-7.4a.7.7 0 0 0-1.1.6",
  restart: "M20 11a8.1 8.1 0 0 0-15.4-2M4 5v4h4M4 13a8.1 8.1 0 0 0 15.4 2M20 19v-4h-4",
  discard: "M4 7h16M10 11v6M14 11v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7V4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3",
  microphone: "M12 2.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3M5 10a7 7 0 0 0 14 0M12 17v3.5",
  muted:
    "M3 3l18 18M9 5.5a3 3 0 0 1 6 0v5M9 9v1.500a3 3 0 0 0 4.500 2.600M5 10a7 7 0 0 0 10.800 5.800M19 10c0 1.200-.3 2.400-.8 3.400M12 17v3.500",
  camera:
    "M15 10l4.600-2.300A1 1 0 0 1 21 8.600v6.800a1 1 0 0 1-1.400.9L15 14M5 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2",
  cameraOff:
    "M3 3l18 18M15 11v-1l4.600-2.300A1 1 0 0 1 21 8.600v6.800a1 1 0 0 1-.7 1M10 6h3a2 2 0 0 1 2 2v3M15 15v1a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h1",
  pen: "M4 20h4L19 9l-4-4L4 16v4M13.500 6.500l4 4",
  collapse: "M7 7l5 5 5-5M7 13l5 5 5-5",
  expand: "M7 11l5-5 5 5M7 17l5-5 5 5",
  warn: "M12 9v4M12 16.500v.1M10.400 4.200l-8 13.500A1.900 1.900 0 0 0 4 20.500h16a1.900 1.900 0 0 0 1.600-2.800l-8-13.500a1.900 1.900 0 0 0-3.200 0",
  close: "M6 6l12 12M18 6L6 18",
  arrow: "M5 19L19 5M9 5h10v10",
  box: "M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1",
  fading: "M3 17c2.500-7 5.500 3 9-4M15 11h.01M18 9.500h.01M21 8h.01",
  undo: "M9 14l-4-4 4-4M5 10h10a4.500 4.500 0 0 1 0 9h-3",
  round: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16",
} as const;
