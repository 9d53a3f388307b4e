import type { EditDocument } from "@stillreel/contract";
import { makeVideoExtras, type NewFilm, type RenditionKind } from "../../media/media/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { VersionFacts } from "../../platform/db/schema/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { TimelineChange, TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { followChapters } from "./chapters.plan.ts";
import type { EditsDeps } from "./edits.deps.ts";
import { timelineChange } from "./timeline.plan.ts";
import * as repo from "./showing.repo.ts";

type ItemRow = NonNullable<Awaited<ReturnType<typeof repo.lockItem>>>;

/** What the link of a video plays next: a new render, or one of its versions. */
export type Next =
  | { kind: "render"; film: NewFilm; document: EditDocument; versionId: string; userId: string }
  | { kind: "version"; version: repo.Version };

/** Files of the shown version under new keys, which no issued address contains. */
export interface Parked {
  /** Blob that the item showed. */
  of: string;
  files: repo.VersionFile[];
}

/** Thrown when the video shows another file than the one that a change started with. */
export class Superseded extends Error {}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Ports, "clock" | "ids" | "jobs" | "db">, Pick<EditsDeps, "media" | "search"> {
  followers: readonly TimelineFollower[];
}

/** Copies the shown version to keys that no address contains. Its objects are deleted with the change, so their addresses are dead. */
async function park({ db, media }: Context, itemId: string): Promise<Parked | null> {
  const files = await repo.listShownFiles(db, itemId);
  const [source] = files;
  if (!source) return null;
  const copies: repo.VersionFile[] = [];
  try {
    for (const file of files) copies.push({ ...file, blob: await media.copyBlob(file.blob) });
    return { of: source.blob.id, files: copies };
  } catch (error) {
    for (const { blob } of copies) await media.discard(blob);
    throw error;
  }
}

const factsOf = (item: ItemRow): VersionFacts => ({
  mimeType: item.mimeType,
  fullFileName: item.fullFileName,
  placeholder: item.placeholder,
  videoFacts: item.videoFacts,
  recordingFacts: item.recordingFacts,
  playbackMimeType: item.playbackMimeType,
  storyboard: item.storyboard,
  chapters: item.chapters,
});

const measuresOf = (item: ItemRow) => ({
  durationMs: item.durationMs ?? 0,
  sizeBytes: item.sizeBytes,
  width: item.width ?? 0,
  height: item.height ?? 0,
});

/** Returns the original and the shown version of a locked item. An item that was never edited gets the row of its original. */
async function mainVersions(
  { ids }: Context,
  tx: Executor,
  item: ItemRow,
): Promise<{ shown: repo.Version; original: repo.Version | undefined }> {
  const found = await repo.findMain(tx, item.id);
  if (found.shown) return { shown: found.shown, original: found.original };
  const row = {
    id: ids.id(),
    itemId: item.id,
    workspaceId: item.workspaceId,
    kind: "original" as const,
    isShown: true,
    document: null,
    ...measuresOf(item),
    facts: factsOf(item),
    createdBy: item.ownerId,
    createdAt: item.createdAt,
  };
  await repo.insertVersion(tx, row);
  return { shown: row, original: row };
}

/** Columns of an item without any rendition. */
const BARE: repo.ItemChange = {
  thumbnailSmallKey: null,
  thumbnailLargeKey: null,
  previewKey: null,
  posterKey: null,
  playbackKey: null,
  playbackMimeType: null,
  storyboardKey: null,
  storyboard: null,
  recordingFacts: null,
  failure: null,
  updating: null,
};

/** Gives the item the files of a new render. */
async function showRender(
  { media, clock }: Context,
  tx: Executor,
  item: ItemRow,
  next: Next & { kind: "render" },
): Promise<repo.ItemChange> {
  const { film, document, versionId, userId } = next;
  const { blob } = film.film;
  await media.insertBlob(tx, blob);
  for (const picture of film.pictures) await media.insertBlob(tx, picture.blob);
  await repo.insertRenditions(tx, item.id, film.pictures);
  const { mimeType, width, height, durationMs, videoFacts } = film.inspected;
  const fullFileName = `${item.fullFileName.replace(/\.[A-Za-z0-9]{1,5}$/u, "")}.mp4`;
  const change = {
    mimeType,
    width,
    height,
    durationMs,
    videoFacts,
    fullFileName,
    placeholder: film.placeholder,
    sizeBytes: blob.sizeBytes,
  };
  await repo.insertVersion(tx, {
    id: versionId,
    itemId: item.id,
    kind: "edit",
    isShown: true,
    document,
    durationMs,
    sizeBytes: blob.sizeBytes,
    width,
    height,
    facts: {
      mimeType,
      fullFileName,
      placeholder: film.placeholder,
      videoFacts,
      recordingFacts: null,
      playbackMimeType: null,
      storyboard: null,
      chapters: [],
    },
    createdBy: userId,
    createdAt: clock.now(),
  });
  return { ...BARE, ...repo.keysOf(film.pictures), ...change, blobId: blob.id };
}

/** Gives the item the files of one of its versions. */
async function showVersion(tx: Executor, item: ItemRow, { version }: Next & { kind: "version" }): Promise<repo.ItemChange> {
  const files = await repo.takeFiles(tx, version.id);
  const source = files.find(({ kind }) => kind === "source");
  if (!source) throw new AppError("no-original");
  const made = files
    .filter(({ kind }) => kind !== "source")
    .map(({ kind, blob, width, height, facts }) => ({
      kind: kind as RenditionKind,
      blob,
      width: width ?? 0,
      height: height ?? 0,
      ...(facts ? { facts } : {}),
    }));
  await repo.insertRenditions(tx, item.id, made as never);
  await repo.updateVersion(tx, version.id, { isShown: true });
  const { chapters: _, ...facts } = version.facts;
  const { durationMs, sizeBytes, width, height } = version;
  return { ...BARE, ...repo.keysOf(made), ...facts, durationMs, sizeBytes, width, height, blobId: source.blob.id };
}

/** Moves everything with times to the next version: chapters, captions, comments, watched parts. */
async function followTimes(
  { followers, search }: Context,
  tx: Executor,
  item: ItemRow,
  versions: { shown: repo.Version; original: repo.Version | undefined; document: EditDocument | null },
): Promise<TimelineChange> {
  const { shown, original, document } = versions;
  const durationS = (original ?? shown).durationMs / 1_000;
  const change = timelineChange(shown.document, document, durationS);
  const known = shown.kind === "original" ? null : (original?.facts.chapters ?? null);
  const last = timelineChange(null, shown.document, durationS);
  const followed = followChapters({ shown: item.chapters, known, document, durationS }, { now: change, last });
  if (original) await repo.updateVersion(tx, original.id, { facts: { ...original.facts, chapters: followed.known } });
  await repo.updateItem(tx, item.id, { chapters: followed.chapters });
  const { id, workspaceId, title, pageUrl, description, createdAt } = item;
  await search.indexItem(tx, { id, workspaceId, title, pageUrl, description, chapters: followed.chapters, createdAt });
  for (const follower of followers) await follower.follow(tx, item.id, change);
  return change;
}

/**
 * Replaces what the link of a video plays, in the caller's transaction. The shown version is retained under other keys. All its renditions
 * are deleted, and everything with times follows.
 * @param parked the shown version's files, from {@link park}
 * @returns released blobs, to retire after the commit
 * @throws Superseded when the item shows another file, AppError `not-found` when it was deleted
 */
async function show(context: Context, tx: Executor, itemId: string, parked: Parked, next: Next): Promise<string[]> {
  const { media, jobs, clock, ids } = context;
  const item = await repo.lockItem(tx, itemId);
  if (!item || item.trashedAt !== null || item.type !== "video") throw new AppError("not-found");
  if (item.blobId !== parked.of) throw new Superseded("The video shows another file by now.");
  const versions = await mainVersions(context, tx, item);
  const document = next.kind === "render" ? next.document : next.version.document;
  const original =
    versions.original && versions.shown.id === versions.original.id ? { ...versions.original, facts: factsOf(item) } : versions.original;
  await repo.updateVersion(tx, versions.shown.id, { isShown: false, ...measuresOf(item), facts: factsOf(item) });
  for (const { blob } of parked.files) await media.insertBlob(tx, blob);
  await repo.insertFiles(
    tx,
    parked.files.map(({ kind, blob, width, height, facts }) => ({
      id: ids.id(),
      itemId,
      versionId: versions.shown.id,
      kind,
      blobId: blob.id,
      width,
      height,
      facts,
    })),
  );
  const released = [...(await repo.takeRenditions(tx, itemId)), parked.of];
  const change = next.kind === "render" ? await showRender(context, tx, item, next) : await showVersion(tx, item, next);
  await repo.updateItem(tx, itemId, { ...change, stage: "ready", progress: 0, updatedAt: clock.now() });
  await followTimes(context, tx, item, { shown: versions.shown, original, document });
  await jobs.enqueue(tx, makeVideoExtras, { itemId });
  return media.releaseBlobs(tx, released);
}

/** Deletes objects without a row. If it is uncertain whether a row refers to one, the nightly sweep decides. */
async function giveBack({ db, media }: Context, blobs: readonly { id: string; storageKey: string }[]): Promise<void> {
  for (const blob of blobs) if (!(await repo.isBlobKnown(db, blob.id).catch(() => true))) await media.discard(blob);
}

/** Creates the part of edits that replaces the video behind a link. */
export function createShowing(ports: Ports, { media, search, followers }: Pick<EditsDeps, "media" | "search" | "followers">) {
  const { clock, ids, jobs, db } = ports;
  const context: Context = { clock, ids, jobs, db, media, search, followers };
  return {
    park: park.bind(null, context),
    show: show.bind(null, context),
    /** Deletes the objects of a version that was not parked after all, unless rows refer to them: the response of a commit can be lost. */
    unpark: (parked: Parked): Promise<void> =>
      giveBack(
        context,
        parked.files.map(({ blob }) => blob),
      ),
    giveBack: giveBack.bind(null, context),
  };
}

export type Showing = ReturnType<typeof createShowing>;
