import { isUuid, type ItemType } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { WorkspaceFacts } from "../../access/memberships/index.ts";
import { fitsFolder, permissionOn, type ItemFacts } from "../../access/policies/items.policy.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { ItemsDeps } from "./items.deps.ts";
import { presentItems, type PresentedItem, type Sight, withDetails } from "./items.present.ts";
import * as repo from "./queries/items.repo.ts";
import { findDetails, type PictureDetails } from "./queries/pictures.repo.ts";
import { writesAnywhere } from "./queries/access-scope.plan.ts";

/** A found item with the facts for permission decisions. */
export interface FoundItem {
  row: repo.ItemRow;
  facts: ItemFacts;
}

/** Target folder of a workspace (null: its root), with the caller's rights. */
export interface Target {
  workspaceId: string;
  folderId: string | null;
  rights: SpaceRights;
}

const BLIND: Sight = { permission: { read: false, write: false }, seesFolder: false };

/** The ports and services that the functions of this file use. */
interface Context extends Pick<ItemsDeps, "media" | "rights" | "memberships"> {
  ports: Ports;
}

const present = <Row extends repo.ItemRow>(
  { media, ports }: Context,
  actor: Actor,
  rows: readonly Row[],
  sight: (row: Row) => Sight,
): PresentedItem[] =>
  presentItems(
    { media, publicUrl: ports.publicUrl(), trashDays: ports.settings.current().trashDays },
    actor.kind === "user" ? actor.id : actor.kind,
    sight,
    rows,
  );

const sightOf = (actor: Actor, facts: ItemFacts): Sight => ({
  permission: permissionOn(actor, facts),
  seesFolder: permissionOn(actor, { ...facts, grant: facts.folderGrant ?? null }).read,
});

/** Adds the data to an item that lists leave out. */
const detailed = ({ media }: Context, actor: Actor, item: PresentedItem, details: PictureDetails | undefined): PresentedItem =>
  withDetails(media, actor.kind === "user" ? actor.id : actor.kind, item, details);

