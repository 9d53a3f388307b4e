import { isUuid, type createZip, type ServerArgs, type ServerResult } from "@stillreel/contract";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { cleanName, writeZip, zipSize, type ZipEntry } from "../../platform/ports/archives/index.ts";
import type { BoardFiles } from "../../platform/ports/board-files.port.ts";
import { ImageError } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { WorkspaceFacts, Memberships } from "../../access/memberships/index.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import { type Items } from "../../library/items/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import { piecesWhile, recheck } from "../../media/media/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Convert } from "./conversion.ts";
import { readThrough } from "./zips.send.ts";
import { notIncludedText, NOT_INCLUDED, planZip, readableOf, type LeftOut, type ZipPlan, type ZipPart } from "./zips.plan.ts";
import * as repo from "./zips.repo.ts";

/** Lifetime of a zip's URL. */
const ZIP_TTL_MS = 10 * 60_000;
/** Maximum number of items. Larger selections should use a takeout, whose download can be resumed. */
const ZIP_ITEMS_MAX = 50_000;
/** Rate limit for zips per user. */
const ZIP_RULE = RATE_RULES.zip;
/** Format of a zip id: 16 random bytes in base64url. */
const ZIP_ID = /^[A-Za-z0-9_-]{22}$/u;
/** Number of objects that are checked concurrently before a zip starts. */
const CHECKS = 16;

export interface ZipsServiceDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of">;
  items: Pick<Items, "facts">;
  shares: Pick<Shares, "folders" | "bySlug">;
  limits: RateLimits;
  states: Pick<AccountStates, "assertActive">;
  boardFiles: Pick<BoardFiles, "write">;
}

