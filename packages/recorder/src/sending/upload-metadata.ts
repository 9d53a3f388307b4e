import type { RecordingMeta } from "../store/store.types.ts";

/** What the server is told of a recording when its upload begins. */
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

/** The file's name with the ending that fits what is in it. */
export function fileNameFor(name: string, mimeType: string): string {
  const ending = mimeType.startsWith("video/webm") ? ".webm" : ".mp4";
  return name.toLowerCase().endsWith(ending) ? name : `${name.replace(/\.(?:mp4|webm)$/iu, "")}${ending}`;
}
