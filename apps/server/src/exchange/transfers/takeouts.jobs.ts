import { z } from "zod";
import { cleanName, createNames, writeZip, type Names, type ZipEntry } from "../../platform/ports/archives/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { BoardFiles } from "../../platform/ports/board-files.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { defineJob, FinalFailure, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Comments } from "../../social/comments/index.ts";
import { mediaNameOf } from "../downloads/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import type { Media, StoredBlob } from "../../media/media/index.ts";
import { DOCUMENT_NAME, README, README_NAME, writeDocument } from "./takeout.document.ts";
import * as repo from "./takeouts.repo.ts";
import { createTicker } from "./transfers.progress.ts";

/** Packs everything of a user into one zip. Starts from the beginning after a crash. */
export const makeTakeout = defineJob({
  name: "transfers.make-takeout",
  payload: z.object({ takeoutId: z.uuid() }),
  attempts: 5,
  // The queue locks a job for at most four hours.
  timeoutMs: 3.5 * 3_600_000,
});

/** Retention of finished takeouts; failed ones are retained for a day. */
export const TAKEOUT_RETENTION_MS = 7 * 24 * 3_600_000;
export const FAILED_RETENTION_MS = 24 * 3_600_000;
/** Number of items per database query. */
const PAGE = 500;

export interface TakeoutJobDeps {
  comments: Pick<Comments, "listForItems">;
  media: Pick<Media, "storeDerived" | "insertBlob" | "discard">;
  events: Events;
  notifier: Notifier;
  states: Pick<AccountStates, "of">;
  boardFiles: Pick<BoardFiles, "write">;
}

/** Error in the stream: the takeout was deleted meanwhile. */
class Stopped extends Error {}

/** Error in the stream: the user was suspended meanwhile. */
class Suspended extends Error {}

/** @throws Suspended at most 2 s after the user was suspended */
async function assertActive({ states }: Pick<TakeoutJobDeps, "states">, userId: string): Promise<void> {
  if (!(await states.of(userId)).isActive) throw new Suspended("The account is suspended.");
}

