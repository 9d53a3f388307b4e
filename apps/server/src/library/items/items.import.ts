import { Chapter, CHAPTERS_MAX, Description, PageUrl, Title, type AnnotationDocument, type CaptureRecord } from "@stillreel/contract";
import { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import type { VideoFacts } from "../../platform/db/schema/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { makeRenditions, makeVideoRenditions, type Media, type StoredBlob } from "../../media/media/index.ts";
import type { SearchIndex } from "../search-index/index.ts";
import { nameItem } from "./items.form.ts";
import * as repo from "./items.import.repo.ts";

/** An item from somebody's archive, its bytes in the store already. Texts may be anything: what breaks a rule is left out. */
export interface ImportedItem {
  workspaceId: string;
  /** Gone meanwhile: then the item lies at the root. */
  folderId: string | null;
  type: "image" | "video";
  ownerId: string;
  /** What the file is called in the archive, without folders. */
  fileName: string;
  /** Unique in the space; the same one again files nothing. */
  refName: string;
  title: string | null;
  createdAt: Date | null;
  trashed: boolean;
  favorite: boolean;
  pageUrl: string | null;
  description: string;
  chapters: readonly { timestamp: number; name: string }[];
  chaptersEnabled: boolean;
  stored: StoredBlob;
  inspected: { mimeType: string; width: number; height: number; durationMs?: number; videoFacts?: VideoFacts };
  /** Of a picture: what it was before it was drawn over (its bytes in the store as well), what was drawn, what its capture told. */
  details?: { original: StoredBlob | null; markers: AnnotationDocument | null; capture: CaptureRecord | null };
}

const Chapters = z.array(Chapter).max(CHAPTERS_MAX);
/** Nothing that cannot be kept, nothing where it is too long. */
const descriptionOf = (text: string): string => Description.safeParse(text.replaceAll("\u0000", "").toWellFormed()).data ?? "";
/** Nothing of ours is older than computers' time. */
const FIRST = Date.UTC(1980, 0);

/**
 * Files an imported item with its bytes, its star and its words, and queues its renditions, within the caller's transaction.
 * Answers its id; null when its `refName` is taken: then the caller discards the bytes, those of the original too.
 */
export async function importItem(
  tx: Executor,
  deps: Pick<Ports, "clock" | "ids" | "jobs"> & { media: Pick<Media, "insertBlob">; search: Pick<SearchIndex, "indexItem"> },
  given: ImportedItem,
): Promise<string | null> {
  const { stored, inspected } = given;
  const now = deps.clock.now();
  const id = deps.ids.id();
  const createdAt = given.createdAt && given.createdAt.getTime() >= FIRST && given.createdAt <= now ? given.createdAt : now;
  const title = Title.safeParse(given.title).data ?? null;
  const folder = given.folderId === null ? undefined : await repo.lockFolder(tx, given.workspaceId, given.folderId);
  const fits = folder !== undefined && (folder.kind === "mixed" || folder.kind === given.type);
  const row = {
    id,
    workspaceId: given.workspaceId,
    folderId: fits ? given.folderId : null,
    type: given.type,
    ownerId: given.ownerId,
    ...nameItem({ title, fullFileName: null }, given.fileName, inspected.mimeType, createdAt),
    refName: given.refName,
    stage: "processing" as const,
    blobId: stored.id,
    sizeBytes: stored.sizeBytes,
    mimeType: inspected.mimeType,
    width: inspected.width,
    height: inspected.height,
    durationMs: inspected.durationMs ?? null,
    videoFacts: inspected.videoFacts ?? null,
    pageUrl: PageUrl.safeParse(given.pageUrl).data ?? null,
    description: descriptionOf(given.description),
    chapters: given.type === "video" ? (Chapters.safeParse(given.chapters).data ?? []) : [],
    chaptersEnabled: given.type === "video" && given.chaptersEnabled,
    annotated: given.type === "image" && (given.details?.original ?? null) !== null,
    // What comes back into the bin may stay there as long as anything else.
    trashedAt: given.trashed ? now : null,
    trashedFrom: given.trashed && fits ? folder.name : null,
    createdAt,
    updatedAt: now,
  };
  if (await repo.isTaken(tx, row.workspaceId, row.refName)) return null;
  await deps.media.insertBlob(tx, { ...stored, mimeType: inspected.mimeType });
  await repo.insertImported(tx, row);
  if (given.type === "image" && given.details) await insertDetails(tx, deps, id, given.details);
  if (given.favorite) await repo.insertFavorite(tx, row, now);
  await deps.search.indexItem(tx, row);
  await deps.jobs.enqueue(tx, given.type === "image" ? makeRenditions : makeVideoRenditions, { itemId: id });
  return id;
}

/** Files what is kept beside a picture, if there is anything. */
async function insertDetails(
  tx: Executor,
  deps: { media: Pick<Media, "insertBlob"> },
  itemId: string,
  { original, markers, capture }: NonNullable<ImportedItem["details"]>,
): Promise<void> {
  if (!original && !markers && !capture) return;
  if (original) await deps.media.insertBlob(tx, original);
  await repo.insertDetails(tx, { itemId, originalBlobId: original?.id ?? null, markers, capture });
}
