import type { UploadDestination } from "./upload-destination.ts";

/** Files up to this size travel as one form, where they may; larger ones in pieces that can be resumed. */
export const FORM_MAX_BYTES = 8 * 1024 * 1024;

/** Reason of an abort that only pauses: what the server holds of the upload stays there. */
export const PAUSED: unique symbol = Symbol("paused");

/** One file to send. */
export interface SendJob {
  file: File;
  place: UploadDestination;
  /** Names the upload for good, so that sending it twice makes one item. */
  key: string;
  /** Address of an upload that was begun before. */
  url: string | null;
}

/** What a running upload gets from its owner. Aborting the signal ends it and removes what the server holds of it, unless it is only paused. */
export interface SendHooks {
  signal: AbortSignal;
  /** Bytes that have left, of `file.size`. */
  onProgress: (sentBytes: number) => void;
  /** The upload can be resumed at this address from now on. */
  onUrl: (url: string) => void;
}

/** What came of a file. `item` is null when the server kept the file but the item could not be read back. */
export interface Sent<I> {
  item: I | null;
  importId: string | null;
  /** Name of the folder that it lies in; null for the root. */
  folderName: string | null;
  /** The folder had gone, so it lies in the root. */
  isRelocated: boolean;
}

// Separators, control characters and direction overrides: the contract refuses them in file names.
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
