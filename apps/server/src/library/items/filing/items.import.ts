import {
  Chapter,
  CHAPTERS_MAX,
  Description,
  PageUrl,
  Title,
  type AnnotationDocument,
  type CaptureRecord,
  type PointerTrack,
} from "@stillreel/contract";
import { z } from "zod";
import type { Executor } from "../../../platform/db/client.ts";
import type { VideoFacts } from "../../../platform/db/schema/index.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import { makeRenditions, makeVideoRenditions, type Media, type StoredBlob } from "../../../media/media/index.ts";
import type { SearchIndex } from "../../search-index/index.ts";
import { nameItem } from "./items.form.ts";
import type { Quota } from "./quota.service.ts";
import * as repo from "../queries/items.import.repo.ts";

/**
 * An item of an imported archive, with its bytes already in the store; the caller adds the drawing of a whiteboard. Its texts are not validated. Invalid ones are
 * left out.
 */
export interface ImportedItem {
  workspaceId: string;
  /** If this folder no longer exists, the item is added to the root. */
  folderId: string | null;
  type: "image" | "video" | "board";
  ownerId: string;
  /** File name in the archive, without folders. */
  fileName: string;
  /** Unique name in the workspace. Importing the same name again creates nothing. */
  refName: string;
  title: string | null;
  createdAt: Date | null;
  trashed: boolean;
  favorite: boolean;
  pageUrl: string | null;
  description: string;
  chapters: readonly { timestamp: number; name: string }[];
  chaptersEnabled: boolean;
  /** Priority of the job that creates its renditions; lower numbers run first. */
  renditionPriority: number;
  /** Null for a whiteboard, which has no file. */
  stored: StoredBlob | null;
  inspected: { mimeType: string; width: number | null; height: number | null; durationMs?: number; videoFacts?: VideoFacts };
  /** Bytes of the images on a whiteboard. */
  boardBytes?: number;
  /**
   * Additional data of a picture: the original before annotation (its bytes are in the store), the markers and capture
   * metadata.
   */
  details?: { original: StoredBlob | null; markers: AnnotationDocument | null; capture: CaptureRecord | null };
  /** Recorded pointer of a video. */
  pointer?: PointerTrack | null;
}

const Chapters = z.array(Chapter).max(CHAPTERS_MAX);
/** Returns the text without characters that cannot be stored, or an empty text when it is too long. */
const descriptionOf = (text: string): string => Description.safeParse(text.replaceAll("\u0000", "").toWellFormed()).data ?? "";
/** Earliest accepted date. Earlier dates are certainly wrong. */
const FIRST = Date.UTC(1980, 0);

/**
 * Creates an imported item with its bytes, star and search words, and queues its renditions, in the caller's transaction.
 * Returns its id, or null when its `refName` is taken. The caller then discards the bytes, including those of the original.
 * @throws AppError `quota-exceeded`
 */
export async function importItem(
  tx: Executor,
  deps: Pick<Ports, "clock" | "ids" | "jobs"> & {
    media: Pick<Media, "insertBlob">;
    search: Pick<SearchIndex, "indexItem">;
    quota: Pick<Quota, "claim">;
  },
  given: ImportedItem,
): Promise<string | null> {
  const { stored, inspected } = given;
  await deps.quota.claim(tx, given, (stored?.sizeBytes ?? given.boardBytes ?? 0) + (given.details?.original?.sizeBytes ?? 0));
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
    stage: stored ? ("processing" as const) : ("ready" as const),
    blobId: stored?.id ?? null,
    sizeBytes: stored?.sizeBytes ?? 0,
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
    // An item imported into the trash gets the full retention time.
    trashedAt: given.trashed ? now : null,
    trashedFrom: given.trashed && fits ? folder.name : null,
    createdAt,
    updatedAt: now,
  };
  if (await repo.isTaken(tx, row.workspaceId, row.refName)) return null;
  if (stored) await deps.media.insertBlob(tx, { ...stored, mimeType: inspected.mimeType });
  await repo.insertImported(tx, row);
  if (given.type === "image" && given.details) await insertDetails(tx, deps, id, given.details);
  if (given.type === "video" && given.pointer) await repo.insertPointer(tx, id, given.pointer);
  if (given.favorite) await repo.insertFavorite(tx, row, now);
  await deps.search.indexItem(tx, row);
  if (stored) {
    const job = given.type === "image" ? makeRenditions : makeVideoRenditions;
    await deps.jobs.enqueue(tx, job, { itemId: id }, { priority: given.renditionPriority });
  }
  return id;
}

/** Inserts the additional data of a picture, if there is any. */
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
