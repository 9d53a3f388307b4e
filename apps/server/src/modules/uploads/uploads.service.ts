import { access } from "node:fs/promises";
import { AppError, invalid } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import type { Actor, UserActor } from "../../policies/actor.ts";
import { parseUploadFields, type Items, type UploadNames } from "../items/index.ts";
import type { Media, StoredBlob } from "../media/index.ts";
import type { Shares } from "../shares/index.ts";
import type { WorkspaceFacts } from "../workspaces/index.ts";
import type { AdvisoryLocker } from "./uploads.locker.ts";
import * as repo from "./uploads.repo.ts";
import type { DurableFileStore } from "./uploads.store.ts";

/** An upload that nobody continued for this long is given up, with its item. */
const IDLE_MS = 24 * 3_600_000;
/** Ids are 128-bit secrets in base64url. */
const UPLOAD_ID = /^[A-Za-z0-9_-]{22}$/u;

export interface UploadsDeps {
  media: Media;
  items: Items;
  shares: Pick<Shares, "ensureLink" | "slugOf">;
}

/** The item that an upload makes, and the slug of its link while it has one. */
export interface ItemLink {
  itemId: string | null;
  slug: string | null;
}

/** A checked wish to upload, before its file and rows are made; `itemId` and `slug` are known afterwards. */
export interface Draft extends ItemLink {
  id: string;
  actor: UserActor;
  workspace: WorkspaceFacts;
  names: UploadNames;
  mimeType: string;
  sizeBytes: number;
}

const MIME_BY_ENDING: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
};

