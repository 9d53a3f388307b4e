import { OFFSCREEN_PORT } from "../core/offscreen-port.ts";

/**
 * How long the page stays behind its last work, in milliseconds. What was copied is still on its way to the browser when
 * `execCommand` answers, and is lost with the document that sent it.
 */
const LINGER_MS = 3_000;

let holders = 0;
let leaving: ReturnType<typeof setTimeout> | undefined;
/** The browser was asked to close the page, and does so a moment later. */
let isGoing = false;

function go(): void {
  isGoing = true;
  window.close();
}

/** Keeps the page standing until the answer is called. The page goes by itself when nobody needs it. */
export function holdPage(): () => void {
  let isHeld = true;
  holders += 1;
  clearTimeout(leaving);
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders -= 1;
    if (holders === 0) leaving = setTimeout(go, LINGER_MS);
  };
}

/** Lets others keep the page, each by a connection: it ends with whoever made it. */
export function startLifetime(): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== OFFSCREEN_PORT) return;
    // Too late: whoever comes now is told so, and opens the next page.
    if (isGoing) return port.disconnect();
    port.onDisconnect.addListener(holdPage());
    port.postMessage("ready");
  });
  holdPage()();
}
