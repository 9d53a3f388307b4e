import type { ItemType } from "@stillreel/contract";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { ImageError, type Conversion } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { VideoError } from "../../platform/ports/video.port.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { LinkPurpose, Shares } from "../../library/shares/index.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Convert, Converted } from "./conversion.ts";
import { planDownload, type DownloadArgs, type DownloadPlan, type GifRange } from "./downloads.plan.ts";

/** Rate limit for conversions per user or IP address. */
const CONVERT_RULE = RATE_RULES.convert;
/** Rate limit for GIFs per user or IP address. Each costs seconds of CPU time. */
const GIF_RULE = RATE_RULES.gif;
/** Maximum number of running and waiting conversions in this process. Two run at the same time. */
const WAITING_MAX = 24;

export interface DownloadsServiceDeps {
  items: Pick<Items, "readable">;
  shares: Pick<Shares, "bySlug">;
  media: Pick<Media, "url" | "universal" | "gifs">;
  limits: RateLimits;
  states: Pick<AccountStates, "assertActive">;
}

/** A file whose download is permitted for the caller. */
export interface Downloadable {
  callerId: string;
  storageKey: string;
  mimeType: string;
  sizeBytes: number;
  plan: DownloadPlan;
}

/** Data of an item, or of an item behind a link, that downloads need. */
interface DownloadRow {
  type: ItemType;
  mime_type: string;
  full_file_name: string;
  size_bytes: string;
  storage_key: string | null;
}

function toAppError(error: unknown): unknown {
  if (error instanceof StorageError && error.code === "not-found") return new AppError("not-found", { cause: error });
  if (error instanceof VideoError)
    return new AppError(error.code === "no-program" ? "not-configured" : "unreadable-file", { cause: error });
  if (!(error instanceof ImageError)) return error;
  // The picture was accepted at upload, so an excess size can only be a limit of the target format.
  return new AppError(error.code === "too-large" ? "format-not-available" : "unreadable-file", { cause: error });
}

/** The state that changes while the service runs. */
interface State {
  running: number;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<DownloadsServiceDeps, "items" | "shares" | "media" | "limits" | "states">, Pick<Ports, "storage"> {
  convertStored: Convert;
  state: State;
}

/** Returns the item to callers with read permission, or through a link that allows downloads. */
async function rowFor(
  { items, shares }: Context,
  itemId: string,
  visitor: Visitor,
  slug: string | undefined,
  purpose: LinkPurpose,
): Promise<{ row: DownloadRow; callerId: string }> {
  if (slug === undefined) {
    if (visitor.actor.kind !== "user") throw new AppError("unauthenticated");
    return { row: (await items.readable(visitor.actor, itemId)).row, callerId: visitor.actor.id };
  }
  const opened = await shares.bySlug(slug, visitor, purpose, itemId);
  if (!opened.ok) throw new AppError(opened.code);
  if (opened.row.item_id !== itemId) throw new AppError("not-found");
  authorize(visitor.actor, "item.download", { allowDownload: opened.row.allow_download, type: opened.row.type });
  return { row: opened.row, callerId: opened.callerId };
}

/** @throws AppError `not-found`, `unauthenticated`, `forbidden`, `password-required`, `sign-in-to-download`, `format-not-available` */
async function find(context: Context, itemId: string, visitor: Visitor, args: DownloadArgs, purpose: LinkPurpose): Promise<Downloadable> {
  // A request has just been authenticated; a transfer continues.
  if (purpose === "follow") await context.states.assertActive(visitor.actor);
  const { row, callerId } = await rowFor(context, itemId, visitor, args.share, purpose);
  const plan = planDownload({ type: row.type, mimeType: row.mime_type, fullFileName: row.full_file_name }, args);
  if (!plan) throw new AppError("format-not-available");
  if (row.storage_key === null) throw new AppError("not-found", { message: "The file has not arrived yet." });
  if (plan.kind === "universal" || plan.kind === "gif") return universalOf(context, itemId, callerId, plan);
  return {
    callerId,
    storageKey: row.storage_key,
    mimeType: row.mime_type,
    sizeBytes: Number(row.size_bytes),
    plan,
  };
}

/** Returns the MP4 of a video, which is also the source of GIFs. Throws while it does not exist yet. */
async function universalOf({ media }: Context, itemId: string, callerId: string, plan: DownloadPlan): Promise<Downloadable> {
  const file = await media.universal(itemId);
  if (!file) throw new AppError("format-not-available");
  const { durationMs, ...stored } = file;
  if (plan.kind !== "gif" || durationMs === null) return { callerId, ...stored, plan };
  const { from, to } = plan.range;
  const seconds = durationMs / 1000;
  if (from >= seconds) throw invalid("from", "The video ends before that.", "too-late");
  return { callerId, ...stored, plan: { ...plan, range: { from, to: Math.min(to, seconds) } } };
}

/**
 * Converts a range of the video to a GIF.
 * @param who subject of the rate limit
 * @throws AppError `unreadable-file`, `too-many-requests`, `unavailable`
 */
async function makeGif(
  { limits, media, storage }: Context,
  found: Downloadable,
  range: GifRange,
  who: string,
  signal: AbortSignal,
): Promise<Converted> {
  await limits.take({ key: `gif:${who}`, rule: GIF_RULE });
  if (media.gifs.isBusy()) throw new AppError("unavailable", { retryAfterS: 10 });
  try {
    // Gives the same `not-found` error for every store.
    await storage.stat(found.storageKey);
    return await media.gifs.make(found.storageKey, range, signal);
  } catch (error) {
    throw toAppError(error);
  }
}

/** Returns a signed URL of the unchanged file. */
function fileUrl({ media }: Context, { storageKey, mimeType, sizeBytes, callerId, plan }: Downloadable): string {
  return media.url({ storageKey, mimeType, sizeBytes, callerId, fileName: plan.fileName, disposition: "attachment" });
}

/**
 * Converts the picture.
 * @param who subject of the rate limit
 * @throws AppError `format-not-available`, `unreadable-file`, `too-many-requests`, `unavailable`
 */
async function convert(
  context: Context,
  found: Downloadable,
  conversion: Conversion,
  who: string,
  signal: AbortSignal,
): Promise<Converted> {
  const { limits, state } = context;
  await limits.take({ key: `convert:${who}`, rule: CONVERT_RULE });
  if (state.running >= WAITING_MAX) throw new AppError("unavailable", { retryAfterS: 10 });
  state.running += 1;
  try {
    return await context.convertStored(found.storageKey, conversion, signal);
  } catch (error) {
    throw toAppError(error);
  } finally {
    state.running -= 1;
  }
}

export function createDownloadsService(
  ports: Ports,
  { items, shares, media, limits, states }: DownloadsServiceDeps,
  convertStored: Convert,
) {
  const { storage } = ports;
  const state: State = { running: 0 };
  const context: Context = { items, shares, media, limits, states, storage, convertStored, state };
  return {
    find: find.bind(null, context),
    fileUrl: fileUrl.bind(null, context),
    convert: convert.bind(null, context),
    makeGif: makeGif.bind(null, context),
  };
}

export type DownloadsService = ReturnType<typeof createDownloadsService>;
