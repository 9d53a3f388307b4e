import type { EditDocument, FieldIssue, getEdits, ServerResult } from "@stillreel/contract";
import { faultsOf, type EditFault, type SourceFacts } from "@stillreel/video-editor/core";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { EditsDeps } from "./edits.deps.ts";
import * as repo from "./sources.repo.ts";
import { listAssets, type AssetRow } from "./versions.repo.ts";

type Source = ServerResult<typeof getEdits>["source"];
type Asset = ServerResult<typeof getEdits>["assets"][number];

/** A document with everything that it refers to and that the caller may use. */
export interface Sources {
  own: repo.SourceRow;
  /** Joined items by id, without those that cannot be used. */
  joined: ReadonlyMap<string, repo.SourceRow>;
  assets: readonly AssetRow[];
}

const FAULTS: Record<EditFault["code"], string> = {
  "beyond-end": "This is after the end of its video.",
  "source-missing": "This video or image cannot be used. It was deleted, or it is not in this space.",
};

/** Returns the ids of the items that a document joins. */
export function joinedIds({ clips, effects, poster }: EditDocument): string[] {
  const ids = [...clips, ...effects].map(({ itemId }) => itemId);
  const posterItem = poster !== null && "at" in poster ? poster.itemId : undefined;
  return [...new Set([...ids, posterItem].filter((id) => id !== undefined))];
}

/** A video can be edited before its renditions exist; a render makes what is missing. */
const isUsable = ({ type, stage, trashed, source, durationMs }: repo.SourceRow): boolean =>
  (stage === "ready" || stage === "processing") && !trashed && source !== null && (type === "image" || durationMs !== null);

/** Returns the length and picture of a source. Images have no length. */
export const factsOf = (row: repo.SourceRow): SourceFacts => ({
  type: row.type,
  duration: (row.durationMs ?? 0) / 1_000,
  width: row.width ?? 2,
  height: row.height ?? 2,
});

/** Returns what a document refers to and the edited video does not have: times, items and assets. */
export function issuesOf(document: EditDocument, { own, joined, assets }: Sources): FieldIssue[] {
  const find = (itemId: string | undefined): SourceFacts | null => {
    const row = itemId === undefined ? own : joined.get(itemId);
    return row ? factsOf(row) : null;
  };
  const { poster, audio, frame } = document;
  const faults = faultsOf(document, find);
  if (poster !== null && "at" in poster) {
    const facts = find(poster.itemId);
    if (facts === null) faults.push({ path: "poster.itemId", code: "source-missing" });
    else if (facts.type === "video" && poster.at > facts.duration) faults.push({ path: "poster.at", code: "beyond-end" });
  }
  const issues: FieldIssue[] = faults.map(({ path, code }) => ({ field: `document.${path}`, code, message: FAULTS[code] }));
  const isThere = (id: string, kind: AssetRow["kind"]): boolean => assets.some((asset) => asset.id === id && asset.kind === kind);
  const picture = (path: string, id: string): void => {
    if (!isThere(id, "picture")) issues.push({ field: `document.${path}`, code: "not-found", message: "We could not find that picture." });
  };
  if (audio && !isThere(audio.assetId, "sound"))
    issues.push({ field: "document.audio.assetId", code: "not-found", message: "We could not find that sound." });
  if (poster !== null && "assetId" in poster) picture("poster.assetId", poster.assetId);
  if (frame && "assetId" in frame.background) picture("frame.background.assetId", frame.background.assetId);
  return issues;
}

