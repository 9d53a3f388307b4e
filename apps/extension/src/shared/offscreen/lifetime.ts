import { OFFSCREEN_PORT } from "../core/offscreen-port.ts";

/**
 * Time that the page stays open after its last work, in milliseconds. Copied data is still in transit to the browser when
 * `execCommand` returns, and is lost with its document.
 */
const LINGER_MS = 3_000;

let holders = 0;
let leaving: ReturnType<typeof setTimeout> | undefined;
/** The browser was asked to close the page and does so shortly. */
let isGoing = false;

function go(): void {
  isGoing = true;
  window.close();
}

/** Holds the page open until the returned function is called. The page closes when it is not held. */
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

/** Accepts connections that hold the page open; each ends with the context that opened it. */
export function startLifetime(): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== OFFSCREEN_PORT) return;
    // The page is closing: the caller is disconnected and opens the next page.
    if (isGoing) return port.disconnect();
    port.onDisconnect.addListener(holdPage());
    port.postMessage("ready");
  });
  holdPage()();
}
