import { AppError } from "../../platform/http/app-error.ts";
import type { UnsafeZip } from "../../platform/ports/archives/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { isOfDatabase } from "./imports.bytes.ts";
import { FILES_MAX } from "./imports.plan.ts";

/** Error: the zip is unreadable; its message is displayed to the user. */
export class BadZip extends Error {}

/** Messages about archives that are refused before any of their files is read. */
export const UNSAFE_ZIPS: Record<UnsafeZip["reason"], string> = {
  entries: `The archive holds more than ${FILES_MAX} files.`,
  unpacked: "The archive unpacks to far more than it may.",
  overlap: "Several files of the archive share the same bytes, so nothing was imported.",
};

/** Messages about missing additional files. */
export const NOT_FOUND = {
  original: "The original of a picture cannot be found; the picture came without it.",
  annotations: "The annotations of a picture cannot be found; the picture came without it.",
  captions: "The captions of a video cannot be found; the video came without them.",
  pointer: "The recorded pointer of a video cannot be found; the video came without it.",
};

/** Reasons why a file beside an item was left out although it was there. */
export const UNREADABLE = {
  annotations: "The annotations of a picture cannot be read; the picture came without them.",
  pointer: "The recorded pointer of a video cannot be read; the video came without it.",
};

/** Messages about parts of a whiteboard that could not be imported. */
export const LOST_PARTS = {
  image: "An image on a whiteboard cannot be read; the whiteboard came without it.",
  element: "A shape on a whiteboard cannot be read; the whiteboard came without it.",
};

/** Error: one file of the zip is unreadable. */
export class BadFile extends Error {}

/** Error: the import was deleted meanwhile. */
export class Stopped extends Error {}

/** Error: the user may not write there any more. */
export class Refused extends Stopped {}

/** Error codes that concern one file only. */
const OF_ONE_FILE = new Set(["file-too-large", "image-too-large", "unreadable-file", "unsupported-file-type"]);

/** Returns whether an error concerns one file only. */
export const isItsFault = (error: unknown): error is Error =>
  error instanceof BadFile || (error instanceof AppError && OF_ONE_FILE.has(error.code));

/** Returns whether an error concerns the whole import. */
export const isBeyondFile = (error: unknown): boolean =>
  error instanceof StorageError || error instanceof BadZip || error instanceof Stopped || isOfDatabase(error);
