/** Content of the toast in the page. Plain data, because it is sent into the page's process. */
export interface ToastView {
  /** `busy`: work is running; the toast has a progress bar, and is visible until another one replaces it or it is closed. */
  tone: "done" | "error" | "busy";
  language: string;
  direction: "ltr" | "rtl";
  title: string;
  text: string;
  /** An important sentence. */
  note?: string;
  /** Buttons: a link, or a message to the worker. */
  actions: { label: string; url?: string; message?: { name: string; request: object } }[];
  closeLabel: string;
  /** Base64 JPEG, or empty. */
  thumbnail: string;
  /** Corner style of the thumbnail: square at the start for images, round for videos. */
  shape?: "still" | "reel";
}

/**
 * Removes the toast, hides the recording bar temporarily, and waits until the page has been painted without them. Runs inside
 * the page.
 */
export async function hideToast(): Promise<void> {
  const existing = document.querySelectorAll("stillreel-toast");
  const { stillreelHide: hide } = globalThis as { stillreelHide?: (() => void) | undefined };
  if (existing.length === 0 && !hide) return;
  for (const host of existing) host.remove();
  hide?.();
  // The page can be two frames ahead of the browser: a busy machine could still show them after the second frame.
  for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/**
 * Shows the progress of a toast of the tone `busy`, from 0 to 1. Returns false when it is no longer visible. Runs inside the page.
 */
export function advanceToast(part: number): boolean {
  const { stillreelAdvance: advance } = globalThis as { stillreelAdvance?: ((part: number) => boolean) | undefined };
  return advance?.(part) ?? false;
}

/**
 * Shows the toast for three seconds, longer with a note and while it has pointer or focus. Runs inside the page: it is sent
 * as text and must not reference other code. A closed shadow root, a constructed sheet and a canvas protect it from the
 * page's styles and content security policy.
 */
// oxlint-disable-next-line max-lines-per-function -- the browser sends its source text into the page, where nothing outside of it exists
export function showToast(view: ToastView): void {
  // An unexpected message needs more time.
  const SHOWN_MS = view.note ? 8_000 : 3_000;
  for (const existing of document.querySelectorAll("stillreel-toast")) existing.remove();
  const host = document.createElement("stillreel-toast");
  host.setAttribute(
    "style",
    "all:initial!important;position:fixed!important;inset:20px 0 auto 0!important;z-index:2147483647!important;display:flex!important;justify-content:center!important;pointer-events:none!important",
  );
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .toast{--float:#1d1c22;--on:#f5f4f7;--line:#3a3943;--accent:#ffc42e;position:relative;display:flex;align-items:center;gap:14px;box-sizing:border-box;width:min(600px,calc(100vw - 32px));padding:10px 10px 12px;overflow:hidden;border-radius:14px;background:var(--float);color:var(--on);box-shadow:0 0 0 1px var(--line),0 22px 56px -14px rgba(10,8,16,.65);font:400 14px/20px "Onest Variable",Onest,system-ui,sans-serif;pointer-events:auto;text-align:start;animation:rise 160ms cubic-bezier(.2,.7,.2,1)}
    @media (prefers-color-scheme:dark){.toast{--float:#2b2a32;--line:#45444f}}
    canvas{flex:none;width:92px;height:58px;object-fit:cover;object-position:top;border-radius:4px;box-shadow:inset 0 0 0 1px rgba(255,255,255,.11)}
    .words{flex:1;min-width:0}
    .title{display:flex;align-items:center;gap:7px;font-weight:600}
    .text{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13px;color:#b5b4c0;margin-top:2px}
    .note{margin-top:3px;text-wrap:pretty}
    .tick{flex:none;display:grid;place-items:center;width:18px;height:18px;border-radius:4px;background:var(--accent);color:#17161c}
    .reel canvas{border-radius:10px;object-position:center}.reel .tick{border-start-end-radius:9px;border-end-end-radius:9px}
    .error .tick{background:#ff857a;color:#2a0806}
    a,button{all:unset;box-sizing:border-box;height:34px;padding:0 12px;border-radius:8px;display:inline-flex;align-items:center;gap:7px;flex:none;background:rgba(255,255,255,.1);color:inherit;font-weight:550;font-size:13.5px;cursor:pointer}
    a:hover,button:hover{background:rgba(255,255,255,.18)}
    a:focus-visible,button:focus-visible{outline:2px solid #17161c;outline-offset:1px;box-shadow:0 0 0 5px var(--accent)}
    a,.act{margin-inline-start:-8px}.words+.act,.words+a{margin-inline-start:0}
    .close{padding:0 9px;background:none;margin-inline-start:-8px}
    .bar{position:absolute;inset-inline-start:0;inset-block-end:0;height:3px;width:100%;background:var(--accent);transform-origin:left;animation:run ${SHOWN_MS}ms linear forwards}
    [dir=rtl] .bar{transform-origin:right}
    .error .bar{background:#ff857a}
    .busy .bar{animation:none;transform:scaleX(var(--part,0));transition:transform 300ms}
    .toast:hover .bar,.toast:focus-within .bar{animation-play-state:paused}
    @keyframes run{to{transform:scaleX(0)}}
    @keyframes rise{from{opacity:0;transform:translateY(-4px)}}
    @media (prefers-reduced-motion:reduce){.toast{animation:none}}
  `);
  root.adoptedStyleSheets = [sheet];

  const make = <K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text) node.textContent = text;
    return node;
  };
  const icon = (path: string, size: number, width: number): SVGSVGElement => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of Object.entries({
      viewBox: "0 0 24 24",
      width: size,
      height: size,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": width,
      "aria-hidden": "true",
    }))
      svg.setAttribute(name, String(value));
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", path);
    svg.append(line);
    return svg;
  };
  const close = (): void => host.remove();

  const toast = make("div", `toast ${view.tone} ${view.shape ?? "still"}`);
  toast.lang = view.language;
  toast.dir = view.direction;
  toast.setAttribute("role", view.tone === "error" ? "alert" : "status");
  if (view.thumbnail) {
    const canvas = make("canvas");
    toast.append(canvas);
    const bytes = Uint8Array.from(atob(view.thumbnail), (character) => character.charCodeAt(0));
    void createImageBitmap(new Blob([bytes], { type: "image/jpeg" })).then((bitmap) => {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    });
  }
  const words = make("div", "words");
  const title = make("div", "title");
  const tick = make("span", "tick");
  tick.append(icon(view.tone === "error" ? "M12 6v7M12 17.5v.5" : "M5 12.5l4.5 4.5L19 7.5", 13, 3.2));
  if (view.tone !== "busy") title.append(tick);
  title.append(make("span", "", view.title));
  words.append(title);
  if (view.text) {
    // An address is left-to-right in every language.
    const address = make("bdi", "", view.text);
    address.dir = "ltr";
    const line = make("div", "text");
    line.append(address);
    words.append(line);
  }
  if (view.note) {
    const note = make("div", "note", view.note);
    note.dir = "auto";
    words.append(note);
  }
  toast.append(words);
  for (const { label, url, message } of view.actions) {
    const button = make(url === undefined ? "button" : "a", "act", label);
    if (message?.name === "page.annotate") button.prepend(icon("M4 20h4L19 9l-4-4L4 16v4M13.5 6.5l4 4", 16, 1.9));
    if (button instanceof HTMLAnchorElement && url !== undefined) {
      button.href = url;
      button.target = "_blank";
      button.rel = "noopener noreferrer";
    } else
      button.addEventListener("click", (event) => {
        if (!event.isTrusted || !message) return;
        close();
        void chrome.runtime.sendMessage({ to: "background", ...message }).catch(() => undefined);
      });
    toast.append(button);
  }
  const closer = make("button", "close");
  closer.type = "button";
  closer.setAttribute("aria-label", view.closeLabel);
  closer.append(icon("M6 6l12 12M18 6L6 18", 16, 2));
  closer.addEventListener("click", close);
  const bar = make("span", "bar");
  // The bar is the timer: it pauses under the pointer, and the toast closes at its end.
  bar.addEventListener("animationend", close);
  if (view.tone === "busy") {
    bar.setAttribute("role", "progressbar");
    bar.setAttribute("aria-label", view.title);
    const advance = (part: number): boolean => {
      bar.style.setProperty("--part", String(part));
      bar.setAttribute("aria-valuenow", String(Math.round(part * 100)));
      return host.isConnected;
    };
    advance(0);
    Object.assign(globalThis, { stillreelAdvance: advance });
  }
  toast.append(closer, bar);
  root.append(toast);
  document.documentElement.append(host);
}
