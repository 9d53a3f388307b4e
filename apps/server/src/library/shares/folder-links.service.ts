import { createHash } from "node:crypto";
import { isUuid, type listSharedItems, type ServerResult } from "@stillreel/contract";
import { OPEN_LINK_RIGHTS, type LinkRights } from "../../access/policies/link-rights.ts";
import { countsAsView } from "../../access/policies/engagement.policy.ts";
import { canOpen } from "../../access/policies/shares.policy.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import { bearerId, type UnlockSigner, type Visitor } from "../../access/visitors/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { isDated, type ItemOrder } from "../../platform/db/item-orders.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./folder-links.repo.ts";
import { findGuest, withGuest } from "./guests.repo.ts";
import { type PresentedSharedFolder, presentListed, presentSharedFolder, presentTile } from "./folder-links.present.ts";
import { countOpening, type OpenedRow } from "./shares.repo.ts";
import { SLUG } from "./slug.ts";

/** Name of the list in its cursors. A cursor of another order is not valid: the owner may change the order meanwhile. */
const listName = (order: ItemOrder): string => `shared-folder-${order}`;

/** Compares names as the lists of the portal do. */
const NATURAL = new Intl.Collator("und", { numeric: true });

/** The folder of an open link: what it hides from this visitor, and the cookie value that admits the visitor again. */
export type OpenedFolder =
  | { ok: true; row: repo.FolderLinkRow; callerId: string; admission: string | null; hidden: repo.Hidden; rights: LinkRights }
  | { ok: false; code: "not-found" | "password-required" | "link-removed" };

/** Why the link of a folder is opened. `visit`: a person opens its page. `content`: further content. `check`: nothing is shown. */
export type FolderPurpose = "visit" | "content" | "check";

/** The modules and ports that the links of folders use. */
export interface FolderLinksContext {
  ports: Ports;
  media: Pick<Media, "url">;
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of" | "linkRightsOf">;
  signer: UnlockSigner;
}

/** Returns what the link of a folder hides from everyone. A personal library has no entries. */
const linkRightsOf = (
  { rights }: Pick<FolderLinksContext, "rights">,
  workspaceId: string,
  folderId: string,
  { space_kind: kind, rights_version: version }: Pick<repo.FolderLinkRow, "space_kind" | "rights_version">,
): Promise<LinkRights> =>
  kind === "personal" ? Promise.resolve(OPEN_LINK_RIGHTS) : rights.linkRightsOf(workspaceId, folderId, Number(version));

/** Returns the folders of a chain that are inside the shared one. */
const inside = (chain: readonly string[], sharedId: string): readonly string[] => chain.slice(chain.indexOf(sharedId) + 1);

/** Returns whether the link of a folder shows this item of it. Its statement has checked the position and the item's own link. */
export async function isShown(context: Pick<FolderLinksContext, "rights">, row: OpenedRow): Promise<boolean> {
  if (row.link_folder_id === null || row.folder_chain === null) return true;
  const { hiddenFolderIds, hiddenItemIds } = await linkRightsOf(context, row.workspace_id, row.link_folder_id, row);
  const folderIds = inside(row.folder_chain, row.link_folder_id);
  return !hiddenItemIds.includes(row.item_id) && !folderIds.some((id) => hiddenFolderIds.includes(id));
}

