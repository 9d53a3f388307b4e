import { invalid } from "../../platform/http/app-error.ts";

/** Declared kinds of uploads. For images and videos the content decides; an archive is a zip for import. */
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
/** Default media type by kind. */
const USUAL_MIME: Record<Kind, string> = { image: "image/png", video: "video/mp4", archive: "application/zip" };

/** Metadata of an upload (`Upload-Metadata`). */
export type Metadata = Readonly<Record<string, string | null | undefined>>;
/** Returns the file name of the client. */
export const fileNameOf = (metadata: Metadata): string | undefined => metadata["fullFileName"] ?? metadata["filename"] ?? undefined;
const byEnding = (fileName: string | undefined): [kind: Kind, mimeType: string] | undefined =>
  BY_ENDING[/\.([A-Za-z0-9]{1,5})$/u.exec(fileName ?? "")?.[1]?.toLowerCase() ?? ""];

/** Returns the kind by metadata, otherwise by file name, otherwise image. Null when unsupported. */
export function kindOf(metadata: Metadata): Kind | null {
  const value = metadata["type"] ?? "";
  if (value === "") return byEnding(fileNameOf(metadata))?.[0] ?? "image";
  return KINDS.find((kind) => kind === value) ?? null;
}

/** Parses `true` or `false`; false by default. */
function flagOf(metadata: Metadata, name: string): boolean {
  const value = metadata[name] ?? "";
  if (!["true", "false", ""].includes(value)) throw invalid(name, "Please say true or false.");
  return value === "true";
}

/** Returns whether a recording may be watched live; null for a file upload. @throws AppError `validation-failed` */
export function recordingOf(metadata: Metadata, kind: Kind): { live: boolean } | null {
  const [isRecording, live] = [flagOf(metadata, "recording"), flagOf(metadata, "live")];
  if (isRecording && kind !== "video") throw invalid("recording", "Only videos are recorded.");
  if (live && !isRecording) throw invalid("live", "Only a recording can be watched while it is made.");
  return isRecording ? { live } : null;
}

/** Ids are 128-bit secrets in base64url. */
const UPLOAD_ID = /^[A-Za-z0-9_-]{22}$/u;

/** Returns whether a text is a valid upload id. */
export const isUploadId = (id: string): boolean => UPLOAD_ID.test(id);

/**
 * Returns the upload id chosen by the client, or null. With its own id a client can repeat the request and find the upload after a lost
 * response. @throws AppError `validation-failed`
 */
export function chosenIdOf(metadata: Metadata): string | null {
  const id = metadata["uploadId"] ?? "";
  if (id === "") return null;
  if (!isUploadId(id)) throw invalid("uploadId", "This is not a name for an upload.");
  return id;
}

/** Returns the media type by file name until the content is known. */
export function mimeTypeOf(kind: Kind, fileName: string | undefined): string {
  const guess = byEnding(fileName);
  return guess?.[0] === kind ? guess[1] : USUAL_MIME[kind];
}