/** Returns the facts for permission decisions on an item that was read with the caller's membership. */
async function factsOf({ rights }: Context, actor: Actor, row: repo.PlacedItemRow): Promise<ItemFacts> {
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

/** Returns the item if the caller may read it, else throws not-found. */
async function readable(context: Context, actor: Actor, itemId: string): Promise<FoundItem> {
  const { ports } = context;
  const row = isUuid(itemId) ? await repo.findItem(ports.pool, itemId, actor.kind === "user" ? actor.id : null) : undefined;
  if (!row) throw new AppError("not-found");
  const facts = await factsOf(context, actor, row);
  authorize(actor, "item.read", facts);
  return { row, facts };
}

/** Returns the readable item of a path, with this workspace and type. */
async function at(
  context: Context,
  actor: Actor,
  workspaceRef: string,
  type: ItemType,
  itemId: string,
): Promise<FoundItem & { workspace: WorkspaceFacts }> {
  const { memberships } = context;
  const [workspace, found] = await Promise.all([memberships.resolve(actor, workspaceRef), readable(context, actor, itemId)]);
  if (found.row.workspace_id !== workspace.id || found.row.type !== type) throw new AppError("not-found");
  return { ...found, workspace };
}

/** Returns an item with this visibility. Pictures include the data that lists leave out. */
async function whole(context: Context, actor: Actor, row: repo.ItemRow, sight: Sight): Promise<PresentedItem> {
  const { ports } = context;
  const [item] = present(context, actor, [row], () => sight);
  if (!item) throw new AppError("not-found");
  return detailed(context, actor, item, row.type === "image" ? await findDetails(ports.pool, row.id) : undefined);
}

/** Returns a found item as the caller may see it. */
const shown = (context: Context, actor: Actor, { row, facts }: FoundItem): Promise<PresentedItem> =>
  whole(context, actor, row, sightOf(actor, facts));

/**
 * Returns an item as a member sees it, for owners and admins. Items that the member may not read are not found. Stars
 * and likes are those of the caller. Without a member, it returns the caller's own view.
 * @throws AppError `forbidden` for callers without this right, `not-found` also when the given user is not a member
 */
async function shownAs(
  context: Context,
  actor: Actor,
  found: FoundItem & { workspace: WorkspaceFacts },
  asMember?: string,
): Promise<PresentedItem> {
  const { rights } = context;
  if (asMember === undefined) return shown(context, actor, found);
  const { row, workspace } = found;
  const able = await rights.of(actor, workspace, asMember);
  const permission = able.onItem(row.id, row.folder_id);
  if (!permission.read) throw new AppError("not-found");
  return whole(context, actor, row, { permission, seesFolder: able.onFolder(row.folder_id).read });
}

const one = async (context: Context, actor: Actor, itemId: string): Promise<PresentedItem> =>
  shown(context, actor, await readable(context, actor, itemId));

/** Returns these items as the caller may see them, in no specific order. Invisible ones are left out. */
async function presentByIds(context: Context, actor: Actor, itemIds: readonly string[]): Promise<PresentedItem[]> {
  const { ports } = context;
  const rows = await repo.findItems(ports.pool, itemIds.filter(isUuid), actor.kind === "user" ? actor.id : null);
  const sights = new Map<string, Sight>();
  for (const row of rows) sights.set(row.id, sightOf(actor, await factsOf(context, actor, row)));
  const seen = rows.filter((row) => sights.get(row.id)?.permission.read);
  return present(context, actor, seen, (row) => sights.get(row.id) ?? BLIND);
}

/** Returns the facts for permission decisions on the item. @throws AppError `not-found` when the caller may not read it */
const facts = async (context: Context, actor: Actor, itemId: string): Promise<ItemFacts> => (await readable(context, actor, itemId)).facts;

/**
 * Checks that such an item may be added to the target. A folder is locked until the transaction ends.
 * @throws AppError `validation-failed` on `field` for a folder that the caller cannot see, or that does not accept the
 * type; `forbidden` without write permission
 */
async function assertTarget(tx: Executor, { workspaceId, folderId, rights: able }: Target, type: ItemType, field: string): Promise<void> {
  const permission = able.onFolder(folderId);
  if (folderId !== null) {
    const folder = isUuid(folderId) ? await repo.lockFolder(tx, workspaceId, folderId) : undefined;
    if (!permission.read || !folder || !fitsFolder(folder.kind, type)) throw noFolder(field);
  }
  if (!permission.write) throw new AppError("forbidden");
}

/** Returns the workspace if the caller may write anywhere in it. Permissions for each folder are checked later. */
async function writableSpace({ memberships, rights }: Context, actor: Actor, workspaceRef: string): Promise<WorkspaceFacts> {
  const workspace = await memberships.resolve(actor, workspaceRef);
  if (!writesAnywhere(await rights.of(actor, workspace))) throw new AppError("forbidden");
  return workspace;
}

/** Creates the service that finds items and targets for a caller. Invisible ones count as not found. */
export function createReading(ports: Ports, { memberships, rights, media }: ItemsDeps) {
  const context: Context = { media, ports, rights, memberships };
  return {
    present: present.bind(null, context),
    detailed: detailed.bind(null, context),
    readable: readable.bind(null, context),
    at: at.bind(null, context),
    shown: shown.bind(null, context),
    shownAs: shownAs.bind(null, context),
    one: one.bind(null, context),
    presentByIds: presentByIds.bind(null, context),
    facts: facts.bind(null, context),
    assertTarget,
    writableSpace: writableSpace.bind(null, context),
  };
}

/** Returns the error for a folder that does not exist or is not visible to the caller. */
export const noFolder = (field: string): AppError => invalid(field, "We could not find that folder.", "not-found");

export type Reading = ReturnType<typeof createReading>;
