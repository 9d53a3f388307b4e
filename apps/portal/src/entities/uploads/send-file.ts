import { ApiError, isApiError } from "@stillreel/client";
import type { ItemView } from "../items/item-list.ts";
import { pageFolders } from "./folder-maker.ts";
import { sendByForm } from "./send-by-form.ts";
import { FORM_MAX_BYTES, type SendHooks, type SendJob, type Sent } from "./sending.ts";

/** Videos, archives and large pictures travel in pieces that can be resumed. */
export const goesInPieces = ({ file, place }: Pick<SendJob, "file" | "place">): boolean =>
  place.kind !== "image" || file.size > FORM_MAX_BYTES;

async function sendTo(
  job: SendJob,
  folderId: string | null,
  hooks: SendHooks,
): Promise<{ item: ItemView | null; importId: string | null }> {
  if (!goesInPieces(job)) return { item: await sendByForm(job, folderId, hooks), importId: null };
  // The resumable protocol's code is loaded by those who need it.
  const { sendInPieces } = await import("./send-in-pieces.ts");
  return sendInPieces(job, folderId, hooks);
}

/** The folder went away before the upload began. */
const isFolderGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.issue("folderId") !== undefined || error.issue("parentId") !== undefined);

/**
 * Uploads one file to its place; folders on the way are made. When the place's folder has gone meanwhile, it goes to the root.
 * @throws ApiError when the server refuses or is away
 */
export async function sendFile(job: SendJob, hooks: SendHooks): Promise<Sent<ItemView>> {
  try {
    const folder = await pageFolders.folderOf(job.place);
    const sent = await sendTo(job, folder.id, hooks);
    // The folder may have gone while the bytes were on their way: the server then keeps the item in the root.
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
