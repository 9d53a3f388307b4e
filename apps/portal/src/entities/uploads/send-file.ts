import { ApiError, isApiError } from "@stillreel/client";
import type { ItemView } from "../items/item-list.ts";
import { pageFolders } from "./folder-maker.ts";
import { sendByForm } from "./send-by-form.ts";
import { FORM_MAX_BYTES, type SendHooks, type SendJob, type Sent } from "./sending.ts";

/** Returns whether a file uses a resumable upload: videos, archives and large images. */
export const goesInPieces = ({ file, place }: Pick<SendJob, "file" | "place">): boolean =>
  place.kind !== "image" || file.size > FORM_MAX_BYTES;

async function sendTo(
  job: SendJob,
  folderId: string | null,
  hooks: SendHooks,
): Promise<{ item: ItemView | null; importId: string | null }> {
  if (!goesInPieces(job)) return { item: await sendByForm(job, folderId, hooks), importId: null };
  // The code of the resumable protocol is loaded on demand.
  const { sendInPieces } = await import("./send-in-pieces.ts");
  return sendInPieces(job, folderId, hooks);
}

/** The folder was deleted before the upload started. */
const isFolderGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.issue("folderId") !== undefined || error.issue("parentId") !== undefined);

/**
 * Uploads one file to its target and creates missing folders. When the target folder was deleted meanwhile, the file goes to the root.
 * @throws ApiError when the server refuses or is unavailable
 */
export async function sendFile(job: SendJob, hooks: SendHooks): Promise<Sent<ItemView>> {
  try {
    const folder = await pageFolders.folderOf(job.place);
    const sent = await sendTo(job, folder.id, hooks);
    // The folder may be deleted during the upload: the server then stores the item at the root.
    const isRelocated = folder.id !== null && sent.item?.parentId === null;
    return { ...sent, folderName: isRelocated ? null : folder.name, isRelocated };
  } catch (error) {
    const isGone = isFolderGone(error) || (job.place.path.length > 0 && isApiError(error, "not-found"));
    if (!isGone || (job.place.folderId === null && job.place.path.length === 0)) throw error;
    pageFolders.forget();
    const folder = await pageFolders.folderOf({ ...job.place, folderId: null, folderName: null });
    return { ...(await sendTo(job, folder.id, hooks)), folderName: folder.name, isRelocated: job.place.folderId !== null };
  }
}
