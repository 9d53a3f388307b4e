import type { RecordingMeta } from "../store/store.types.ts";

/** Returns the metadata that the server gets when the upload starts. */
export function uploadMetadata({ order, mimeType }: RecordingMeta): Record<string, string> {
  return {
    type: "video",
    recording: "true",
    live: String(order.live),
    title: order.title,
    fullFileName: fileNameFor(order.fileName, mimeType),
    filetype: mimeType.split(";")[0] ?? mimeType,
    workspaceId: order.workspaceId,
    folderId: order.folderId ?? "",
    pageUrl: order.pageUrl ?? "",
  };
}

/** Returns the file name with the extension of its type. */
export function fileNameFor(name: string, mimeType: string): string {
  const ending = mimeType.startsWith("video/webm") ? ".webm" : ".mp4";
  return name.toLowerCase().endsWith(ending) ? name : `${name.replace(/\.(?:mp4|webm)$/iu, "")}${ending}`;
}
