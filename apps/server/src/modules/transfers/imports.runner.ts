import { FolderColor } from "@stillreel/contract";
import { AppError } from "../../http/app-error.ts";
import { openZip, type ZipMember, type ZipSource } from "../../ports/archives/index.ts";
import type { Ports } from "../../ports/index.ts";
import { StorageError } from "../../ports/storage.port.ts";
import type { Comments } from "../comments/index.ts";
import type { Events } from "../events/index.ts";
import type { Folders } from "../folders/index.ts";
import { importItem, type ImportedItem } from "../items/index.ts";
import type { Media, StoredBlob } from "../media/index.ts";
import type { Search } from "../search/index.ts";
import { createFolderMaker, type ImportPlace, type Step } from "./imports.folders.ts";
import { chainOf, HEAD_BYTES, idWithin, isLitter, looksLikeMedia, splitPath, unpackedMax } from "./imports.plan.ts";
import * as repo from "./imports.repo.ts";
import { DOCUMENT_BYTES_MAX, DOCUMENT_NAME, type ReadDocument, type TakeoutFolder, type TakeoutItem } from "./takeout.document.ts";
import { DocumentReader } from "./takeout.reader.ts";

const FILES_MAX = 200_000;
/** Skipped files that are named, one by one; the others are counted. */
export const SKIPPED_NAMED = 100;
/** Files that are looked up in the database at once. */
const PAGE = 100;

export interface ImportJobDeps {
  folders: Pick<Folders, "ensure">;
  comments: Pick<Comments, "restoreMany">;
  media: Pick<Media, "storeDerived" | "inspectImage" | "inspectVideo" | "insertBlob" | "releaseBlob" | "discard">;
  search: Pick<Search, "indexItem">;
  events: Events;
}

/** The zip as a whole cannot be read (further); its message is for people. */
export class BadZip extends Error {}
/** One file of it cannot. */
class BadFile extends Error {}
/** The import was deleted meanwhile. */
export class Stopped extends Error {}

/** Codes of refusals that concern one file alone. */
const OF_ONE_FILE = new Set(["file-too-large", "image-too-large", "unreadable-file", "unsupported-file-type"]);

/** Undefined where the server is to choose. */
const colorOf = ({ color }: TakeoutFolder): string | undefined => FolderColor.safeParse(color).data || undefined;
const stepOf = (folder: TakeoutFolder): Step => ({ name: folder.name, color: colorOf(folder) });

/** Reads one zip. */
export class ImportRunner {
  readonly #ports: Ports;
  readonly #deps: ImportJobDeps;
  readonly #id: string;
  readonly #place: ImportPlace;
  readonly #zip: { storageKey: string; sizeBytes: number };
  readonly #signal: AbortSignal;
  readonly #folderAt: ReturnType<typeof createFolderMaker>;
  readonly #tick: (done: number) => Promise<void>;
  #document: ReadDocument | null = null;
  #unpacked = 0;
  done = 0;
  readonly skipped: { name: string; reason: string }[] = [];
  skippedCount = 0;

  constructor(
    ports: Ports,
    deps: ImportJobDeps,
    work: {
      id: string;
      place: ImportPlace;
      zip: { storageKey: string; sizeBytes: number };
      tick: (done: number) => Promise<void>;
      signal: AbortSignal;
    },
  ) {
    this.#ports = ports;
    this.#deps = deps;
    this.#id = work.id;
    this.#place = work.place;
    this.#zip = work.zip;
    this.#tick = work.tick;
    this.#signal = work.signal;
    this.#folderAt = createFolderMaker(ports, deps.folders, work.place);
  }

  /** Does something with every file of the zip that is not litter. What is wrong with the zip itself is told as such. */
  async #eachPage(isTakeout: () => boolean, work: (page: ZipMember[]) => Promise<void>): Promise<void> {
    const { storage } = this.#ports;
    const { storageKey, sizeBytes } = this.#zip;
    const read: ZipSource["read"] = async (start, end) => (await storage.get(storageKey, { start, end: end - 1 })).stream;
    const asBadZip = (error: unknown): never => {
      if (error instanceof StorageError || this.#signal.aborted) throw error;
      throw new BadZip("The archive is damaged, or no zip at all.", { cause: error });
    };
    const zip = await openZip({ sizeBytes, read }).catch(asBadZip);
    try {
      const members = zip.members();
      let page: ZipMember[] = [];
      for (;;) {
        const { value: member, done } = await members.next().catch(asBadZip);
        if (done || page.length >= PAGE) {
          this.#signal.throwIfAborted();
          await work(page);
          page = [];
        }
        if (done) return;
        if (!member.isFolder && !isLitter(member.path, isTakeout())) page.push(member);
      }
    } finally {
      zip.close();
    }
  }