export function createUploadsService(ports: Ports, { media, items, shares }: UploadsDeps) {
  const { db } = ports;
  const expiry = (): Date => new Date(ports.clock.now().getTime() + IDLE_MS);
  const maxBytes = Math.min(ports.config.MAX_IMAGE_BYTES, ports.config.MAX_UPLOAD_BYTES);

  /** Checks everything that can be known before the first byte. `length` is null while the client does not know it. */
  async function draft(actor: UserActor, metadata: Record<string, string | null>, length: number | null): Promise<Draft> {
    const type = metadata["type"] ?? "image";
    if (type !== "image") throw invalid("type", "Only pictures can be uploaded here.", "unsupported");
    const names = parseUploadFields({
      title: metadata["title"] ?? undefined,
      fullFileName: metadata["fullFileName"] ?? metadata["filename"] ?? undefined,
      folderId: metadata["folderId"] ?? undefined,
    });
    const workspace = await items.writableSpace(actor, metadata["workspaceId"] || "personal");
    if (length !== null && length > maxBytes) throw new AppError("file-too-large");
    const ending = /\.([A-Za-z0-9]{1,5})$/u.exec(names.fullFileName ?? "")?.[1]?.toLowerCase() ?? "";
    return {
      id: ports.ids.secret(16),
      actor,
      workspace,
      names,
      mimeType: MIME_BY_ENDING[ending] ?? "image/png",
      sizeBytes: length ?? 0,
      itemId: null,
      slug: null,
    };
  }

  /** Makes the item, its link and the upload's row: they exist from creation on. */
  async function create(wish: Draft): Promise<void> {
    await db.transaction(async (tx) => {
      const itemId = await items.createUploading(tx, wish.actor, {
        workspace: wish.workspace,
        type: "image",
        names: wish.names,
        mimeType: wish.mimeType,
        sizeBytes: wish.sizeBytes,
      });
      const share = await shares.ensureLink(tx, wish.actor, { id: itemId, workspaceId: wish.workspace.id });
      await repo.insertUpload(tx, {
        id: wish.id,
        userId: wish.actor.id,
        workspaceId: wish.workspace.id,
        itemId,
        createdAt: ports.clock.now(),
        expiresAt: expiry(),
      });
      wish.itemId = itemId;
      wish.slug = share.slug;
    });
  }

  /** The caller's own upload. Anybody else's does not exist for them, nor does one whose item was deleted. */
  async function own(actor: Actor, id: string): Promise<repo.UploadRow> {
    const row = UPLOAD_ID.test(id) ? await repo.findUpload(db, id) : undefined;
    if (!row || actor.kind !== "user" || row.userId !== actor.id) throw new AppError("not-found");
    if (row.finishedAt === null && row.expiresAt <= ports.clock.now()) throw new AppError("not-found");
    return row;
  }

  /** What an answer tells of the item behind an upload. */
  const linkOf = async ({ itemId }: repo.UploadRow): Promise<ItemLink> => ({ itemId, slug: await shares.slugOf(itemId) });

  const touch = (id: string): Promise<void> => repo.touchUpload(db, id, expiry());

  const isFinished = async (id: string): Promise<boolean> => ((await repo.findUpload(db, id))?.finishedAt ?? null) !== null;

  /** Forgets an upload, and its item unless that is complete. */
  async function remove(id: string): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await repo.findUpload(tx, id, true);
      if (!row) return;
      if (row.finishedAt === null) await items.removeItem(tx, row.itemId);
      await repo.deleteUpload(tx, id);
    });
  }

  /**
   * All bytes are here: the storage takes them over, they are looked at, the item is completed. May be called again and by
   * several at once, for one upload ends once. Bytes that are no picture take the item with them.
   */
  async function finish(store: DurableFileStore, locker: AdvisoryLocker, id: string): Promise<void> {
    await locker.exclusively(id, async () => {
      const row = await repo.findUpload(db, id);
      if (!row) throw new AppError("not-found");
      if (row.finishedAt !== null) return store.forgetBytes(id);
      try {
        const stored = await media.adoptFile(await store.handOver(id));
        await complete(row, stored).catch(async (error: unknown) => {
          await items.abandon(stored);
          throw error;
        });
      } catch (error) {
        // Not a picture, or its item is gone: nothing is kept. What may pass (a full disk) leaves the upload as it is.
        if (error instanceof AppError && error.status < 500) await store.remove(id);
        throw error;
      }
      await store.forgetBytes(id);
    });
  }

  async function complete(row: repo.UploadRow, stored: StoredBlob): Promise<void> {
    const inspected = await media.inspectImage(stored.storageKey);
    await db.transaction(async (tx) => {
      if (!(await items.completeUpload(tx, row.itemId, stored, inspected))) throw new AppError("not-found");
      await repo.finishUpload(tx, row.id, ports.clock.now(), expiry());
    });
  }

  /** Whether all bytes of an upload are here, taken over by the storage or not yet. */
  async function isComplete(store: DurableFileStore, row: repo.UploadRow): Promise<boolean> {
    const exists = await access(store.path(row.id)).then(
      () => true,
      () => false,
    );
    if (!exists) return false;
    const upload = await store.getUpload(row.id);
    return upload.size !== undefined && upload.offset === upload.size;
  }

  /** A finished transfer whose server died before the item was completed is completed when the client asks where it stands. */
  async function finishIfComplete(store: DurableFileStore, locker: AdvisoryLocker, row: repo.UploadRow): Promise<void> {
    if (row.finishedAt === null && (await isComplete(store, row))) await finish(store, locker, row.id);
  }

  /**
   * Gives up what idled too long: files, rows and items of unfinished uploads, the last traces of finished ones, and files
   * without a row (a crash between the two). Answers how many.
   */
  async function sweep(store: DurableFileStore): Promise<number> {
    let swept = 0;
    for (;;) {
      const expired = await repo.listExpired(db, ports.clock.now(), 100);
      for (const { id } of expired) await store.remove(id);
      swept += expired.length;
      if (expired.length < 100) break;
    }
    for await (const id of store.untouchedSince(new Date(ports.clock.now().getTime() - IDLE_MS))) {
      if ((await repo.listKnown(db, [id])).has(id)) continue;
      await store.removeFiles(id);
      swept += 1;
    }
    return swept;
  }

  return { maxBytes, draft, create, own, linkOf, touch, isFinished, remove, finish, isComplete, finishIfComplete, sweep };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
