import { pictureOf } from "../data/capture-store.ts";
import type { HandOutAnswer, HandOutOrder } from "../core/export-order.ts";
import { writePictureFile } from "../data/picture-file.ts";

async function keptPicture(captureId: string): Promise<Blob> {
  const picture = await pictureOf(captureId, "base");
  if (!picture) throw new Error("The capture is not there.");
  return picture;
}

/**
 * Copies a picture. The async clipboard needs a focused document, which an offscreen page never is; but a document that
 * is a picture copies itself, and a frame can be one. The frame stays until the next copy, or as long as the page does: what
 * it sent to the browser's clipboard is lost when it goes at once.
 */
async function copyPicture(picture: Blob): Promise<void> {
  document.querySelector("iframe")?.remove();
  const frame = document.createElement("iframe");
  const url = URL.createObjectURL(picture);
  try {
    await new Promise<void>((resolve, reject) => {
      frame.addEventListener("load", () => resolve(), { once: true });
      frame.addEventListener("error", () => reject(new Error("The picture cannot be shown.")), { once: true });
      frame.src = url;
      document.body.append(frame);
    });
    const shown = frame.contentDocument;
    if (!shown?.execCommand("copy")) throw new Error("The browser refused to copy.");
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function obey(order: HandOutOrder): Promise<string> {
  const picture = await keptPicture(order.captureId);
  if (order.do === "file") return URL.createObjectURL(await writePictureFile(picture, null, order.format));
  await copyPicture(picture);
  return "";
}

const isOrder = (message: unknown): message is HandOutOrder =>
  typeof message === "object" && message !== null && "to" in message && message.to === "hand-out";

/** Wires copying and files into the offscreen page. Only the own worker is heard. */
export function serveFiles(): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: HandOutAnswer) => void) => {
    if (!isOrder(message) || sender.id !== chrome.runtime.id || sender.tab !== undefined) return false;
    obey(message)
      .then((url) => respond({ ok: true, url }))
      .catch((error: unknown) => respond({ ok: false, error: error instanceof Error ? error.message : String(error) }));
    return true;
  });
}
