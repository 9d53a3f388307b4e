import { statfs } from "node:fs/promises";
import { FAILURES } from "../../media/media/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { VideoError } from "../../platform/ports/video.port.ts";

/** Free bytes below which a failed program is attributed to a full disk. */
const FULL_BYTES = 16 * 1024 * 1024;

const DISK_FULL = "The server's disk is full. The edited video was not saved. The video is unchanged.";
/** Failure of a render whose job used up all attempts. */
export const GIVEN_UP = "The video was rendered several times, and the server failed each time. The video is unchanged. Save it again.";
/** Failure of a copy whose source was deleted. */
export const SOURCE_GONE = "The video that this copy is made of was deleted.";

/** Thrown when edits cannot be rendered for a reason that the user can change. The message is for the user. */
export class Refused extends Error {}

/** Programs report a full disk only in their messages. */
const FULL = /no space left|ENOSPC|disk (?:is )?full/iu;

function isNoSpace(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === "no-space";
  if (error instanceof AppError) return error.code === "storage-full";
  return error instanceof Error && (FULL.test(error.message) || isNoSpace(error.cause));
}

/** Returns whether the disk of a folder has no space left. Programs report this only as a failed write. */
export async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < FULL_BYTES;
}

/** Returns the sentence for the user when repeating a render would fail again; null when a retry may succeed. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof Refused) return error.message;
  if (isNoSpace(error)) return DISK_FULL;
  if (error instanceof AppError && error.code === "quota-exceeded")
    return "Your storage is too full for the edited video. Delete something or empty the trash, then save it again.";
  if (error instanceof AppError && ["not-found", "forbidden", "unauthenticated", "validation-failed"].includes(error.code))
    return "The video was deleted or moved, or you may no longer change it.";
  if (error instanceof VideoError) return RENDER_FAILURES[error.code];
  if (error instanceof StorageError && error.code === "not-found") return RENDER_FAILURES.damaged;
  return null;
}

const RENDER_FAILURES: typeof FAILURES = {
  ...FAILURES,
  damaged: "A part of the video could not be read, so the edits were not saved. The video is unchanged.",
  "too-heavy": "The edited video is too large or too long to be rendered here. The video is unchanged.",
  "no-program": "There is no video program on this server that can render edits. The video is unchanged.",
};

/** Converts the failure of a program to a full disk if that is its reason. */
export async function withDiskState<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && !(error instanceof StorageError) && (await isFull(folder).catch(() => false)))
      throw new StorageError("no-space", "The disk is full.", { cause: error });
    throw error;
  }
}
