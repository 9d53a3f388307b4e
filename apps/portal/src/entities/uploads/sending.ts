import type { UploadDestination } from "./upload-destination.ts";

/** Maximum size of a form upload; larger files use resumable uploads. */
export const FORM_MAX_BYTES = 8 * 1024 * 1024;

/** Abort reason for pausing: the server preserves the partial upload. */
export const PAUSED: unique symbol = Symbol("paused");

/** One file to send. */
export interface SendJob {
  file: File;
  place: UploadDestination;
  /** Permanent key of the upload, so that a repeated upload creates one item. */
  key: string;
  /** Address of an upload that was started before. */
  url: string | null;
}

/** Hooks of an active upload. Aborting the signal ends it and deletes the partial upload on the server unless it is paused. */
export interface SendHooks {
  signal: AbortSignal;
  /** Receives the sent bytes, up to `file.size`. */
  onProgress: (sentBytes: number) => void;
  /** Receives the address at which the upload can be resumed. */
  onUrl: (url: string) => void;
}

/** Result of an upload. `item` is null when the file was stored but the item could not be read. */
export interface Sent<I> {
  item: I | null;
  importId: string | null;
  /** Name of its folder; null for the root. */
  folderName: string | null;
  /** The folder was deleted, so the item is at the root. */
  isRelocated: boolean;
}

// Separators, control characters and direction overrides: the contract refuses them in file names.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\\u202a-\u202e\u2066-\u2069]/gu;
const NAME_LENGTH = 200;

/** Returns a valid file name: invalid characters become "_", a long name preserves its extension. */
export function safeFileName(name: string): string {
  const clean = name.replace(UNSAFE, "_").trim() || "image";
  const letters = Array.from(clean);
  if (letters.length <= NAME_LENGTH) return clean;
  const dot = clean.lastIndexOf(".");
  const ending = dot > 0 && clean.length - dot <= 10 ? clean.slice(dot) : "";
  return letters.slice(0, NAME_LENGTH - ending.length).join("") + ending;
}