  /** Looks through the whole list once: what there is, and whether it is a take-out. Answers how many files are to be read. */
  async survey(): Promise<number> {
    let count = 0;
    /** What a take-out tells of itself; in other zips these are files like any other. */
    let own = 0;
    await this.#eachPage(
      () => false,
      async (page) => {
        for (const member of page) {
          if (member.path === DOCUMENT_NAME && member.problem === null) await this.#readDocument(member);
          if (isLitter(member.path, true)) own += 1;
          else count += 1;
        }
        if (count > FILES_MAX) throw new BadZip(`The archive holds more than ${FILES_MAX} files.`);
      },
    );
    return this.#document ? count : count + own;
  }

  async #readDocument(member: ZipMember): Promise<void> {
    if (member.sizeBytes > DOCUMENT_BYTES_MAX) return;
    const reader = new DocumentReader();
    try {
      for await (const chunk of await member.open()) reader.push(chunk);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      // Damaged: the files are read without it.
      return;
    }
    this.#document = reader.finish();
  }

  /** Makes the folders that a take-out tells of, the empty ones too. */
  async makeFolders(): Promise<void> {
    if (!this.#document) return;
    for (const folder of this.#document.folders.values()) {
      this.#signal.throwIfAborted();
      await this.#folderAt(folder.kind === "video" ? "video" : "image", chainOf(this.#document.folders, folder.id).map(stepOf));
      await this.#tick(this.done);
    }
  }

  /** Reads every file. */
  readFiles(): Promise<void> {
    return this.#eachPage(
      () => this.#document !== null,
      (page) => this.#readPage(page),
    );
  }

  #refName(member: ZipMember): string {
    return `i-${this.#id}-${member.index.toString(36)}`;
  }

  async #readPage(page: readonly ZipMember[]): Promise<void> {
    if (page.length === 0) return;
    const names = page.map((member) => this.#refName(member));
    const filed = await repo.filedNames(this.#ports.db, this.#place.workspaceId, names);
    for (const member of page) {
      this.#signal.throwIfAborted();
      if (!filed.has(this.#refName(member))) await this.#readFile(member);
      this.done += 1;
      await this.#tick(this.done);
    }
  }

  #skip(name: string, reason: string): void {
    this.skippedCount += 1;
    if (this.skipped.length < SKIPPED_NAMED)
      this.skipped.push({ name: name.replaceAll("\u0000", "").toWellFormed().slice(0, 300), reason });
  }

  /** Files one member, or notes why not. What concerns more than this file is thrown. */
  async #readFile(member: ZipMember): Promise<void> {
    try {
      if (member.problem !== null) throw new BadFile(member.problem);
      if (member.sizeBytes > this.#ports.config.MAX_UPLOAD_BYTES) throw new AppError("file-too-large");
      await this.#store(member);
    } catch (error) {
      const isItsFault = error instanceof BadFile || (error instanceof AppError && OF_ONE_FILE.has(error.code));
      if (!isItsFault) throw error;
      this.#skip(member.path, error.message);
    }
  }

  /** The member's bytes, counted; a damaged one is told from a store that does not answer. */
  async *#bytesOf(member: ZipMember): AsyncGenerator<Uint8Array, void, undefined> {
    const most = unpackedMax(this.#zip.sizeBytes);
    try {
      for await (const chunk of await member.open()) {
        this.#signal.throwIfAborted();
        this.#unpacked += chunk.byteLength;
        if (this.#unpacked > most) throw new BadZip("The archive unpacks to far more than it may.");
        await this.#tick(this.done);
        yield chunk;
      }
    } catch (error) {
      if (
        error instanceof StorageError ||
        error instanceof BadZip ||
        error instanceof Stopped ||
        this.#signal.aborted ||
        isOfDatabase(error)
      )
        throw error;
      throw new BadFile("The file is damaged.", { cause: error });
    }
  }

  async #store(member: ZipMember): Promise<void> {
    const { head, rest, cancel } = await peek(this.#bytesOf(member));
    if (!looksLikeMedia(head)) {
      await cancel();
      throw new AppError("unsupported-file-type");
    }
    const stored = await this.#deps.media.storeDerived(rest, { maxBytes: this.#ports.config.MAX_UPLOAD_BYTES });
    try {
      const isImage = stored.mimeType.startsWith("image/");
      if (isImage && stored.sizeBytes > this.#ports.config.MAX_IMAGE_BYTES) throw new AppError("file-too-large");
      const inspected = await (isImage
        ? this.#deps.media.inspectImage(stored.storageKey)
        : this.#deps.media.inspectVideo(stored.storageKey));
      await this.#file(member, isImage ? "image" : "video", stored, inspected);
    } catch (error) {
      // An answer that was lost on its way leaves open whether the bytes are needed: those the nightly sweep looks after.
      if (!isOfDatabase(error)) await this.#deps.media.discard(stored);
      throw error;
    }
  }

  async #file(member: ZipMember, type: "image" | "video", stored: StoredBlob, inspected: ImportedItem["inspected"]): Promise<void> {
    const { workspaceId, userId } = this.#place;
    const told = this.#document?.items.get(member.path);
    const { folders, fileName } = splitPath(member.path);
    const steps = told && this.#document ? chainOf(this.#document.folders, told.folderId).map(stepOf) : folders.map((name) => ({ name }));
    const given: ImportedItem = {
      workspaceId,
      folderId: await this.#folderAt(type, steps),
      type,
      ownerId: userId,
      fileName: told?.fileName ?? fileName,
      refName: this.#refName(member),
      title: told?.title ?? null,
      createdAt: told?.createdAt === undefined ? null : new Date(told.createdAt),
      trashed: told?.trashed ?? false,
      favorite: told?.favorite ?? false,
      pageUrl: told?.pageUrl ?? null,
      chapters: told?.chapters ?? [],
      chaptersEnabled: told?.chaptersEnabled ?? false,
      stored,
      inspected,
    };
    const itemId = await this.#ports.db.transaction(async (tx) => {
      const id = await importItem(tx, { ...this.#ports, ...this.#deps }, given);
      if (id !== null && told && told.comments.length > 0)
        await this.#deps.comments.restoreMany(tx, { id, workspaceId, userId }, commentsOf(this.#id, told));
      return id;
    });
    if (itemId === null) await this.#deps.media.discard(stored);
  }
}

/** Comments with ids of our own. */
function commentsOf(importId: string, { comments }: TakeoutItem): Parameters<Comments["restoreMany"]>[2] {
  const known = new Set(comments.map(({ id }) => id));
  return comments.map((comment) => ({
    id: idWithin(importId, comment.id),
    parentId: comment.parentId !== null && known.has(comment.parentId) ? idWithin(importId, comment.parentId) : null,
    text: comment.text.replaceAll("\u0000", ""),
    at: comment.at,
    authorName: comment.authorName.replaceAll("\u0000", ""),
    createdAt: new Date(comment.createdAt),
    editedAt: comment.editedAt === null ? null : new Date(comment.editedAt),
  }));
}

/** The first bytes of a stream, and the whole stream all the same. Either `rest` is read or `cancel` is called. */
async function peek(source: AsyncGenerator<Uint8Array, void, undefined>) {
  const first: Uint8Array[] = [];
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await source.next();
    if (done) break;
    first.push(value);
    head = Buffer.concat([head, value.subarray(0, HEAD_BYTES)]);
  }
  async function* whole(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* first;
    yield* source;
  }
  return { head, rest: whole(), cancel: () => source.return() };
}

/** Did the database say it? Its errors carry a code of five characters, or come wrapped by the query builder. */
function isOfDatabase(error: unknown): boolean {
  const found = error as { code?: unknown; query?: unknown } | null;
  return typeof found === "object" && found !== null && (typeof found.query === "string" || /^[0-9A-Z]{5}$/u.test(String(found.code)));
}
