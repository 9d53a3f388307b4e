import {
  CAPTION_LANGUAGES_MAX,
  CAPTIONS_BYTES_MAX,
  Markers,
  MARKERS_BYTES_MAX,
  POINTER_BYTES_MAX,
  PointerTrack,
} from "@stillreel/contract";
import type { ZodType } from "zod";
import { AppError } from "../../platform/http/app-error.ts";
import { assertSafeZip, openZip, type OpenZip, UnsafeZip, type ZipMember, type ZipSource } from "../../platform/ports/archives/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { Captions } from "../../social/captions/index.ts";
import { importItem, type ImportedItem } from "../../library/items/index.ts";
import type { StoredBlob } from "../../media/media/index.ts";
import { isOfDatabase, peek } from "./imports.bytes.ts";
import { boardFacts, type FoundItem, receiveBoard, titleOfBoard } from "./imports.boards.ts";
import type { ImportJobDeps, ImportWork } from "./imports.deps.ts";
import { BadFile, BadZip, isBeyondFile, isItsFault, NOT_FOUND, UNREADABLE, UNSAFE_ZIPS } from "./imports.errors.ts";
import { createFolderMaker, type ImportTarget } from "./imports.folders.ts";
import {
  besidePaths,
  chainOf,
  commentsOf,
  FILES_MAX,
  isBoard,
  isLitter,
  isMedia,
  madeAt,
  renditionPriority,
  splitPath,
  stepOf,
  unpackedMax,
} from "./imports.plan.ts";
import * as repo from "./imports.repo.ts";
import { DOCUMENT_BYTES_MAX, DOCUMENT_NAME, jsonOf, type ReadDocument, type TakeoutItem } from "./takeout.document.ts";
import { DocumentReader } from "./takeout.reader.ts";

/** Maximum number of skipped files that are named; further ones are counted. */
export const SKIPPED_NAMED = 100;
/** Number of files per database query. */
const PAGE = 100;

type CarriedText = Parameters<Captions["restoreMany"]>[2][number];

/** Imports one zip. */
export class ImportRunner {
  readonly #ports: Ports;
  readonly #deps: ImportJobDeps;
  readonly #id: string;
  readonly #target: ImportTarget;
  readonly #zip: { storageKey: string; sizeBytes: number };
  readonly #signal: AbortSignal;
  readonly #folderAt: ReturnType<typeof createFolderMaker>;
  readonly #tick: (done: number) => Promise<void>;
  #document: ReadDocument | null = null;
  /** Additional files of a takeout by path. They may be anywhere in the zip, so it stays open. */
  readonly #beside = new Map<string, ZipMember>();
  #besideZip: OpenZip | null = null;
  #unpacked = 0;
  readonly #from: number;
  readonly #isSliceOver: () => boolean;
  done: number;
  readonly skipped: { name: string; reason: string }[];
  skippedCount: number;

  constructor(ports: Ports, deps: ImportJobDeps, work: ImportWork) {
    this.#ports = ports;
    this.#deps = deps;
    this.#id = work.id;
    this.#target = work.target;
    this.#zip = work.zip;
    this.#tick = work.tick;
    this.#signal = work.signal;
    this.#from = work.progress.from;
    this.done = work.progress.done;
    this.skipped = [...work.progress.skipped];
    this.skippedCount = work.progress.skippedCount;
    this.#isSliceOver = work.isSliceOver;
    this.#folderAt = createFolderMaker(ports, deps.folders, work.target);
  }