/** A zip that is ready to be sent. */
export interface OpenedZip {
  fileName: string;
  /** Null when images are converted or whiteboards are written: their sizes are known only afterwards. */
  sizeBytes: number | null;
  /** @param signal ends a running conversion */
  bytes(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
}

type Choice = ServerArgs<typeof createZip>["body"];

/** The ports and services that the functions of this file use. */
interface Context
  extends
    Pick<ZipsServiceDeps, "memberships" | "rights" | "shares" | "limits" | "states" | "boardFiles">,
    Pick<Ports, "pool" | "clock" | "db" | "storage"> {
  ports: Ports;
  convert: Convert;
  known: ZipsServiceDeps["items"];
}

async function readableSpace({ memberships }: Context, actor: Actor, workspaceRef: string): Promise<WorkspaceFacts> {
  const workspace = await memberships.resolve(actor, workspaceRef);
  authorize(actor, "item.read", { workspaceId: workspace.id, role: workspace.role });
  return workspace;
}

/** Loads the selection with its contents, as far as the caller may read them. */
async function load(
  { pool, rights }: Context,
  actor: Actor,
  workspace: WorkspaceFacts,
  itemIds: readonly string[],
  folderIds: readonly string[],
) {
  const [folders, allowed] = await Promise.all([repo.listFolderTrees(pool, workspace.id, folderIds), rights.of(actor, workspace)]);
  const items = await repo.listItems(
    pool,
    workspace.id,
    itemIds,
    folders.map((folder) => folder.id),
    ZIP_ITEMS_MAX + 1,
  );
  return readableOf(allowed, { folders, items }, new Set(itemIds));
}

/**
 * Stores a selection for a zip download.
 * @throws AppError `not-found` when the caller may not read one of the items or folders, or it is in the trash
 */
async function create(context: Context, actor: UserActor, workspaceRef: string, choice: Choice): Promise<ServerResult<typeof createZip>> {
  const { limits, ports, clock, db } = context;
  const workspace = await readableSpace(context, actor, workspaceRef);
  await limits.take({ key: `zip:${actor.id}`, rule: ZIP_RULE });
  const itemIds = [...new Set(choice.itemIds)];
  const folderIds = [...new Set(choice.folderIds)];
  if (![...itemIds, ...folderIds].every(isUuid)) throw new AppError("not-found");
  const { folders, items } = await load(context, actor, workspace, itemIds, folderIds);
  if (items.length > ZIP_ITEMS_MAX) throw invalid("itemIds", `At most ${ZIP_ITEMS_MAX} items in one zip.`, "too_big");
  const there = new Set([...items.filter((item) => !item.trashed), ...folders].map(({ id }) => id));
  if (![...itemIds, ...folderIds].every((id) => there.has(id))) throw new AppError("not-found");
  const { parts } = planZip(items, folders, choice.format);
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const id = ports.ids.secret(16);
  const expiresAt = new Date(clock.now().getTime() + ZIP_TTL_MS);
  await repo.insertZip(db, {
    id,
    userId: actor.id,
    workspaceId: workspace.id,
    itemIds,
    folderIds,
    format: choice.format,
    sizeBytes,
    expiresAt,
  });
  return { downloadUrl: `/api/v1/zips/${id}`, items: parts.length, size: sizeBytes, expiresAt: expiresAt.toISOString() };
}

/** Yields the bytes of an object. Each chunk is valid only until the next one is requested. */
async function bytesOf({ storage }: Context, storageKey: string): Promise<AsyncIterable<Uint8Array>> {
  const path = storage.localPath(storageKey);
  return path === null ? (await storage.get(storageKey)).stream : readThrough(path);
}

/** Yields the bytes of a file as the zip contains it; null for a whiteboard that was deleted. */
async function bytesOfPart(
  context: Context,
  { itemId, storageKey, conversion }: ZipPart,
  signal: AbortSignal,
  onLost: () => void,
): Promise<AsyncIterable<Uint8Array> | null> {
  if (storageKey === null) return context.boardFiles.write(itemId, onLost);
  return conversion === null ? bytesOf(context, storageKey) : (await context.convert(storageKey, conversion, signal)).stream;
}

/** Returns whether the size of a file is known before it is sent. */
const isSized = ({ storageKey, conversion }: ZipPart): boolean => storageKey !== null && conversion === null;

/** Checks that the caller may still read an item, while its zip is sent. @throws AppError */
type Check = (itemId: string) => Promise<unknown>;

/**
 * Opens the files of one zip. A zip whose length was sent in the headers cannot omit a file any more: it is aborted when a file becomes
 * unreadable for the caller. Permissions are checked between files and every few seconds during a file.
 */
function opener(
  context: Context,
  check: Check,
): (part: ZipPart, signal: AbortSignal, onLost: () => void) => Promise<AsyncIterable<Uint8Array> | null> {
  const { clock } = context;
  let current = "";
  const stillMay = recheck(clock, () => check(current));
  return async (part, signal, onLost) => {
    current = part.itemId;
    const asked = stillMay();
    if (asked) await asked;
    const bytes = await bytesOfPart(context, part, signal, onLost);
    return bytes && piecesWhile(bytes, stillMay);
  };
}

/** Yields the files of a zip, and at its end a list of those that are missing. */
async function* entriesOf(
  context: Context,
  check: Check,
  { parts, leftOut }: ZipPlan,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry, void, undefined> {
  const open = opener(context, check);
  const missing = [...leftOut];
  for (const part of parts) {
    const { name, sizeBytes, modifiedAt } = part;
    const note = (reason: string): void => void missing.push({ name, reason });
    const opened = () => open(part, signal, () => note("An image on it is missing."));
    if (isSized(part)) yield { name, sizeBytes, modifiedAt, open: opened };
    else
      yield {
        name,
        sizeBytes: null,
        modifiedAt,
        open: async () => {
          try {
            const bytes = await opened();
            if (!bytes) note("It is not there any more.");
            return bytes;
          } catch (error) {
            if (!(error instanceof ImageError)) throw error;
            note("It could not be converted.");
            return null;
          }
        },
      };
  }
  if (missing.length > 0) yield listEntry(context, missing);
}

function listEntry({ clock }: Context, leftOut: readonly LeftOut[]): ZipEntry & { sizeBytes: number } {
  const text = notIncludedText(leftOut);
  return { name: NOT_INCLUDED, sizeBytes: text.length, modifiedAt: clock.now(), open: async () => once(text) };
}

/** Returns the zip's length, or null when it contains files whose sizes are not known. */
function sizeOf(context: Context, { parts, leftOut }: ZipPlan): number | null {
  if (!parts.every(isSized)) return null;
  return zipSize(leftOut.length > 0 ? [...parts, listEntry(context, leftOut)] : parts);
}

/** Moves files whose bytes are missing in the store from the parts to the list of missing files. */
async function withoutLost({ storage }: Context, { parts, leftOut }: ZipPlan): Promise<ZipPlan> {
  const lost = new Set<ZipPart>();
  const rest = parts.values();
  const check = async (): Promise<void> => {
    for (const part of rest) {
      if (part.storageKey === null) continue;
      try {
        part.sizeBytes = (await storage.stat(part.storageKey)).sizeBytes;
      } catch (error) {
        if (!(error instanceof StorageError && error.code === "not-found")) throw error;
        lost.add(part);
      }
    }
  };
  await Promise.all(Array.from({ length: CHECKS }, check));
  return {
    parts: parts.filter((part) => !lost.has(part)),
    leftOut: [...leftOut, ...[...lost].map(({ name }) => ({ name, reason: "Its file is missing." }))],
  };
}

/**
 * Opens the zip behind a URL with the caller's current permissions. Files that are no longer available are listed in a
 * file of the zip.
 * @throws AppError `not-found` for an unknown or expired URL and for one of another user
 */
async function openZip(context: Context, actor: Actor, id: string): Promise<OpenedZip> {
  const { db, clock, states, known } = context;
  const row = actor.kind === "user" && ZIP_ID.test(id) ? await repo.findZip(db, id, actor.id, clock.now()) : undefined;
  if (!row) throw new AppError("not-found");
  const workspace = await readableSpace(context, actor, row.workspaceId);
  const { folders, items } = await load(context, actor, workspace, row.itemIds, row.folderIds);
  const there = new Set([...items, ...folders].map((found) => found.id));
  const gone = [...row.itemIds, ...row.folderIds].filter((wanted) => !there.has(wanted));
  const planned = planZip(items, folders, row.format);
  for (const wanted of gone) planned.leftOut.push({ name: wanted, reason: "It is not there any more." });
  return opened(context, planned, nameOf(context, row, folders), async (itemId) => {
    await states.assertActive(actor);
    await known.facts(actor, itemId);
  });
}

async function opened(context: Context, planned: ZipPlan, fileName: string, check: Check): Promise<OpenedZip> {
  const plan = await withoutLost(context, planned);
  return { fileName, sizeBytes: sizeOf(context, plan), bytes: (signal) => writeZip(entriesOf(context, check, plan, signal)) };
}

/** A zip of a shared folder, and the value of the cookie that admits the visitor again. */
export interface OpenedSharedZip {
  zip: OpenedZip;
  cookie: string | null;
}

/**
 * Opens the zip of a shared folder, or of a folder inside it, with what its link shows now. Visitors without an account get no videos, as
 * for the link of a video.
 * @param who subject of the rate limit
 * @throws AppError `not-found`, `password-required`, `link-removed`; `forbidden` when the link permits no downloads
 */
async function openShared(
  context: Context,
  slug: string,
  visitor: Visitor,
  { folderId, isCounted, who }: { folderId: string | undefined; isCounted: boolean; who: string },
): Promise<OpenedSharedZip> {
  const { shares, limits, states } = context;
  const { actor } = visitor;
  const link = await shares.folders.open(slug, visitor, { folderId: folderId ?? null, purpose: isCounted ? "content" : "check" });
  if (!link.ok) throw new AppError(link.code);
  const allowDownload = link.row.allow_download;
  authorize(actor, "item.download", { allowDownload, type: "image" });
  await limits.take({ key: `zip:${who}`, rule: ZIP_RULE });
  const { folders, items } = await shares.folders.files(link, ZIP_ITEMS_MAX + 1);
  if (items.length > ZIP_ITEMS_MAX) throw invalid("folderId", `At most ${ZIP_ITEMS_MAX} items in one zip.`, "too_big");
  const isVideo = ({ mime_type: mimeType }: repo.ZipItemRow): boolean => mimeType.startsWith("video/");
  const [given, refused] = actor.kind === "user" ? [items, []] : [items.filter((item) => !isVideo(item)), items.filter(isVideo)];
  const planned = planZip(given, folders, "original");
  for (const { title } of refused) planned.leftOut.push({ name: title, reason: "Sign in to download videos." });
  // A visitor whose link used up its views during the zip was admitted before.
  const again = { actor, unlockCookie: link.admission ?? visitor.unlockCookie };
  const zip = await opened(context, planned, `${cleanName(link.row.name, "Folder")}.zip`, async (itemId) => {
    await states.assertActive(actor);
    const still = await shares.bySlug(slug, again, "follow", itemId);
    if (!still.ok) throw new AppError(still.code);
    authorize(actor, "item.download", { allowDownload: still.row.allow_download, type: still.row.type });
  });
  return { zip, cookie: link.admission };
}

/** Returns the zip's file name: the name of the only folder, or the date. */
function nameOf({ clock }: Context, row: repo.ZipRow, folders: readonly repo.ZipFolderRow[]): string {
  const only = row.itemIds.length === 0 && row.folderIds.length === 1 ? folders.find(({ id }) => id === row.folderIds[0]) : undefined;
  return `${only?.name ?? `Stillreel ${clock.now().toISOString().slice(0, 10)}`}.zip`;
}

export function createZipsService(
  ports: Ports,
  { memberships, rights, items: known, shares, limits, states, boardFiles }: ZipsServiceDeps,
  convert: Convert,
) {
  const { pool, db, storage, clock } = ports;
  const context: Context = { memberships, pool, rights, shares, limits, ports, convert, clock, db, storage, known, states, boardFiles };
  return {
    create: create.bind(null, context),
    open: openZip.bind(null, context),
    openShared: openShared.bind(null, context),
    sweep: (signal: AbortSignal) => repo.deleteExpired(db, clock.now(), signal),
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

export type ZipsService = ReturnType<typeof createZipsService>;
