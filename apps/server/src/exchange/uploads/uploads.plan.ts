import { invalid } from "../../platform/http/app-error.ts";

/** What somebody says that they upload. For pictures and videos the bytes have the last word; an archive is a zip to be imported. */
const KINDS = ["image", "video", "archive"] as const;
export type Kind = (typeof KINDS)[number];

const BY_ENDING: Record<string, [kind: Kind, mimeType: string]> = {
  png: ["image", "image/png"],
  jpg: ["image", "image/jpeg"],
  jpeg: ["image", "image/jpeg"],
  webp: ["image", "image/webp"],
  gif: ["image", "image/gif"],
  mp4: ["video", "video/mp4"],
  m4v: ["video", "video/mp4"],
  mov: ["video", "video/quicktime"],
  qt: ["video", "video/quicktime"],
  webm: ["video", "video/webm"],
  mkv: ["video", "video/x-matroska"],
  avi: ["video", "video/x-msvideo"],
  zip: ["archive", "application/zip"],
};
/** By kind alone. */
const USUAL_MIME: Record<Kind, string> = { image: "image/png", video: "video/mp4", archive: "application/zip" };

/** What a client says of an upload (`Upload-Metadata`). */
export type Metadata = Readonly<Record<string, string | null | undefined>>;
/** What the client calls the file. */
export const fileNameOf = (metadata: Metadata): string | undefined => metadata["fullFileName"] ?? metadata["filename"] ?? undefined;
const byEnding = (fileName: string | undefined): [kind: Kind, mimeType: string] | undefined =>
  BY_ENDING[/\.([A-Za-z0-9]{1,5})$/u.exec(fileName ?? "")?.[1]?.toLowerCase() ?? ""];

/** What the metadata says it is, else what the file's name does, else a picture. Null for what is none of these. */
export function kindOf(metadata: Metadata): Kind | null {
  const said = metadata["type"] ?? "";
  if (said === "") return byEnding(fileNameOf(metadata))?.[0] ?? "image";
  return KINDS.find((kind) => kind === said) ?? null;
}

/** `true`, `false`, or nothing, which is `false`. */
function flagOf(metadata: Metadata, name: string): boolean {
  const said = metadata[name] ?? "";
  if (!["true", "false", ""].includes(said)) throw invalid(name, "Please say true or false.");
  return said === "true";
}

/** Is it a recording that is sent while it is made, and may it be watched meanwhile? Null for a file that is there. @throws AppError `validation-failed` */
export function recordingOf(metadata: Metadata, kind: Kind): { live: boolean } | null {
  const [isRecording, live] = [flagOf(metadata, "recording"), flagOf(metadata, "live")];
  if (isRecording && kind !== "video") throw invalid("recording", "Only videos are recorded.");
  if (live && !isRecording) throw invalid("live", "Only a recording can be watched while it is made.");
  return isRecording ? { live } : null;
}

/** Ids are 128-bit secrets in base64url. */
const UPLOAD_ID = /^[A-Za-z0-9_-]{22}$/u;

/** Whether an upload could be called that. */
export const isUploadId = (id: string): boolean => UPLOAD_ID.test(id);

/**
 * What the client wants the upload to be called; null: anything. Who names it can ask twice for the same one, and finds it again
 * when the answer got lost. @throws AppError `validation-failed`
 */
export function chosenIdOf(metadata: Metadata): string | null {
  const id = metadata["uploadId"] ?? "";
  if (id === "") return null;
  if (!isUploadId(id)) throw invalid("uploadId", "This is not a name for an upload.");
  return id;
}

/** The type that the file's name promises, until its bytes tell. */
export function mimeTypeOf(kind: Kind, fileName: string | undefined): string {
  const guess = byEnding(fileName);
  return guess?.[0] === kind ? guess[1] : USUAL_MIME[kind];
}
