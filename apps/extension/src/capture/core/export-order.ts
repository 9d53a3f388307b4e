import type { FileFormat } from "../data/picture-file.ts";

/** What the worker asks of the offscreen page, which has the clipboard and addresses for files. */
export type HandOutOrder =
  | { to: "hand-out"; do: "copy"; captureId: string }
  /** Answers with an address that holds as long as the page stands. */
  | { to: "hand-out"; do: "file"; captureId: string; format: FileFormat };

export type HandOutAnswer = { ok: true; url: string } | { ok: false; error: string };
