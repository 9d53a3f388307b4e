import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/decision.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { WorkspaceFacts } from "../../access/memberships/index.ts";
import { canRead, fitsFolder, permissionOn, type ItemFacts } from "../../access/policies/items.policy.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { ItemType } from "./bulk.repo.ts";
import { isUuid } from "../../platform/http/cursor.ts";
import type { ItemsDeps } from "./items.deps.ts";
import { presentItems, type PresentedItem, type Sight, withDetails } from "./items.present.ts";
import * as repo from "./items.repo.ts";
import { findDetails, type PictureDetails } from "./pictures.repo.ts";
import { writesAnywhere } from "./reach.plan.ts";

/** An item that was found for somebody, and what decides about it. */
export interface FoundItem {
  row: repo.ItemRow;
  facts: ItemFacts;
}

/** A folder of a space (or its root, by null) that something is put into, and what the caller may do there. */
export interface Target {
  workspaceId: string;
  folderId: string | null;
  rights: SpaceRights;
}

const BLIND: Sight = { permission: { read: false, write: false }, seesFolder: false };

/** Finding items and places for somebody: what they may not see is not there. */
export function createReading(ports: Ports, { memberships, rights, media }: ItemsDeps) {
  const present = <Row extends repo.ItemRow>(actor: Actor, rows: readonly Row[], sight: (row: Row) => Sight): PresentedItem[] =>
    presentItems(
      { media, publicUrl: ports.publicUrl(), trashDays: ports.config.TRASH_DAYS },
      actor.kind === "user" ? actor.id : actor.kind,
      sight,
      rows,
    );

  const sightOf = (actor: Actor, facts: ItemFacts): Sight => ({
    permission: permissionOn(actor, facts),
    seesFolder: permissionOn(actor, { ...facts, grant: facts.folderGrant ?? null }).read,
  });

  /** The item with all that lists leave out. */
  const detailed = (actor: Actor, item: PresentedItem, details: PictureDetails | undefined): PresentedItem =>
    withDetails(media, actor.kind === "user" ? actor.id : actor.kind, item, details);

  /** What decides about an item that was found with the caller's place in its space. */
  async function factsOf(actor: Actor, row: repo.PlacedItemRow): Promise<ItemFacts> {
    const { workspace_id: workspaceId, role } = row;
    const grants =
      actor.kind === "user" && role !== null
        ? await rights.grantsOf({ workspaceId, userId: actor.id, role, rightsVersion: Number(row.rights_version) })
        : null;
    return {
      id: row.id,
      workspaceId,
      folderId: row.folder_id,
      role,
      type: row.type,
      ownerId: row.owner_id,
      title: row.title,
      trashed: row.trashed_at !== null,
      grant: grants?.ofItem(row.id, row.folder_id)?.permission ?? null,
      folderGrant: grants?.ofFolder(row.folder_id)?.permission ?? null,
    };
  }

  /** The item, if the caller may read it; else it does not exist. */
  async function readable(actor: Actor, itemId: string): Promise<FoundItem> {
    const row = isUuid(itemId) ? await repo.findItem(ports.pool, itemId, actor.kind === "user" ? actor.id : null) : undefined;
    if (!row) throw new AppError("not-found");
    const facts = await factsOf(actor, row);
    authorize(canRead(actor, facts));
    return { row, facts };
  }

  /** The item at this path: of this space and this type, and readable. */
  async function at(
    actor: Actor,
    workspaceRef: string,
    type: "image" | "video",
    itemId: string,
  ): Promise<FoundItem & { workspace: WorkspaceFacts }> {
    const [workspace, found] = await Promise.all([memberships.resolve(actor, workspaceRef), readable(actor, itemId)]);
    if (found.row.workspace_id !== workspace.id || found.row.type !== type) throw new AppError("not-found");
    return { ...found, workspace };
  }

  /** An item with this sight of it: of pictures with all that lists leave out. */
  async function whole(actor: Actor, row: repo.ItemRow, sight: Sight): Promise<PresentedItem> {
    const [item] = present(actor, [row], () => sight);
    if (!item) throw new AppError("not-found");
    return detailed(actor, item, row.type === "image" ? await findDetails(ports.pool, row.id) : undefined);
  }

  /** An item that was found for the caller, as they may see it. */
  const shown = (actor: Actor, { row, facts }: FoundItem): Promise<PresentedItem> => whole(actor, row, sightOf(actor, facts));

  /**
   * The same as the member sees it as whom an owner or admin looks: what that member may not read is not there. Stars and likes
   * stay the caller's own. Without a member it is what the caller sees.
   * @throws AppError `forbidden` for whoever may not look as another, `not-found` also for somebody who is no member
   */
  async function shownAs(actor: Actor, found: FoundItem & { workspace: WorkspaceFacts }, asMember?: string): Promise<PresentedItem> {
    if (asMember === undefined) return shown(actor, found);
    const { row, workspace } = found;
    const able = await rights.of(actor, workspace, asMember);
    const permission = able.onItem(row.id, row.folder_id);
    if (!permission.read) throw new AppError("not-found");
    return whole(actor, row, { permission, seesFolder: able.onFolder(row.folder_id).read });
  }

  const one = async (actor: Actor, itemId: string): Promise<PresentedItem> => shown(actor, await readable(actor, itemId));

  /** These items as the caller may see them, in no order; those that they may not see are left out. */
  async function presentByIds(actor: Actor, itemIds: readonly string[]): Promise<PresentedItem[]> {
    const rows = await repo.findItems(ports.pool, itemIds.filter(isUuid), actor.kind === "user" ? actor.id : null);
    const sights = new Map<string, Sight>();
    for (const row of rows) sights.set(row.id, sightOf(actor, await factsOf(actor, row)));
    const seen = rows.filter((row) => sights.get(row.id)?.permission.read);
    return present(actor, seen, (row) => sights.get(row.id) ?? BLIND);
  }

  /** What decisions about the item need to know. @throws AppError `not-found` when the caller may not read it */
  const facts = async (actor: Actor, itemId: string): Promise<ItemFacts> => (await readable(actor, itemId)).facts;

  /**
   * Sees to it that such an item may be put there; a folder is locked until the transaction ends.
   * @throws AppError `validation-failed` on `field` for a folder that is not there for the caller, or takes no such items;
   *   `forbidden` where they may not write
   */
  async function assertTarget(tx: Executor, { workspaceId, folderId, rights: able }: Target, type: ItemType, field: string): Promise<void> {
    const permission = able.onFolder(folderId);
    if (folderId !== null) {
      const folder = isUuid(folderId) ? await repo.lockFolder(tx, workspaceId, folderId) : undefined;
      if (!permission.read || !folder || !fitsFolder(folder.kind, type)) throw noFolder(field);
    }
    if (!permission.write) throw new AppError("forbidden");
  }

  /** The space, if the caller may change anything in it, be it in one folder alone: what of it is to be decided of each place. */
  async function writableSpace(actor: Actor, workspaceRef: string): Promise<WorkspaceFacts> {
    const workspace = await memberships.resolve(actor, workspaceRef);
    if (!writesAnywhere(await rights.of(actor, workspace))) throw new AppError("forbidden");
    return workspace;
  }

  return { present, detailed, readable, at, shown, shownAs, one, presentByIds, facts, assertTarget, writableSpace };
}

/** What is said of a folder that is not there, or not for the caller. */
export const noFolder = (field: string): AppError => invalid(field, "We could not find that folder.", "not-found");

export type Reading = ReturnType<typeof createReading>;
