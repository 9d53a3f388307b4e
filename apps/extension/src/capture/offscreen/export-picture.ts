import { pictureOf } from "../data/capture-store.ts";
import type { FileFormat } from "../core/file-format.ts";
import { writePictureFile } from "../data/picture-file.ts";

async function storedPicture(captureId: string): Promise<Blob> {
  const picture = await pictureOf(captureId, "base");
  if (!picture) throw new Error("The capture is not there.");
  return picture;
}

/**
 * Copies a picture. The async clipboard needs a focused document, which an offscreen page never is. An image document in a
 * frame can copy itself instead. The frame stays until the next copy or the end of the page, because the browser loses the
 * clipboard data when the frame is removed immediately.
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

/** Copies a stored picture to the clipboard. */
export async function copyStoredPicture({ captureId }: { captureId: string }): Promise<void> {
  await copyPicture(await storedPicture(captureId));
}

/** Writes a stored picture as a file. Returns its object URL, which is valid while this page exists. */
export async function writeStoredPicture({ captureId, format }: { captureId: string; format: FileFormat }): Promise<string> {
  return URL.createObjectURL(await writePictureFile(await storedPicture(captureId), null, format));
}
