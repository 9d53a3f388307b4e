import { BOARD_IMAGES_MAX } from "@stillreel/contract";
import type { StoredBlob } from "../../media/media/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import * as repo from "./images.repo.ts";

/** An image whose bytes are in the store. */
export interface NewImage {
  boardId: string;
  fileId: string;
  stored: StoredBlob;
  mimeType: string;
  width: number;
  height: number;
  /** Whose quota counts when the board has no owner; null for images that the server made. */
  userId: string | null;
  /** Time at which a video shows the frame, in milliseconds, when that is not the time at which a user took it. */
  shownAtMs?: number;
}

/**
 * Adds the rows of an image, in the caller's transaction. An image of the board with this id stays: then it is returned as `earlier`, and the
 * new bytes are not needed.
 * @throws AppError `not-found` when there is no such board outside of the trash, `board-full`, `quota-exceeded`
 */
export async function addImage(
  tx: Executor,
  { ports, deps }: { ports: Pick<Ports, "clock">; deps: Pick<BoardsDeps, "items" | "media"> },
  { boardId, fileId, stored, mimeType, width, height, userId, shownAtMs }: NewImage,
): Promise<{ workspaceId: string; earlier: repo.ImageRow | undefined }> {
  const board = await repo.lockForImage(tx, boardId);
  if (!board) throw new AppError("not-found");
  const { workspaceId } = board;
  const earlier = await repo.findImage(tx, boardId, fileId);
  if (earlier) return { workspaceId, earlier };
  if (board.images >= BOARD_IMAGES_MAX) throw new AppError("board-full");
  const ownerId = board.ownerId ?? userId;
  const { quota } = deps.items;
  await (ownerId === null
    ? quota.claimSpace(tx, workspaceId, stored.sizeBytes)
    : quota.claim(tx, { ownerId, workspaceId }, stored.sizeBytes));
  await deps.media.insertBlob(tx, { ...stored, mimeType });
  const image = { fileId, mimeType, width, height, sizeBytes: stored.sizeBytes, shownAtMs: shownAtMs ?? null };
  await repo.insertImage(tx, boardId, { ...image, blobId: stored.id, at: ports.clock.now() });
  return { workspaceId, earlier: undefined };
}
