import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { authorize } from "../../access/policies/decision.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { canWrite } from "../../access/policies/items.policy.ts";
import type { Items } from "../../library/items/index.ts";
import type { Transfers } from "../transfers/index.ts";
import type { PlacedUpload, UploadRow } from "./uploads.repo.ts";
import * as repo from "./uploads.repo.ts";

/** What places need of the modules beside them. */
export interface PlacesDeps {
  items: Pick<Items, "facts" | "removeItem">;
  transfers: Pick<Transfers, "assertFillable">;
}

const isRunning = ({ recording, finishedAt }: UploadRow): boolean => recording && finishedAt === null;

/**
 * Where uploads put things, and for how long their people may. What a team keeps is the team's; a recording that is not whole yet is
 * nobody's but its maker's: when its place is closed to them, they may throw it away or take it home, and do neither to anything else.
 */
export function createPlaces({ items, transfers }: PlacesDeps) {
  /** Recordings send something each second, most of them into their person's own space, where nothing has to be asked. */
  const isAtHome = (actor: UserActor, { row, itemSpaceId }: PlacedUpload): boolean =>
    row.itemId === null || itemSpaceId === null || itemSpaceId === actor.personalWorkspaceId;

  /**
   * Refuses where the person may not write any more. A recording does not go on into a team's bin: its link would never open.
   * @throws AppError `not-found`, `forbidden`
   */
  async function assertOpen(actor: UserActor, placed: PlacedUpload): Promise<void> {
    const { row } = placed;
    if (row.importId !== null && row.finishedAt === null) await transfers.assertFillable(actor, row.importId);
    // An item that is gone ends its upload, with all that lies here of it.
    if (row.itemId === null || isAtHome(actor, placed)) return;
    const facts = await items.facts(actor, row.itemId);
    authorize(canWrite(actor, facts));
    if (isRunning(row) && facts.trashed) throw new AppError("not-found");
  }

  /** Whether a recording has lost its place: it goes on nowhere unless it is taken home. */
  async function hasLostPlace(actor: UserActor, placed: PlacedUpload): Promise<boolean> {
    if (!isRunning(placed.row) || isAtHome(actor, placed)) return false;
    try {
      await assertOpen(actor, placed);
      return false;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return true;
      throw error;
    }
  }

  /** May this person throw the upload away, whatever has become of its place? */
  const isTheirsToDrop = ({ row }: PlacedUpload): boolean => isRunning(row);

  /**
   * Lets a recording become another item than it was to be, in a space of its maker's: what has arrived of it stays, what lay in the
   * lost place goes. Nothing happens to one that has ended, or was taken home, meanwhile.
   * @returns whether it was done
   */
  async function exchange(tx: Executor, { row }: PlacedUpload, make: () => Promise<{ itemId: string | null; workspaceId: string }>) {
    const now = await repo.findUpload(tx, row.id, true);
    if (!now || now.finishedAt !== null || now.itemId !== row.itemId) return false;
    await repo.placeUpload(tx, row.id, await make());
    if (row.itemId !== null) await items.removeItem(tx, row.itemId);
    return true;
  }

  return { assertOpen, hasLostPlace, isTheirsToDrop, exchange };
}

export type Places = ReturnType<typeof createPlaces>;
