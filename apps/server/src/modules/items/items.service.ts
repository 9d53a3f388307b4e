import { createHash } from "node:crypto";
import type { updateItem, ServerArgs } from "@stillreel/contract";
import { AppError, invalid } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import type { Executor } from "../../db/client.ts";
import { authorize, type Actor, type UserActor } from "../../policies/actor.ts";
import { canRead, canWrite, permissionOn, type ItemFacts, type Permission } from "../../policies/items.policy.ts";
import type { Audit } from "../audit/index.ts";
import { makeRenditions, type Media, type StoredBlob } from "../media/index.ts";
import type { Workspaces, WorkspaceFacts } from "../workspaces/index.ts";
import { decodeCursor, encodeCursor, isUuid } from "./items.cursor.ts";
import { folderRef, nameItem, type UploadNames } from "./items.form.ts";
import { presentItems, type PresentedItem } from "./items.present.ts";
import * as repo from "./items.repo.ts";

/** An `Idempotency-Key` holds for this long. */
const IDEMPOTENCY_MS = 24 * 3_600_000;
/** Stands for a folder id that cannot be one: no row has it. */
const NO_FOLDER = "00000000-0000-0000-0000-000000000000";

export interface ItemsDeps {
  workspaces: Pick<Workspaces, "resolve">;
  media: Media;
  audit: Audit;
}

/** A picture whose bytes are in the store already. */
export interface NewImage {
  workspace: WorkspaceFacts;
  stored: StoredBlob;
  mimeType: string;
  width: number;
  height: number;
  /** What the client called the file; a harmless base name, may be empty. */
  fileName: string;
  names: UploadNames;
  idempotencyKey: string | null;
}

/** An item whose bytes are still to come. */
export interface NewUpload {
  workspace: WorkspaceFacts;
  type: "image";
  names: UploadNames;
  /** By name alone, until the bytes tell. */
  mimeType: string;
  sizeBytes: number;
}

export type ListArgs = {
  type: "image" | "video" | null;
  folderId: string | undefined;
  view: "folder" | "all" | "starred" | "shared" | "trash";
  sort: repo.ListSort;
  cursor: string | undefined;
  limit: number;
};
type Change = ServerArgs<typeof updateItem>["body"];

