import type { PageMessage } from "../../shared/core/message-port.ts";
import type { CAPTURE_MESSAGES } from "../core/messages.ts";

type Stop = { to: "background" } & PageMessage<typeof CAPTURE_MESSAGES>;

/** Content of the countdown. Plain data, because it is sent into the page's process. */
export interface CountdownView {
  language: string;
  direction: "ltr" | "rtl";
  seconds: number;
  /** What happens at zero. */
  text: string;
  cancel: string;
}

/**
 * Shows a countdown in a corner; the page stays usable, and `Esc` cancels. Runs inside the page: it is sent as text and must
 * not reference other code.
 */
export function showCountdown(view: CountdownView): void {
  for (const existing of document.querySelectorAll("stillreel-countdown")) existing.remove();
  const host = document.createElement("stillreel-countdown");
  host.setAttribute(
    "style",
    "all:initial!important;position:fixed!important;inset:auto 0 32px 0!important;width:100%!important;margin:0!important;border:0!important;padding:0!important;background:none!important;overflow:visible!important;display:flex!important;justify-content:center!important;pointer-events:none!important;z-index:2147483647!important",
  );
  host.setAttribute("popover", "manual");
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .count{display:flex;align-items:center;gap:16px;padding:10px 22px 10px 10px;border-radius:10px 52px 52px 10px;background:#1d1c22;color:#f5f4f7;font:500 15px/22px "Onest Variable",Onest,system-ui,sans-serif;box-shadow:0 0 0 1px #3a3943,0 20px 50px -12px rgba(10,8,16,.6)}
    [dir=rtl].count{border-radius:52px 10px 10px 52px;padding:10px 10px 10px 22px}
    .face{position:relative;display:grid;place-items:center;width:84px;height:84px;border-radius:10px 42px 42px 10px;background:#ffc42e;color:#17161c;font-size:50px;font-weight:650;letter-spacing:-.04em;padding-bottom:8px;box-sizing:border-box}
    [dir=rtl] .face{border-radius:42px 10px 10px 42px}
    .ticks{position:absolute;bottom:12px;display:flex;gap:2px}.ticks i{width:6px;height:4px;background:rgba(23,22,28,.28)}.ticks .done{background:#17161c}
    .words{display:grid;gap:4px}.key{display:flex;gap:8px;align-items:center;font-size:13px;color:#b5b4c0}
    kbd{font:500 11px/16px "Geist Mono",ui-monospace,monospace;padding:1px 5px;border-radius:4px;border:1px solid rgba(255,255,255,.45);color:#f5f4f7}
  `);
  root.adoptedStyleSheets = [sheet];
  const make = (tag: string, className: string, text = ""): HTMLElement => {
    const node = document.createElement(tag);
    node.className = className;
    node.textContent = text;
    return node;
  };
  const count = make("div", "count");
  count.dir = view.direction;
  count.lang = view.language;
  count.setAttribute("role", "timer");
  const face = make("div", "face");
  const number = make("span", "", String(view.seconds));
  const ticks = make("div", "ticks");
  for (let second = 0; second < view.seconds; second += 1) ticks.append(make("i", ""));
  face.append(number, ticks);
  const words = make("div", "words");
  const key = make("div", "key");
  key.append(make("kbd", "", "Esc"), make("span", "", view.cancel));
  words.append(make("span", "", view.text), key);
  count.append(face, words);
  root.append(count);
  document.documentElement.append(host);
  host.showPopover();

  const began = performance.now();
  const listen = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !event.isTrusted) return;
    void chrome.runtime.sendMessage({ to: "background", name: "page.stop", request: {} } satisfies Stop).catch(() => undefined);
  };
  addEventListener("keydown", listen, { capture: true });
  const clock = setInterval(() => {
    if (!host.isConnected) {
      clearInterval(clock);
      removeEventListener("keydown", listen, { capture: true });
      return;
    }
    const gone = Math.floor((performance.now() - began) / 1_000);
    number.textContent = String(Math.max(1, view.seconds - gone));
    [...ticks.children].forEach((tick, index) => tick.classList.toggle("done", index < gone));
  }, 100);
}

/** Removes the countdown and waits until the page has been painted without it. Runs inside the page. */
export async function hideCountdown(): Promise<void> {
  const existing = document.querySelectorAll("stillreel-countdown");
  if (existing.length === 0) return;
  for (const host of existing) host.remove();
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/** Lets `Esc` cancel a run in the page. Runs inside the page and adds nothing visible. */
export function listenForEscape(): void {
  const holder = globalThis as { stillreelEscape?: AbortController | undefined };
  holder.stillreelEscape?.abort();
  const ear = new AbortController();
  holder.stillreelEscape = ear;
  const listen = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !event.isTrusted) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    void chrome.runtime.sendMessage({ to: "background", name: "page.stop", request: {} } satisfies Stop).catch(() => undefined);
  };
  addEventListener("keydown", listen, { capture: true, signal: ear.signal });
}

/** Removes the listener of {@link listenForEscape}. Runs inside the page. */
export function stopListening(): void {
  const holder = globalThis as { stillreelEscape?: AbortController | undefined };
  holder.stillreelEscape?.abort();
  holder.stillreelEscape = undefined;
}