  #source(): ZipSource {
    const { storage } = this.#ports;
    const { storageKey, sizeBytes } = this.#zip;
    return { sizeBytes, read: async (start, end) => (await storage.get(storageKey, { start, end: end - 1 })).stream };
  }

  #open(): Promise<OpenZip> {
    return openZip(this.#source()).catch((error: unknown) => this.#failAsZip(error));
  }

  #failAsZip(error: unknown): never {
    if (error instanceof StorageError || this.#signal.aborted) throw error;
    if (error instanceof UnsafeZip) throw new BadZip(UNSAFE_ZIPS[error.reason], { cause: error });
    throw new BadZip("The archive is damaged, or no zip at all.", { cause: error });
  }

  /** Runs work for every relevant file of the zip in pages, until it returns true. Errors of the zip itself are converted. */
  async #eachPage(isTakeout: () => boolean, work: (page: ZipMember[]) => Promise<boolean>): Promise<void> {
    const zip = await this.#open();
    try {
      const members = zip.members();
      let page: ZipMember[] = [];
      for (;;) {
        const { value: member, done } = await members.next().catch((error: unknown) => this.#failAsZip(error));
        if (done || page.length >= PAGE) {
          this.#signal.throwIfAborted();
          if (await work(page)) return;
          page = [];
        }
        if (done) return;
        if (!member.isFolder && !isLitter(member.path, isTakeout()) && !this.#beside.has(member.path)) page.push(member);
      }
    } finally {
      zip.close();
    }
  }

  /** Reads the directory once: relevant files, and whether it is a takeout. Returns the number of files. */
  async survey(): Promise<number> {
    const limits = { entries: 2 * FILES_MAX, unpackedBytes: unpackedMax(this.#zip.sizeBytes) };
    await assertSafeZip(this.#source(), limits).catch((error: unknown) => this.#failAsZip(error));
    let count = 0;
    /** Number of files that only a takeout contains; in other zips they are ordinary files. */
    let own = 0;
    await this.#eachPage(
      () => false,
      async (page) => {
        for (const member of page) {
          if (member.path === DOCUMENT_NAME && member.problem === null) await this.#readDocument(member);
          if (isLitter(member.path, true)) own += 1;
          else count += 1;
        }
        if (count > FILES_MAX) throw new BadZip(UNSAFE_ZIPS.entries);
        return false;
      },
    );
    return this.#document ? count - (await this.#findBeside(this.#document)) : count + own;
  }

  /** Finds originals and annotations of a takeout's images, which are no items. Returns their number. */
  async #findBeside(document: ReadDocument): Promise<number> {
    const paths = besidePaths(document);
    if (paths.size === 0) return 0;
    this.#besideZip = await this.#open();
    let found = 0;
    for await (const member of this.#besideZip.members()) {
      this.#signal.throwIfAborted();
      if (member.isFolder || !paths.has(member.path)) continue;
      this.#beside.set(member.path, member);
      found += 1;
    }
    return found;
  }

  /** Closes the zip. */
  close(): void {
    this.#besideZip?.close();
  }

  async #readDocument(member: ZipMember): Promise<void> {
    if (member.sizeBytes > DOCUMENT_BYTES_MAX) return;
    const reader = new DocumentReader();
    try {
      for await (const chunk of await member.open()) reader.push(chunk);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      // Damaged document: the files are imported without it.
      return;
    }
    this.#document = reader.finish();
  }

  /** Creates the folders of a takeout, including empty ones. */
  async makeFolders(): Promise<void> {
    if (!this.#document) return;
    for (const folder of this.#document.folders.values()) {
      this.#signal.throwIfAborted();
      await this.#folderAt(folder.kind === "mixed" ? "image" : folder.kind, chainOf(this.#document.folders, folder.id).map(stepOf));
      await this.#tick(this.done);
    }
  }

  /** Imports the files of this slice. Returns the index of the next file, or null after the last one. */
  async readFiles(): Promise<number | null> {
    let next: number | null = null;
    await this.#eachPage(
      () => this.#document !== null,
      async (page) => {
        next = await this.#readPage(page.filter(({ index }) => index >= this.#from));
        return next !== null;
      },
    );
    return next;
  }

  #refName(member: ZipMember): string {
    return `i-${this.#id}-${member.index.toString(36)}`;
  }

  async #readPage(page: readonly ZipMember[]): Promise<number | null> {
    if (page.length === 0) return null;
    const names = page.map((member) => this.#refName(member));
    const filed = await repo.filedNames(this.#ports.db, this.#target.workspaceId, names);
    for (const member of page) {
      this.#signal.throwIfAborted();
      if (!filed.has(this.#refName(member))) await this.#readFile(member);
      this.done += 1;
      await this.#tick(this.done);
      if (this.#isSliceOver()) return member.index + 1;
    }
    return null;
  }

  #skip(name: string, reason: string): void {
    this.skippedCount += 1;
    if (this.skipped.length < SKIPPED_NAMED)
      this.skipped.push({ name: name.replaceAll("\u0000", "").toWellFormed().slice(0, 300), reason });
  }

  /** Imports one file, or records why not. Errors beyond this file are thrown. */
  async #readFile(member: ZipMember): Promise<void> {
    try {
      await this.#store(member);
    } catch (error) {
      if (!isItsFault(error)) throw error;
      this.#skip(member.path, error.message);
    }
  }

  /** Returns the bytes of a member with a size limit; distinguishes a damaged member from an unavailable store. */
  async *#bytesOf(member: ZipMember): AsyncGenerator<Uint8Array, void, undefined> {
    const most = unpackedMax(this.#zip.sizeBytes);
    try {
      for await (const chunk of await member.open()) {
        this.#signal.throwIfAborted();
        this.#unpacked += chunk.byteLength;
        if (this.#unpacked > most) throw new BadZip(UNSAFE_ZIPS.unpacked);
        await this.#tick(this.done);
        yield chunk;
      }
    } catch (error) {
      if (this.#signal.aborted || isBeyondFile(error)) throw error;
      throw new BadFile("The file is damaged.", { cause: error });
    }
  }

  /** Stores and inspects a member; a rejected one is deleted. */
  async #receive(member: ZipMember): Promise<{ stored: StoredBlob; isImage: boolean; inspected: ImportedItem["inspected"] }> {
    if (member.problem !== null) throw new BadFile(member.problem);
    if (member.sizeBytes > this.#ports.config.MAX_UPLOAD_BYTES) throw new AppError("file-too-large");
    const { head, rest, cancel } = await peek(this.#bytesOf(member));
    if (!isMedia(head)) {
      await cancel();
      throw new AppError("unsupported-file-type");
    }
    const { media } = this.#deps;
    const stored = await media.storeDerived(rest, { maxBytes: this.#ports.config.MAX_UPLOAD_BYTES });
    try {
      const isImage = stored.mimeType.startsWith("image/");
      if (isImage && stored.sizeBytes > this.#ports.config.MAX_IMAGE_BYTES) throw new AppError("file-too-large");
      const inspected = await (isImage ? media.inspectImage(stored.storageKey) : media.inspectVideo(stored.storageKey));
      return { stored, isImage, inspected };
    } catch (error) {
      await media.discard(stored);
      throw error;
    }
  }

  async #storeBoard(member: ZipMember): Promise<void> {
    const board = await receiveBoard(this.#deps.boardFiles, member, this.#bytesOf(member), (reason) => this.#skip(member.path, reason));
    try {
      const stated = this.#document?.items.get(member.path);
      if (!(await this.#file(member, { ...boardFacts(board), stated, board }, []))) await board.discard();
    } catch (error) {
      if (!isOfDatabase(error)) await board.discard();
      throw error;
    }
  }

  async #store(member: ZipMember): Promise<void> {
    if (isBoard(member.path)) return this.#storeBoard(member);
    const { stored, isImage, inspected } = await this.#receive(member);
    let original: StoredBlob | null = null;
    try {
      const stated = this.#document?.items.get(member.path);
      const details = stated && isImage ? await this.#detailsOf(stated) : undefined;
      original = details?.original ?? null;
      const captions = stated && !isImage ? await this.#readCaptions(stated) : [];
      const path = isImage ? null : (stated?.pointer ?? null);
      const pointer = path === null ? null : await this.#readJson(path, "pointer", PointerTrack, POINTER_BYTES_MAX);
      const found = { type: isImage ? ("image" as const) : ("video" as const), stated, stored, inspected, details, pointer };
      const isFiled = await this.#file(member, found, captions);
      if (!isFiled) await this.#discard(stored, original);
    } catch (error) {
      // A lost response leaves open whether the bytes are referenced: the nightly sweep decides.
      if (!isOfDatabase(error)) await this.#discard(stored, original);
      throw error;
    }
  }

  async #discard(...blobs: (StoredBlob | null)[]): Promise<void> {
    for (const blob of blobs) if (blob) await this.#deps.media.discard(blob);
  }

  /** Returns additional data of an image. Unreadable parts are reported, and the image is imported without them. */
  async #detailsOf(stated: TakeoutItem): Promise<NonNullable<ImportedItem["details"]>> {
    const original = stated.original && (await this.#tryBeside(stated.original.file, "original", (member) => this.#readOriginal(member)));
    // Without its original, annotations would be drawn twice.
    const isWhole = stated.original === null || original !== null;
    const markers =
      isWhole && stated.markers !== null ? await this.#readJson(stated.markers, "annotations", Markers, 4 * MARKERS_BYTES_MAX) : null;
    return { original, markers, capture: stated.capture };
  }

  /** Reads an additional file; null with a recorded reason when it is unreadable. */
  async #tryBeside<T>(path: string, what: keyof typeof NOT_FOUND, read: (member: ZipMember) => Promise<T>): Promise<T | null> {
    try {
      const member = this.#beside.get(path);
      if (!member) throw new BadFile(NOT_FOUND[what]);
      return await read(member);
    } catch (error) {
      if (!isItsFault(error)) throw error;
      this.#skip(path, error.message);
      return null;
    }
  }

  async #readOriginal(member: ZipMember): Promise<StoredBlob> {
    const { stored, isImage, inspected } = await this.#receive(member);
    if (isImage) return { ...stored, mimeType: inspected.mimeType };
    await this.#deps.media.discard(stored);
    throw new AppError("unsupported-file-type");
  }

  /** Returns a text of limited size; an empty text when it is longer. */
  async #textOf(member: ZipMember, maxBytes: number): Promise<string> {
    if (member.problem !== null) throw new BadFile(member.problem);
    const chunks: Uint8Array[] = [];
    if (member.sizeBytes <= maxBytes) for await (const chunk of this.#bytesOf(member)) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  }

  /** Reads a JSON file, whose schema limits the number of characters. */
  #readJson<T>(path: string, what: keyof typeof UNREADABLE, schema: ZodType<T>, maxBytes: number): Promise<T | null> {
    return this.#tryBeside(path, what, async (member) => {
      const read = schema.safeParse(jsonOf(await this.#textOf(member, maxBytes)));
      if (!read.success) throw new BadFile(UNREADABLE[what]);
      return read.data;
    });
  }

  async #readCaptions({ captions }: TakeoutItem): Promise<CarriedText[]> {
    const read: CarriedText[] = [];
    for (const { file, language, label } of captions.slice(0, CAPTION_LANGUAGES_MAX)) {
      const vtt = await this.#tryBeside(file, "captions", (member) => this.#textOf(member, 4 * CAPTIONS_BYTES_MAX));
      if (vtt !== null) read.push({ language, label, vtt });
    }
    return read;
  }

  /** Creates an item with comments and captions. Returns false when an earlier run has created it. */
  async #file(member: ZipMember, { stated, board, ...found }: FoundItem, captions: readonly CarriedText[]): Promise<boolean> {
    const { workspaceId, userId } = this.#target;
    const { folders, fileName } = splitPath(member.path);
    const steps =
      stated && this.#document ? chainOf(this.#document.folders, stated.folderId).map(stepOf) : folders.map((name) => ({ name }));
    const given: ImportedItem = {
      workspaceId,
      folderId: await this.#folderAt(found.type, steps),
      ownerId: userId,
      fileName: stated?.fileName ?? fileName,
      refName: this.#refName(member),
      title: stated?.title ?? (board ? titleOfBoard(fileName) : null),
      createdAt: stated ? madeAt(stated) : null,
      trashed: stated?.trashed ?? false,
      favorite: stated?.favorite ?? false,
      pageUrl: stated?.pageUrl ?? null,
      description: stated?.description ?? "",
      chapters: stated?.chapters ?? [],
      chaptersEnabled: stated?.chaptersEnabled ?? false,
      renditionPriority: renditionPriority(this.done),
      ...found,
    };
    const itemId = await this.#ports.db.transaction(async (tx) => {
      const id = await importItem(tx, { ...this.#ports, ...this.#deps }, given);
      if (id !== null && stated && stated.comments.length > 0)
        await this.#deps.comments.restoreMany(tx, { id, workspaceId, userId }, commentsOf(this.#id, stated));
      if (id !== null) await board?.file(tx, { boardId: id, userId });
      if (id !== null) await this.#deps.captions.restoreMany(tx, { id, userId }, captions);
      return id;
    });
    return itemId !== null;
  }
}
