import { IMAGE_TYPES } from "@stillreel/contract";
import type { ItemView } from "../library/index.ts";
import { sendByForm } from "./send-by-form.ts";
import type { UploadFailure } from "./upload-queue.ts";

/** Files up to this size travel as one form; larger ones in pieces that can be resumed. */
export const FORM_MAX_BYTES = 8 * 1024 * 1024;

/** What a running upload gets from its owner. Aborting the signal ends it and removes what the server holds of it. */
export interface SendHooks {
  signal: AbortSignal;
  /** Bytes that have left, of `file.size`. */
  onProgress: (sentBytes: number) => void;
}

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

// Separators, control characters and direction overrides: the contract refuses them in file names.
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\\u202a-\u202e\u2066-\u2069]/gu;
const NAME_LENGTH = 200;

/** A file's name as the server takes it: unsafe characters become "_", an over-long name keeps its ending. */
export function safeFileName(name: string): string {
  const clean = name.replace(UNSAFE, "_").trim() || "image";
  const letters = Array.from(clean);
  if (letters.length <= NAME_LENGTH) return clean;
  const dot = clean.lastIndexOf(".");
  const ending = dot > 0 && clean.length - dot <= 10 ? clean.slice(dot) : "";
  return letters.slice(0, NAME_LENGTH - ending.length).join("") + ending;
}
