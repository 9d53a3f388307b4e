import { IMAGE_TYPES } from "@stillreel/contract";
import type { ItemView } from "../library/index.ts";
import { sendByForm } from "./send-by-form.ts";
import type { SendHooks } from "./sending.ts";
import type { UploadFailure } from "./upload-queue.ts";

/** Files up to this size travel as one form; larger ones in pieces that can be resumed. */
export const FORM_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Uploads one picture to My images; gives the new item, or null when the server kept the file but the item could not be read back.
 * @throws ApiError when the server refuses or is away
 */
export async function sendFile(file: File, hooks: SendHooks): Promise<ItemView | null> {
  if (file.size <= FORM_MAX_BYTES) return sendByForm(file, hooks);
  // The resumable protocol's code is loaded by those who need it.
  const { sendInPieces } = await import("./send-in-pieces.ts");
  return sendInPieces(file, hooks);
}

/** What is wrong with a file before a byte is sent, or null. The server judges by content; this spares hopeless uploads. */
export function refusalOf(file: Pick<File, "type" | "size">): UploadFailure | null {
  if (file.size === 0) return { code: "unreadable-file" };
  if (file.type !== "" && !(IMAGE_TYPES as readonly string[]).includes(file.type)) return { code: "unsupported-file-type" };
  return null;
}
