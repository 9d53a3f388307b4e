import type { Executor } from "../../db/client.ts";
import { AppError, invalid } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import { authorize, type Actor } from "../../policies/actor.ts";
import { canRead, canWrite, fitsFolder, permissionOn, type ItemFacts, type Permission } from "../../policies/items.policy.ts";
import type { Audit } from "../audit/index.ts";
import type { Events } from "../events/index.ts";
import type { Media } from "../media/index.ts";
import type { Search } from "../search/index.ts";
import type { Workspaces, WorkspaceFacts } from "../workspaces/index.ts";
import { isUuid } from "./items.cursor.ts";
import { presentItems, type PresentedItem, withDetails } from "./items.present.ts";
import * as repo from "./items.repo.ts";
import { findDetails, type PictureDetails } from "./pictures.repo.ts";

/** What items need of modules beside them. */
export interface ItemsDeps {
  workspaces: Pick<Workspaces, "resolve">;
  media: Media;
  audit: Audit;
  search: Search;
  events: Events;
}

/** Finding items and places for somebody: what they may not see is not there. */
export function createReading(ports: Ports, { workspaces, media }: ItemsDeps) {
  const present = (actor: Actor, rows: readonly repo.ItemRow[], permission: Permission): PresentedItem[] =>
    presentItems(
      { media, publicUrl: ports.publicUrl(), trashDays: ports.config.TRASH_DAYS },
      actor.kind === "user" ? actor.id : actor.kind,
      permission,
      rows,
    );

  /** The item with all that lists leave out. */
  const detailed = (actor: Actor, item: PresentedItem, details: PictureDetails | undefined): PresentedItem =>
    withDetails(media, actor.kind === "user" ? actor.id : actor.kind, item, details);

  /** The item, if the caller may read it; else it does not exist. */
  async function readable(actor: Actor, itemId: string): Promise<{ row: repo.ItemRow; facts: ItemFacts }> {
    const row = isUuid(itemId) ? await repo.findItem(ports.pool, itemId, actor.kind === "user" ? actor.id : null) : undefined;
    if (!row) throw new AppError("not-found");
    const facts: ItemFacts = {
      id: row.id,
      workspaceId: row.workspace_id,
      role: row.role,
      type: row.type,
      ownerId: row.owner_id,
      title: row.title,
      trashed: row.trashed_at !== null,
      grant: null,
    };
    authorize(canRead(actor, facts));
    return { row, facts };
  }

  /** The item at this path: of this space and this type, and readable. */
  async function at(
    actor: Actor,
    workspaceRef: string,
    type: "image" | "video",
    itemId: string,
  ): Promise<{ row: repo.ItemRow; facts: ItemFacts }> {
    const [workspace, found] = await Promise.all([workspaces.resolve(actor, workspaceRef), readable(actor, itemId)]);
    if (found.row.workspace_id !== workspace.id || found.row.type !== type) throw new AppError("not-found");
    return found;
  }

  /** An item that was found for the caller, as they may see it: of pictures with all that lists leave out. */
  async function shown(actor: Actor, { row, facts }: { row: repo.ItemRow; facts: ItemFacts }): Promise<PresentedItem> {
    const [item] = present(actor, [row], permissionOn(actor, facts));
    if (!item) throw new AppError("not-found");
    return detailed(actor, item, row.type === "image" ? await findDetails(ports.pool, row.id) : undefined);
  }

  const one = async (actor: Actor, itemId: string): Promise<PresentedItem> => shown(actor, await readable(actor, itemId));

  /** These items as the caller may see them, in no order; those that they may not see are left out. */
  async function presentByIds(actor: Actor, itemIds: readonly string[]): Promise<PresentedItem[]> {
    const rows = await repo.findItems(ports.pool, itemIds.filter(isUuid), actor.kind === "user" ? actor.id : null);
    return rows.flatMap((row) => {
      const permission = permissionOn(actor, { workspaceId: row.workspace_id, role: row.role });
      return permission.read ? present(actor, [row], permission) : [];
    });
  }

  /** What decisions about the item need to know. @throws AppError `not-found` when the caller may not read it */
  const facts = async (actor: Actor, itemId: string): Promise<ItemFacts> => (await readable(actor, itemId)).facts;

  /** A folder that may hold such an item, locked until the transaction ends. @throws AppError `validation-failed` on `field` */
  async function assertFolder(
    tx: Executor,
    workspaceId: string,
    folderId: string | null,
    type: "image" | "video",
    field: string,
  ): Promise<void> {
    if (folderId === null) return;
    const folder = isUuid(folderId) ? await repo.lockFolder(tx, workspaceId, folderId) : undefined;
    if (!folder || !fitsFolder(folder.kind, type)) throw invalid(field, "We could not find that folder.", "not-found");
  }

  /** The space, if the caller may add to it. */
  async function writableSpace(actor: Actor, workspaceRef: string): Promise<WorkspaceFacts> {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    authorize(canWrite(actor, { workspaceId: workspace.id, role: workspace.role }));
    return workspace;
  }

  return { present, detailed, readable, at, shown, one, presentByIds, facts, assertFolder, writableSpace };
}

export type Reading = ReturnType<typeof createReading>;
