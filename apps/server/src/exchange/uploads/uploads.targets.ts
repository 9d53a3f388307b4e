import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Items } from "../../library/items/index.ts";
import type { Transfers } from "../transfers/index.ts";
import type { PlacedUpload, UploadRow } from "./uploads.repo.ts";
import * as repo from "./uploads.repo.ts";

/** Dependencies on other modules. */
export interface TargetsDeps {
  items: Pick<Items, "facts" | "removeItem">;
  transfers: Pick<Transfers, "assertFillable">;
}

const isRunning = ({ recording, finishedAt }: UploadRow): boolean => recording && finishedAt === null;

/**
 * Checks the target of uploads during their lifetime. Workspace items belong to the workspace; an unfinished recording belongs to its
 * maker: when its target is closed, they may discard it or move it to their personal space, and nothing else.
 */
export function createTargets({ items, transfers }: TargetsDeps) {
  /** Whether an upload goes to the user's own space. Recordings send data every second, and own spaces need no check. */
  const isAtHome = (actor: UserActor, { row, itemSpaceId }: PlacedUpload): boolean =>
    row.itemId === null || itemSpaceId === null || itemSpaceId === actor.personalWorkspaceId;

  /**
   * Refuses when the user may not write any more. A recording cannot continue in a workspace's trash, because its link would never open.
   * @throws AppError `not-found`, `forbidden`
   */
  async function assertOpen(actor: UserActor, placed: PlacedUpload): Promise<void> {
    const { row } = placed;
    if (row.importId !== null && row.finishedAt === null) await transfers.assertFillable(actor, row.importId);
    // A deleted item terminates its upload and deletes its data.
    if (row.itemId === null || isAtHome(actor, placed)) return;
    const facts = await items.facts(actor, row.itemId);
    authorize(actor, "item.write", facts);
    if (isRunning(row) && facts.trashed) throw new AppError("not-found");
  }

  /** Returns whether a recording has lost its target and continues only after moving to the personal space. */
  async function hasLostTarget(actor: UserActor, placed: PlacedUpload): Promise<boolean> {
    if (!isRunning(placed.row) || isAtHome(actor, placed)) return false;
    try {
      await assertOpen(actor, placed);
      return false;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return true;
      throw error;
    }
  }

  /** Returns whether the user may discard the upload, independently of its target. */
  const isTheirsToDrop = ({ row }: PlacedUpload): boolean => isRunning(row);

  /**
   * Replaces the item of a recording by one in its maker's space: received data stays, the old item is deleted. Does nothing when the
   * recording has ended or was moved meanwhile.
   * @returns whether it was replaced
   */
  async function exchange(tx: Executor, { row }: PlacedUpload, make: () => Promise<{ itemId: string | null; workspaceId: string }>) {
    const now = await repo.findUpload(tx, row.id, true);
    if (!now || now.finishedAt !== null || now.itemId !== row.itemId) return false;
    await repo.setUploadTarget(tx, row.id, await make());
    if (row.itemId !== null) await items.removeItem(tx, row.itemId);
    return true;
  }

  return { assertOpen, hasLostTarget, isTheirsToDrop, exchange };
}

export type Targets = ReturnType<typeof createTargets>;