/** Size from which a zip entry needs the ZIP64 format. */
const FOUR_GIB = 0xffff_ffff;
/** Returns the folder of originals that corresponds to a folder of files. */
const besideOf = (area: string): string => area.replace(/^files\//u, "originals/");
const captionsOf = (area: string): string => area.replace(/^files\//u, "captions/");
const AREAS = { image: "files/images/", video: "files/videos/", board: "files/whiteboards/", mixed: "files/images/" } as const;

/** Returns the path of each folder's files. Ends with `/`. */
function areaPaths(folders: readonly repo.TakenFolder[], names: Names): Map<string, string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const paths = new Map<string, string>();
  const pathOf = (folder: repo.TakenFolder): string => {
    const known = paths.get(folder.id);
    if (known !== undefined) return known;
    const parent = folder.parentId === null ? undefined : byId.get(folder.parentId);
    const path = `${names.take(parent ? pathOf(parent) : AREAS[folder.kind], cleanName(folder.name, "Folder"))}/`;
    paths.set(folder.id, path);
    return path;
  };
  for (const folder of folders) pathOf(folder);
  return paths;
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Creates the zip of one takeout. */
class TakeoutMaker {
  readonly #ports: Ports;
  readonly #deps: TakeoutJobDeps;
  readonly #userId: string;
  readonly #folders: repo.TakenFolder[];
  readonly #itemIds: string[];
  readonly #tick: (done: number) => Promise<void>;
  readonly #signal: AbortSignal;
  /** Paths of the file, original and annotations of each packed item. */
  readonly #files = new Map<string, string>();
  readonly #originals = new Map<string, string>();
  readonly #markers = new Map<string, string>();
  readonly #pointers = new Map<string, string>();
  readonly #captions = new Map<string, { language: string; label: string; file: string }[]>();
  readonly #missing: string[] = [];
  #done = 0;

  constructor(
    ports: Ports,
    deps: TakeoutJobDeps,
    work: { userId: string; folders: repo.TakenFolder[]; itemIds: string[]; tick: (done: number) => Promise<void>; signal: AbortSignal },
  ) {
    this.#ports = ports;
    this.#deps = deps;
    this.#userId = work.userId;
    this.#folders = work.folders;
    this.#itemIds = work.itemIds;
    this.#tick = work.tick;
    this.#signal = work.signal;
  }

  async *#pages(): AsyncGenerator<repo.TakenItem[]> {
    for (let at = 0; at < this.#itemIds.length; at += PAGE) {
      this.#signal.throwIfAborted();
      yield await repo.listItems(this.#ports.pool, this.#userId, this.#itemIds.slice(at, at + PAGE));
    }
  }

  /** Opens an object of the store; null with a recorded name when it is missing. Checks regularly whether the takeout still exists. */
  async #open(storageKey: string, name: string): Promise<AsyncIterable<Uint8Array> | null> {
    const opened = await this.#ports.storage.get(storageKey).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === "not-found") return null;
      throw error;
    });
    await this.#tick(this.#done);
    if (!opened) {
      this.#missing.push(name);
      return null;
    }
    return this.#watched(opened.stream as AsyncIterable<Uint8Array>);
  }

  /** Yields the bytes, and checks meanwhile whether the takeout still exists. */
  async *#watched(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of bytes) {
      this.#signal.throwIfAborted();
      await this.#tick(this.#done);
      yield chunk;
    }
  }

  async #openBoard(itemId: string, name: string): Promise<AsyncIterable<Uint8Array> | null> {
    this.#done += 1;
    await this.#tick(this.#done);
    const bytes = await this.#deps.boardFiles.write(itemId, () => this.#missing.push(`${name} (an image on it)`));
    if (!bytes) return null;
    this.#files.set(itemId, name);
    return this.#watched(bytes);
  }

  async #openPicture(item: repo.TakenItem, name: string): Promise<AsyncIterable<Uint8Array> | null> {
    this.#done += 1;
    const bytes = await this.#open(await this.#keyOf(item), name);
    if (bytes) this.#files.set(item.id, name);
    return bytes;
  }

  /** Returns the current storage key: the image may have changed since the page was read, and the old object is deleted. */
  async #keyOf(item: repo.TakenItem): Promise<string> {
    const known = item.storage_key ?? "";
    const isThere = await this.#ports.storage.stat(known).then(
      () => true,
      () => false,
    );
    if (isThere) return known;
    const [now] = await repo.listItems(this.#ports.pool, this.#userId, [item.id]);
    return now?.storage_key ?? known;
  }

  /** Returns the annotations; none without the original, because they would be drawn twice. */
  async #openMarkers(item: repo.TakenItem, name: string): Promise<AsyncIterable<Uint8Array> | null> {
    if (item.original_key !== null && !this.#originals.has(item.id)) return null;
    const text = await repo.findMarkers(this.#ports.pool, item.id);
    if (text === null) return null;
    this.#markers.set(item.id, name);
    return once(Buffer.from(text));
  }

  async #openPointer(itemId: string, name: string): Promise<AsyncIterable<Uint8Array> | null> {
    const text = await repo.findPointer(this.#ports.pool, itemId);
    if (text === null) return null;
    this.#pointers.set(itemId, name);
    return once(Buffer.from(text));
  }

  async #openCaptions(itemId: string, track: { language: string; label: string }, name: string): Promise<AsyncIterable<Uint8Array> | null> {
    const vtt = await repo.findCaptions(this.#ports.pool, itemId, track.language);
    if (vtt === null) return null;
    this.#captions.set(itemId, [...(this.#captions.get(itemId) ?? []), { ...track, file: name }]);
    return once(Buffer.from(vtt));
  }

  /** Returns an item's original, annotations, captions and recorded pointer. They precede its file. */
  *#beside(row: repo.TakenItem, area: string, names: Names): Generator<ZipEntry> {
    const modifiedAt = row.created_at;
    const { original_key: key, original_mime: mimeType } = row;
    const nameFor = (type: string): string => mediaNameOf({ title: row.title, fullFileName: row.full_file_name, mimeType: type });
    if (key !== null && mimeType !== null) {
      const name = names.take(besideOf(area), nameFor(mimeType));
      const open = async (): Promise<AsyncIterable<Uint8Array> | null> => {
        const bytes = await this.#open(key, name);
        if (bytes) this.#originals.set(row.id, name);
        return bytes;
      };
      yield { name, modifiedAt, sizeBytes: Number(row.original_size), open };
    }
    if (row.has_markers) {
      const name = names.take(besideOf(area), `${nameFor(row.mime_type)}.json`);
      yield { name, modifiedAt, sizeBytes: null, open: () => this.#openMarkers(row, name) };
    }
    if (row.has_pointer) {
      const name = names.take(besideOf(area), `${nameFor(row.mime_type)}.pointer.json`);
      yield { name, modifiedAt, sizeBytes: null, open: () => this.#openPointer(row.id, name) };
    }
    for (const track of row.captions) {
      const name = names.take(captionsOf(area), `${nameFor(row.mime_type)}.${track.language}.vtt`);
      yield { name, modifiedAt, sizeBytes: null, open: () => this.#openCaptions(row.id, track, name) };
    }
  }

  #originalOf(row: repo.TakenItem) {
    const file = this.#originals.get(row.id);
    if (file === undefined || row.original_mime === null) return null;
    return { file, mimeType: row.original_mime, sizeBytes: Number(row.original_size), sha256: row.original_sha256?.toString("hex") };
  }

  async *#documentPages() {
    for await (const rows of this.#pages()) {
      const packed = rows.filter((row) => this.#files.has(row.id));
      const comments = Map.groupBy(
        await this.#deps.comments.listForItems(
          this.#ports.db,
          packed.map(({ id }) => id),
        ),
        ({ itemId }) => itemId,
      );
      yield packed.map((row) => ({
        id: row.id,
        type: row.type,
        title: row.title,
        file: this.#files.get(row.id) ?? "",
        fileName: row.full_file_name,
        folderId: row.folder_id,
        createdAt: row.created_at.toISOString(),
        trashed: row.trashed,
        pageUrl: row.page_url,
        favorite: row.favorite,
        description: row.description,
        chapters: row.chapters,
        chaptersEnabled: row.chapters_enabled,
        comments: (comments.get(row.id) ?? []).map(({ itemId: _, ...comment }) => ({
          ...comment,
          createdAt: comment.createdAt.toISOString(),
          editedAt: comment.editedAt?.toISOString() ?? null,
        })),
        captions: this.#captions.get(row.id) ?? [],
        mimeType: row.mime_type,
        sizeBytes: row.size_bytes === null ? undefined : Number(row.size_bytes),
        sha256: row.sha256?.toString("hex"),
        original: this.#originalOf(row),
        markers: this.#markers.get(row.id) ?? null,
        pointer: this.#pointers.get(row.id) ?? null,
        capture: row.capture,
      }));
    }
  }

  /** Returns the zip entries in order: the document last, when the content is known. */
  async *entries(): AsyncGenerator<ZipEntry> {
    const now = this.#ports.clock.now();
    const text = (name: string, content: string): ZipEntry => {
      const bytes = Buffer.from(content);
      return { name, modifiedAt: now, sizeBytes: bytes.length, open: async () => once(bytes) };
    };
    yield text(README_NAME, README);
    const names = createNames();
    const paths = areaPaths(this.#folders, names);
    for await (const page of this.#pages()) {
      for (const row of page) {
        const isBoard = row.type === "board";
        if (row.storage_key === null && !isBoard) continue;
        const area = row.trashed ? "files/bin/" : ((row.folder_id === null ? undefined : paths.get(row.folder_id)) ?? AREAS[row.type]);
        yield* this.#beside(row, area, names);
        const name = names.take(area, mediaNameOf({ title: row.title, fullFileName: row.full_file_name, mimeType: row.mime_type }));
        // The size is declared only when the zip format needs it: the image may change before it is packed.
        const size = Number(row.size_bytes);
        const open = () => (isBoard ? this.#openBoard(row.id, name) : this.#openPicture(row, name));
        yield { name, modifiedAt: row.created_at, sizeBytes: size < FOUR_GIB ? null : size, open };
      }
    }
    if (this.#missing.length > 0)
      yield text("not-included.txt", `The files of these items are lost:\r\n\r\n${this.#missing.join("\r\n")}\r\n`);
    const folders = this.#folders.map(({ createdAt, ...folder }) => ({ ...folder, createdAt: createdAt.toISOString() }));
    yield { name: DOCUMENT_NAME, modifiedAt: now, sizeBytes: null, open: async () => writeDocument(now, folders, this.#documentPages()) };
  }
}

/** Notifies the user of the end of a takeout, in its transaction. */
const reportEnd = (
  { notifier }: Pick<TakeoutJobDeps, "notifier">,
  { takeoutId, userId }: { takeoutId: string; userId: string },
  tx: Executor,
  kind: "job-done" | "job-failed",
): Promise<Notified[]> => notifier.add(tx, { kind, subjectId: takeoutId, actorId: null, details: { job: "export" }, userIds: [userId] });

/** Returns the reason of a failure that the user reads. */
function failureOf(error: unknown): "account-suspended" | "storage-full" | "internal" {
  if (error instanceof Suspended) return "account-suspended";
  const isFull =
    (error instanceof StorageError && error.code === "no-space") || (error instanceof AppError && error.code === "storage-full");
  return isFull ? "storage-full" : "internal";
}

/** Marks a takeout as failed with the reason, and notifies its user. */
async function noteFailure(
  { db, clock }: Ports,
  deps: TakeoutJobDeps,
  takeout: { takeoutId: string; userId: string },
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const change = {
    status: "failed",
    failure: failureOf(error),
    finishedAt: now,
    expiresAt: new Date(now.getTime() + FAILED_RETENTION_MS),
  } as const;
  const notified = await db.transaction(async (tx) =>
    (await repo.updateRunning(tx, takeout.takeoutId, change)) ? reportEnd(deps, takeout, tx, "job-failed") : [],
  );
  deps.notifier.publish(notified);
}

/** Runs {@link makeTakeout}. */
export async function handleMakeTakeout(
  ports: Ports,
  deps: TakeoutJobDeps,
  { takeoutId }: { takeoutId: string },
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db, pool, clock } = ports;
  const claimed = await repo.claim(db, takeoutId);
  if (!claimed) return { skipped: "it is gone, or finished" };
  const { userId } = claimed;
  const notify = (): void => deps.events.publish({ type: "transfers", userId });
  const report = reportEnd.bind(null, deps, { takeoutId, userId });
  try {
    const spaceId = await repo.findPersonalSpace(db, userId);
    if (spaceId === undefined) return { skipped: "its person is gone" };
    await assertActive(deps, userId);
    const [folders, itemIds] = await Promise.all([repo.listFolders(db, spaceId), repo.listItemIds(pool, spaceId)]);
    await repo.updateRunning(db, takeoutId, { itemCount: itemIds.length });
    notify();
    const tick = createTicker(async (done) => {
      if (!(await repo.updateRunning(db, takeoutId, { doneCount: done }))) throw new Stopped();
      await assertActive(deps, userId);
      notify();
    });
    const maker = new TakeoutMaker(ports, deps, { userId, folders, itemIds, tick, signal });
    const stored = await deps.media.storeDerived(writeZip(maker.entries()), {
      maxBytes: Number.MAX_SAFE_INTEGER,
      contentType: "application/zip",
    });
    await retain(stored, itemIds.length);
    notify();
    return "done";
  } catch (error) {
    if (error instanceof Stopped) return { skipped: "it was deleted meanwhile" };
    // Shutdown: the next attempt starts again.
    if (signal.aborted) throw error;
    await noteFailure(ports, deps, { takeoutId, userId }, error);
    notify();
    // The suspension of an account is a decision, not a fault that an administrator repairs.
    if (error instanceof Suspended) return "done";
    throw new FinalFailure("The export could not be made.", { cause: error });
  }

  /** Stores the zip. It is deleted when the takeout was deleted meanwhile. */
  async function retain(stored: StoredBlob, count: number): Promise<void> {
    const now = clock.now();
    const change = { status: "ready", doneCount: count, blobId: stored.id, finishedAt: now } as const;
    try {
      const notified = await db.transaction(async (tx) => {
        await deps.media.insertBlob(tx, stored);
        const done = await repo.updateRunning(tx, takeoutId, { ...change, expiresAt: new Date(now.getTime() + TAKEOUT_RETENTION_MS) });
        if (!done) throw new Stopped();
        return report(tx, "job-done");
      });
      deps.notifier.publish(notified);
    } catch (error) {
      // The commit may have succeeded despite a lost response; otherwise the nightly sweep deletes the bytes.
      if (error instanceof Stopped) await deps.media.discard(stored);
      throw error;
    }
  }
}
