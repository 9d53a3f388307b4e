import { EXTENSION_ID } from "@stillreel/contract";
import { useEffect, useState } from "react";

/** How often the page asks while the extension is not there, in milliseconds. */
const ASK_EVERY_MS = 1500;

/** The part of Chrome's API that pages see when an extension lets this site talk to it. */
interface ExtensionRuntime {
  sendMessage(extensionId: string, message: unknown, respond: (reply: unknown) => void): void;
  lastError?: { message?: string };
}

/** Asks the extension whether it is installed. Browsers without extensions, and other extensions, answer no. */
export function askForExtension(runtime: ExtensionRuntime | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (!runtime?.sendMessage) return resolve(false);
    try {
      runtime.sendMessage(EXTENSION_ID, { type: "presence" }, (reply) => {
        // Reading the error keeps Chrome from logging it.
        const isMissing = runtime.lastError !== undefined;
        resolve(!isMissing && typeof reply === "object" && reply !== null && "installed" in reply && reply.installed === true);
      });
    } catch {
      // The id is not known to this browser.
      resolve(false);
    }
  });
}

/** True once the extension answers; asks again and again while the page is looked at. */
export function useExtensionPresence(): boolean {
  const [isPresent, setPresent] = useState(false);
  useEffect(() => {
    if (isPresent) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      // Looked up each time: Chrome adds it to the page when the extension arrives.
      const { chrome } = globalThis as { chrome?: { runtime?: ExtensionRuntime } };
      if ((await askForExtension(chrome?.runtime)) && !isOver) setPresent(true);
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isPresent]);
  return isPresent;
}
