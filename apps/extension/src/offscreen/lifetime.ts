import { OFFSCREEN_PORT } from "../shared/offscreen-port.ts";

/**
 * How long the page stays behind its last work, in milliseconds. What was copied is still on its way to the browser when
 * `execCommand` answers, and is lost with the document that sent it.
 */
const LINGER_MS = 3_000;

let holders = 0;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Keeps the page standing until the answer is called. The page goes by itself when nobody needs it. */
export function holdPage(): () => void {
  let isHeld = true;
  holders += 1;
  clearTimeout(leaving);
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders -= 1;
    if (holders === 0) leaving = setTimeout(() => window.close(), LINGER_MS);
  };
}

/** Lets others keep the page, each by a connection: it ends with whoever made it. */
export function startLifetime(): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== OFFSCREEN_PORT) return;
    port.onDisconnect.addListener(holdPage());
    port.postMessage("ready");
  });
  holdPage()();
}