/** Returns the rights of a member, for links that are not for everyone; null for other visitors. */
async function memberRights({ memberships, rights }: FolderLinksContext, actor: Actor, workspaceId: string): Promise<SpaceRights | null> {
  if (actor.kind !== "user") return null;
  try {
    return await rights.of(actor, await memberships.resolve(actor, workspaceId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}

/** Returns what a link hides from a visitor: what is closed for everyone, and for members what they may not read. */
const hiddenFrom = ({ hiddenFolderIds, hiddenItemIds }: LinkRights, may: SpaceRights | null): repo.Hidden => ({
  folderIds: [...hiddenFolderIds, ...(may?.hidden?.folderIds ?? [])],
  itemIds: [...hiddenItemIds, ...(may?.hidden?.itemIds ?? [])],
});

/** Opens a folder of a link for a visitor: the shared one for null. */
async function open(
  context: FolderLinksContext,
  slug: string,
  { actor, unlockCookie }: Visitor,
  { folderId = null, purpose }: { folderId?: string | null; purpose: FolderPurpose },
): Promise<OpenedFolder> {
  const { ports, signer } = context;
  const isKnown = SLUG.test(slug) && (folderId === null || isUuid(folderId));
  const row = isKnown ? await repo.openFolder(ports.pool, slug, folderId) : undefined;
  if (!row) return { ok: false, code: "not-found" };
  const isForReaders = row.visibility !== "link";
  const [rights, may, guest] = await Promise.all([
    linkRightsOf(context, row.workspace_id, row.link_folder_id, row),
    isForReaders ? memberRights(context, actor, row.workspace_id) : null,
    actor.kind === "user" ? findGuest(ports.db, slug, actor.id) : undefined,
  ]);
  const hidden = hiddenFrom(rights, may);
  if (inside(row.folder_chain, row.link_folder_id).some((id) => hidden.folderIds.includes(id))) return { ok: false, code: "not-found" };
  const now = ports.clock.now();
  const isLetIn = signer.opens(unlockCookie, slug, row.password_hash ?? "", now);
  const facts = {
    visibility: row.visibility,
    revoked: false,
    takenDown: row.taken_down_at !== null,
    trashed: false,
    expiresAt: row.expires_at,
    hasPassword: row.password_hash !== null,
    unlocked: row.password_hash !== null && isLetIn,
    isReader: may?.onFolder(row.id).read === true,
    unfinished: false,
    isOwner: false,
    spent: row.max_views !== null && row.openings >= row.max_views && !isLetIn,
    isGuest: guest !== undefined,
  };
  const decision = canOpen(actor, facts, now);
  if (!decision.ok)
    return { ok: false, code: decision.code === "password-required" || decision.code === "link-removed" ? decision.code : "not-found" };
  const admission = row.max_views === null || isLetIn || guest ? null : signer.sign(slug, row.password_hash ?? "", now);
  const isCounted = row.max_views === null ? purpose === "visit" : admission !== null && purpose !== "check";
  if (isCounted && countsAsView(actor, row.host_id) && !(await countOpening(ports.db, slug, 0, now)))
    return { ok: false, code: "not-found" };
  return { ok: true, row: withGuest(row, guest), callerId: bearerId(slug, actor), admission, hidden, rights };
}

type Open = Extract<OpenedFolder, { ok: true }>;

/** Returns a page of the items of an open folder. */
async function items(
  { ports, media }: FolderLinksContext,
  { row, callerId, hidden }: Open,
  { cursor, limit, order = row.item_order }: { cursor?: string | undefined; limit: number; order?: ItemOrder },
): Promise<ServerResult<typeof listSharedItems>> {
  const after = cursor === undefined ? null : decodeCursor(listName(order), isDated(order), cursor);
  const rows = await repo.listItems(ports.pool, row.id, { order, after, hiddenIds: hidden.itemIds, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((item) => presentListed(media, callerId, row, item)),
    nextCursor: last ? encodeCursor(listName(order), { key: isDated(order) ? last.created_at : last.title, id: last.id }) : null,
  };
}

/** Returns the names above an open folder: the workspace, the folders above the shared one as plain names, then folders of the link. */
async function pathOf(
  { ports }: Pick<FolderLinksContext, "ports">,
  { row, rights }: Pick<Open, "row" | "rights">,
): Promise<PresentedSharedFolder["folder"]["path"]> {
  const above = row.folder_chain.slice(0, -1);
  const start = row.folder_chain.indexOf(row.link_folder_id);
  const names = await repo.namesOf(ports.pool, above);
  const folders = above.flatMap((id, at) => {
    const name = names.get(id);
    if (name === undefined || (at < start && rights.isNameless(id))) return [];
    return [{ id: at < start ? null : id, name }];
  });
  return row.space_kind === "team" ? [{ id: null, name: row.space_name }, ...folders] : folders;
}

/** Returns an open folder with its folders and its first items. The number of statements does not depend on its content. */
async function present(context: FolderLinksContext, opened: Open, limit: number): Promise<PresentedSharedFolder> {
  const { ports, media } = context;
  const { row, callerId, hidden } = opened;
  const [page, newest, path, tree] = await Promise.all([
    items(context, opened, { limit }),
    items(context, opened, { limit: 1, order: "newest" }),
    pathOf(context, opened),
    repo.listTree(ports.pool, row.workspace_id, row.id, hidden),
  ]);
  const oldestFirst = tree.filter(({ parent_id: parentId }) => parentId === row.id);
  const tiles = row.folder_order === "name" ? oldestFirst.toSorted((a, b) => NATURAL.compare(a.name, b.name)) : oldestFirst;
  const keys = await repo.listThumbnails(
    ports.pool,
    tiles.map(({ id }) => id),
    hidden.itemIds,
  );
  const byFolder = Map.groupBy(keys, ({ folder_id: folderId }) => folderId);
  const folders = tiles.map((tile) =>
    presentTile(
      media,
      callerId,
      tile,
      (byFolder.get(tile.id) ?? []).map((one) => one.thumbnail_small_key),
    ),
  );
  return presentSharedFolder({
    publicUrl: ports.publicUrl(),
    row,
    path,
    tree,
    folders,
    page,
    updatedAt: newest.items[0]?.createdAt ?? null,
  });
}

/** Number of items at the start of a folder whose changes its version covers. For all others it covers how many there are. */
const VERSIONED_ITEMS = 200;

/** Returns a text that changes when the page of an open folder does. It contains nothing of the folder. */
async function version({ ports }: FolderLinksContext, { row, hidden, rights }: Open): Promise<string> {
  const [items, tree, path] = await Promise.all([
    repo.listItems(ports.pool, row.id, { order: row.item_order, after: null, hiddenIds: hidden.itemIds, limit: VERSIONED_ITEMS }),
    repo.listTree(ports.pool, row.workspace_id, row.id, hidden),
    pathOf({ ports }, { row, rights }),
  ]);
  const { openings: _openings, rights_version: _rights, ...shown } = row;
  return createHash("sha256")
    .update(JSON.stringify([shown, items, tree, path]))
    .digest("base64url");
}

/** The files of a shared folder for its download. */
export interface SharedFiles {
  folders: repo.TreeRow[];
  items: repo.SharedFile[];
}

/** Returns all files below an open folder, at most `limit`. */
async function files({ ports }: FolderLinksContext, { row, hidden }: Open, limit: number): Promise<SharedFiles> {
  const folders = await repo.listTree(ports.pool, row.workspace_id, row.id, hidden);
  const folderIds = folders.map(({ id }) => id);
  return { folders, items: await repo.listFiles(ports.pool, row.workspace_id, folderIds, { limit, hiddenIds: hidden.itemIds }) };
}

/** Creates the service that opens the links of folders. */
export function createFolderLinks(context: FolderLinksContext) {
  return {
    open: open.bind(null, context),
    items: items.bind(null, context),
    present: present.bind(null, context),
    version: version.bind(null, context),
    files: files.bind(null, context),
  };
}