/** Finds what documents refer to, for a caller. */
export function createSources({ db }: Pick<Ports, "db">, { items, media }: Pick<EditsDeps, "items" | "media">) {
  async function joinedOf(
    actor: Actor,
    own: Pick<repo.SourceRow, "itemId" | "workspaceId">,
    ids: readonly string[],
  ): Promise<Map<string, repo.SourceRow>> {
    if (ids.length === 0) return new Map();
    const readable = await items.presentByIds(actor, ids);
    const same = readable.filter(({ id, workspaceId, trash }) => id !== own.itemId && workspaceId === own.workspaceId && !trash);
    const rows = await repo.listShown(
      db,
      same.map(({ id }) => id),
    );
    for (const [id, row] of rows) if (!isUsable(row)) rows.delete(id);
    return rows;
  }

  return {
    /**
     * Returns the unedited video of an item with what documents refer to.
     * @throws AppError `not-found` for images and deleted items, `validation-failed` for a video that is not ready
     */
    async of(actor: Actor, itemId: string, documents: readonly EditDocument[]): Promise<Sources> {
      const own = (await repo.findOriginal(db, itemId)) ?? (await repo.listShown(db, [itemId])).get(itemId);
      if (!own || own.type !== "video" || own.trashed) throw new AppError("not-found");
      if (!isUsable(own))
        throw new AppError("validation-failed", {
          details: [{ field: "itemId", code: "not-ready", message: "This video is not ready to be edited yet." }],
        });
      const ids = [...new Set(documents.flatMap(joinedIds))];
      const [joined, assets] = await Promise.all([joinedOf(actor, own, ids), listAssets(db, itemId)]);
      return { own, joined, assets };
    },

    /**
     * Returns an image of the space of a video, as it is shown at present.
     * @throws AppError `not-found` for everything else, and for images that the caller cannot read
     */
    async image(actor: Actor, own: { id: string; workspaceId: string }, itemId: string): Promise<{ title: string; blob: repo.SourceBlob }> {
      const row = (await joinedOf(actor, { itemId: own.id, workspaceId: own.workspaceId }, [itemId])).get(itemId);
      if (row?.type !== "image" || row.source === null) throw new AppError("not-found");
      return { title: row.title, blob: row.source };
    },

    /** Returns the blobs of joined items, by item, to recognize a replaced file later. */
    blobsOf: ({ joined }: Sources): Record<string, string> =>
      Object.fromEntries([...joined].map(([id, row]) => [id, row.source?.id ?? ""])),

    presentSource: (callerId: string, row: repo.SourceRow): Source => presentSource(media, callerId, row),
    presentAsset: (callerId: string, row: AssetRow): Asset => presentAsset(media, callerId, row),
    listShown: (executor: Executor, ids: readonly string[]) => repo.listShown(executor, ids),
  };
}

export type SourceService = ReturnType<typeof createSources>;

/** Returns the source that a document names without access to it. */
export const missingSource = (itemId: string): Source => ({
  itemId,
  type: "video",
  title: "",
  url: null,
  mimeType: "video/mp4",
  duration: 0,
  width: 0,
  height: 0,
  frameRate: null,
  hasSound: false,
  storyboard: null,
  waveformUrl: null,
  posterUrl: null,
});

function presentSource(media: Pick<Media, "url">, callerId: string, row: repo.SourceRow): Source {
  const url = (blob: repo.SourceBlob | null): string | null =>
    blob && media.url({ storageKey: blob.key, mimeType: blob.mime, sizeBytes: blob.bytes, callerId });
  const played = row.playback ?? row.source;
  const sheetUrl = url(row.sheet);
  return {
    itemId: row.itemId,
    type: row.type,
    title: row.title,
    url: url(played),
    mimeType: played?.mime ?? row.mimeType,
    duration: row.type === "video" ? (row.durationMs ?? 0) / 1_000 : 0,
    width: row.width ?? 0,
    height: row.height ?? 0,
    frameRate: row.videoFacts?.frameRate ?? null,
    hasSound: row.videoFacts?.audioCodec != null,
    storyboard: row.storyboard && sheetUrl !== null ? { ...row.storyboard, url: sheetUrl } : null,
    waveformUrl: url(row.waveform),
    posterUrl: url(row.poster),
  };
}

function presentAsset(media: Pick<Media, "url">, callerId: string, { id, kind, name, duration, width, height, blob }: AssetRow): Asset {
  const url = media.url({ storageKey: blob.key, mimeType: blob.mime, sizeBytes: blob.bytes, callerId });
  return { id, kind, name, url, duration, width, height };
}
