import type { Conversion, ImageErrorCode } from "../images.port.ts";

/** A task for the image process: an operation on one file in its input folder. */
export type ImageTask =
  | { kind: "thumbnails" | "poster" | "sheet"; source: string }
  | { kind: "square" | "within" | "round"; source: string; side: number }
  | { kind: "mailPicture"; source: string; video: { length: string | null } | null }
  | { kind: "convert"; source: string; target: string; conversion: Conversion };

/** Messages of the image process. `ready` comes first, then one answer for each task. */
export type ImageMessage =
  | { kind: "ready" }
  | { kind: "done"; result: unknown }
  /** `code` is null for an error that is not the image's: the task can be tried again. */
  | { kind: "failed"; code: ImageErrorCode | null; message: string };
