import { EXTENSION_ID } from "@stillreel/contract";
import { useEffect, useState } from "react";

/** Poll interval while the extension is not detected, in milliseconds. */
const ASK_EVERY_MS = 1500;

/** The part of Chrome's API that a page sees when an extension allows its messages. */
interface ExtensionRuntime {
  sendMessage(extensionId: string, message: unknown, respond: (reply: unknown) => void): void;
  lastError?: { message?: string };
}

/** Asks the extension whether it is installed. Browsers without extensions and other extensions answer no. */
export function askForExtension(runtime: ExtensionRuntime | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (!runtime?.sendMessage) return resolve(false);
    try {
      runtime.sendMessage(EXTENSION_ID, { type: "presence" }, (reply) => {
        // Reading the error prevents a console message.
        const isMissing = runtime.lastError !== undefined;
        resolve(!isMissing && typeof reply === "object" && reply !== null && "installed" in reply && reply.installed === true);
      });
    } catch {
      // This browser does not know the id.
      resolve(false);
    }
  });
}

/** Whether the extension has answered. It stays true until the page is reloaded. */
let isKnown = false;

/** Returns true when the extension has answered. It is asked once, and repeatedly while a user is expected to install it. */
export function useExtensionPresence({ isWaiting = false } = {}): boolean {
  const [isPresent, setPresent] = useState(isKnown);
  useEffect(() => {
    if (isPresent) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      // Read each time: Chrome adds the API to the page when the extension is installed.
      const { chrome } = globalThis as { chrome?: { runtime?: ExtensionRuntime } };
      isKnown ||= await askForExtension(chrome?.runtime);
      if (isKnown && !isOver) setPresent(true);
    };
    void ask();
    const timer = isWaiting ? setInterval(() => void ask(), ASK_EVERY_MS) : undefined;
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isPresent, isWaiting]);
  return isPresent;
}