export function createItemsService(ports: Ports, { workspaces, media, audit }: ItemsDeps) {
  const present = (actor: Actor, rows: readonly repo.ItemRow[], permission: Permission): PresentedItem[] =>
    presentItems({ media, publicUrl: ports.publicUrl() }, actor.kind === "user" ? actor.id : actor.kind, permission, rows);

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

  async function one(actor: Actor, itemId: string): Promise<PresentedItem> {
    const { row, facts } = await readable(actor, itemId);
    const [item] = present(actor, [row], permissionOn(actor, facts));
    if (!item) throw new AppError("not-found");
    return item;
  }

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
    if (!folder || (folder.kind !== "mixed" && folder.kind !== type)) throw invalid(field, "We could not find that folder.", "not-found");
  }

  /** The space, if the caller may add to it. */
  async function writableSpace(actor: Actor, workspaceRef: string): Promise<WorkspaceFacts> {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    authorize(canWrite(actor, { workspaceId: workspace.id, role: workspace.role }));
    return workspace;
  }

  /** A name for old clients. With an idempotency key it follows from user and key, so that a repeat meets the first row. */
  const refNameFor = (actor: UserActor, key: string | null): string =>
    key === null ? ports.ids.secret(12) : `k-${createHash("sha256").update(`${actor.id}\n${key}`).digest("base64url").slice(0, 32)}`;

  /**
   * Files a stored picture. Row, reference to the bytes and thumbnails' job are one transaction.
   * The caller abandons the bytes when this throws, or when it answers `created: false` (a repeat of an earlier request).
   */
  async function createImage(actor: UserActor, given: NewImage): Promise<{ item: PresentedItem; created: boolean }> {
    const { workspace, stored } = given;
    const { folderId } = given.names;
    const row: repo.NewImageRow = {
      id: ports.ids.id(),
      workspaceId: workspace.id,
      folderId: folderId !== null && !isUuid(folderId) ? NO_FOLDER : folderId,
      ownerId: actor.id,
      ...nameItem(given.names, given.fileName, given.mimeType, ports.clock.now()),
      refName: refNameFor(actor, given.idempotencyKey),
      mimeType: given.mimeType,
      width: given.width,
      height: given.height,
      createdAt: ports.clock.now(),
      blob: { id: stored.id, storageKey: stored.storageKey, sha256: Buffer.from(stored.sha256, "hex"), sizeBytes: stored.sizeBytes },
    };
    const enqueue = ports.jobs.enqueueSql(makeRenditions, "$16");
    let filed = await repo.fileImage(ports.pool, row, enqueue);
    if (filed.outcome === "name-taken") {
      const earlier = await repo.findByRefName(ports.db, workspace.id, row.refName);
      if (earlier && row.createdAt.getTime() - earlier.createdAt.getTime() < IDEMPOTENCY_MS)
        return { item: await one(actor, earlier.id), created: false };
      row.refName = refNameFor(actor, null);
      filed = await repo.fileImage(ports.pool, row, enqueue);
    }
    if (filed.outcome === "no-folder") throw invalid("folderId", "We could not find that folder.", "not-found");
    if (filed.outcome !== "filed") throw new AppError("internal");
    const [item] = present(actor, [repo.itemRowOf(row, filed)], permissionOn(actor, { workspaceId: workspace.id, role: workspace.role }));
    if (!item) throw new AppError("internal");
    return { item, created: true };
  }

  /**
   * Takes back the bytes of an item that was not filed. A lost connection leaves open whether the commit went through:
   * bytes that a row knows, or may know, stay (the nightly sweep finds those that nobody knows).
   */
  async function abandon(stored: StoredBlob): Promise<void> {
    const known = await repo.isBlobKnown(ports.db, stored.id).catch(() => true);
    if (!known) await media.discard(stored);
  }

  /** Files an item whose bytes come by and by (stage `uploading`), within the caller's transaction. Answers its id. */
  async function createUploading(tx: Executor, actor: UserActor, given: NewUpload): Promise<string> {
    const now = ports.clock.now();
    const id = ports.ids.id();
    await assertFolder(tx, given.workspace.id, given.names.folderId, given.type, "folderId");
    const inserted = await repo.insertItem(tx, {
      id,
      workspaceId: given.workspace.id,
      folderId: given.names.folderId,
      type: given.type,
      ownerId: actor.id,
      ...nameItem(given.names, "", given.mimeType, now),
      refName: refNameFor(actor, null),
      stage: "uploading",
      mimeType: given.mimeType,
      sizeBytes: given.sizeBytes,
      createdAt: now,
      updatedAt: now,
    });
    if (!inserted) throw new AppError("internal");
    return id;
  }

  /** The bytes of an uploading item have arrived. False when the item was deleted meanwhile. */
  async function completeUpload(
    tx: Executor,
    itemId: string,
    stored: StoredBlob,
    inspected: { mimeType: string; width: number; height: number },
  ): Promise<boolean> {
    await media.insertBlob(tx, { ...stored, mimeType: inspected.mimeType });
    const change = {
      stage: "processing" as const,
      blobId: stored.id,
      sizeBytes: stored.sizeBytes,
      ...inspected,
      updatedAt: ports.clock.now(),
    };
    if (!(await repo.updateItem(tx, itemId, change))) return false;
    await ports.jobs.enqueue(tx, makeRenditions, { itemId });
    return true;
  }

  /** Deletes an item for ever, with its link; its bytes go by a job. False when it was gone already. */
  async function removeItem(tx: Executor, itemId: string): Promise<boolean> {
    const blobIds = await repo.deleteItem(tx, itemId, ports.clock.now());
    for (const blobId of blobIds ?? []) await media.releaseBlob(tx, blobId);
    return blobIds !== undefined;
  }

  async function update(
    actor: UserActor,
    workspaceRef: string,
    type: "image" | "video",
    itemId: string,
    change: Change,
  ): Promise<PresentedItem> {
    const { row, facts } = await at(actor, workspaceRef, type, itemId);
    authorize(canWrite(actor, facts));
    // The stage follows from what the server knows; a client may repeat it, not set it.
    if (change.stage !== undefined && change.stage !== row.stage)
      throw invalid("stage", "The stage follows from the upload and cannot be set.");
    const folderId = change.parentId === undefined ? undefined : folderRef(change.parentId);
    await ports.db.transaction(async (tx) => {
      if (folderId !== undefined) await assertFolder(tx, facts.workspaceId, folderId, row.type, "parentId");
      const now = ports.clock.now();
      const columns = {
        ...(change.title === undefined ? {} : { title: change.title }),
        ...(change.fullFileName === undefined ? {} : { fullFileName: change.fullFileName }),
        ...(folderId === undefined ? {} : { folderId }),
        ...(change.trash === undefined || change.trash === facts.trashed ? {} : { trashedAt: change.trash ? now : null }),
      };
      if (Object.keys(columns).length === 0) return;
      if (!(await repo.updateItem(tx, itemId, { ...columns, updatedAt: now }))) throw new AppError("not-found");
    });
    return one(actor, itemId);
  }

  async function purge(
    actor: UserActor,
    workspaceRef: string,
    type: "image" | "video",
    query: { itemId: string; refName: string | undefined; folderId: string | undefined },
    ip: string,
  ): Promise<void> {
    const { row, facts } = await at(actor, workspaceRef, type, query.itemId);
    authorize(canWrite(actor, facts));
    if (query.refName !== undefined && query.refName !== "" && query.refName !== row.ref_name) throw new AppError("not-found");
    await ports.db.transaction(async (tx) => {
      if (!(await removeItem(tx, row.id))) throw new AppError("not-found");
      await audit.record(tx, { action: "item.deleted", userId: actor.id, workspaceId: facts.workspaceId, ip, details: { itemId: row.id } });
    });
  }

  async function list(actor: Actor, workspaceRef: string, args: ListArgs): Promise<{ items: PresentedItem[]; nextCursor: string | null }> {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    const space = { workspaceId: workspace.id, role: workspace.role };
    authorize(canRead(actor, space));
    const folderId = args.view === "folder" ? folderRef(args.folderId) : null;
    if (folderId !== null) {
      const folder = isUuid(folderId) ? await repo.findFolder(ports.db, folderId) : undefined;
      if (folder?.workspaceId !== workspace.id) throw new AppError("not-found");
    }
    const listName = `${args.view}-${args.sort}`;
    const after = args.cursor === undefined ? null : decodeCursor(listName, repo.isDated(args.sort), args.cursor);
    // Favourites come with a later part; until then nothing is one.
    if (args.view === "starred") return { items: [], nextCursor: null };
    const rows = await repo.listPage(
      ports.pool,
      { view: args.view, sort: args.sort, placeId: folderId ?? workspace.id, type: args.type, after },
      args.limit,
    );
    const shown = rows.length > args.limit ? rows.slice(0, args.limit) : rows;
    const last = rows.length > args.limit ? shown.at(-1) : undefined;
    const key = last?.sort_key instanceof Date ? last.sort_key.toISOString() : last?.sort_key;
    return {
      items: present(actor, shown, permissionOn(actor, space)),
      nextCursor: last && key !== undefined ? encodeCursor(listName, { key, id: last.id }) : null,
    };
  }

  async function counts(actor: Actor, workspaceRef: string) {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    authorize(canRead(actor, { workspaceId: workspace.id, role: workspace.role }));
    return repo.countItems(ports.db, workspace.id);
  }

  /** What decisions about the item need to know. @throws AppError `not-found` when the caller may not read it */
  const facts = async (actor: Actor, itemId: string): Promise<ItemFacts> => (await readable(actor, itemId)).facts;

  return {
    present,
    readable,
    at,
    one,
    facts,
    writableSpace,
    createImage,
    abandon,
    createUploading,
    completeUpload,
    removeItem,
    update,
    purge,
    list,
    counts,
  };
}

export type ItemsService = ReturnType<typeof createItemsService>;
