/** What a running upload gets from its owner. Aborting the signal ends it and removes what the server holds of it. */
export interface SendHooks {
  signal: AbortSignal;
  /** Bytes that have left, of `file.size`. */
  onProgress: (sentBytes: number) => void;
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
