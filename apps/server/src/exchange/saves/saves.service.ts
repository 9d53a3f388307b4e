import { inBatches } from "../../platform/db/batches.ts";
import { createHash } from "node:crypto";
import {
  isUuid,
  type createSave,
  type getSaveName,
  type Preferences,
  type SaveFormat,
  type SaveProvider,
  type ServerArgs,
} from "@stillreel/contract";
import type { z } from "zod";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Connections, VendorAccess } from "../../people/connections/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { runSave } from "./saves.jobs.ts";
import { previewName } from "./saves.names.ts";
import { planSave, RETENTION_MS, SERVICE_NAMES } from "./saves.plan.ts";
import { type PresentedSave, presentSave } from "./saves.present.ts";
import * as repo from "./saves.repo.ts";
import type { RemoteFolder, UploadStore } from "./stores/upload-store.ts";

const RULE = RATE_RULES.save;
const SWEEP_BATCH = 200;

export interface SavesDeps {
  items: Pick<Items, "presentByIds">;
  connections: Pick<Connections, "withToken">;
  states: Pick<AccountStates, "of">;
  events: Pick<Events, "publish">;
  notifier: Pick<Notifier, "add" | "settle" | "publish">;
  audit: Audit;
  limits: RateLimits;
  stores: Record<SaveProvider, UploadStore>;
  /** Returns the preferences of a user. */
  preferencesOf(userId: string): Promise<z.output<typeof Preferences>>;
}

type Options = ServerArgs<typeof createSave>["body"];
type NameQuery = ServerArgs<typeof getSaveName>["query"];
type Target = Pick<Options, "folderId" | "subfolder" | "format">;
type PresentedItem = Awaited<ReturnType<Items["presentByIds"]>>[number];

interface Context {
  ports: Ports;
  deps: SavesDeps;
}

/** Returns the items in the order of their ids. @throws AppError `not-found` when the caller may not read one, or it is in the trash */
async function itemsOf({ deps: { items } }: Context, actor: UserActor, itemIds: readonly string[]): Promise<PresentedItem[]> {
  const ids = [...new Set(itemIds)];
  const found = new Map((await items.presentByIds(actor, ids)).map((item) => [item.id, item]));
  return ids.map((id) => {
    const item = found.get(id);
    if (!item || item.trash) throw new AppError("not-found");
    // A whiteboard has no file.
    if (item.type === "board") throw new AppError("format-not-available");
    return item;
  });
}

/** Records the save in each workspace whose items leave it. */
async function record(
  { deps: { audit } }: Context,
  tx: Parameters<Audit["record"]>[0],
  { actor, ip, provider }: { actor: UserActor; ip: string; provider: SaveProvider },
  items: readonly PresentedItem[],
): Promise<void> {
  for (const [workspaceId, of] of Map.groupBy(items, (item) => item.workspaceId)) {
    const details = { service: SERVICE_NAMES[provider], ...(of.length === 1 ? { title: of[0]?.title } : { count: of.length }) };
    await audit.record(tx, { action: "item.saved", userId: actor.id, workspaceId, ip, details });
  }
}

/** Returns folder, subfolder and format of a save, with the defaults of the preferences. */
function targetOf({ folderId, subfolder, format }: Target, preferences: z.output<typeof Preferences>) {
  return {
    folderId: folderId ?? null,
    subfolder: subfolder ?? (folderId === undefined ? preferences.defaultSubfolder : ""),
    format: format ?? preferences.downloadFormat,
  };
}

/** Returns the planned name of an item. */
const nameOf = (item: PresentedItem, format: SaveFormat, customName: string | null): string =>
  planSave(item, format, item.type === "video", customName).fileName;

/** Returns the name that a file would get now. @throws AppError `not-found`, `reconnect-needed` */
async function previewOf(context: Context, actor: UserActor, provider: SaveProvider, query: NameQuery) {
  const { deps } = context;
  const [item] = await itemsOf(context, actor, [query.itemId]);
  if (!item) throw new AppError("not-found");
  const { format, ...target } = targetOf(query, await deps.preferencesOf(actor.id));
  const name = nameOf(item, format, query.name ?? null);
  const fileName = await deps.connections.withToken(actor.id, provider, (access) =>
    previewName(deps.stores[provider], access, { ...target, name }),
  );
  return { fileName, isNumbered: fileName !== name };
}

/** Returns the id of the save that a user started with a key. It has the form of a UUID of version 8. */
function repeatableId(userId: string, key: string): string {
  const hex = createHash("sha256").update(`${userId}\n${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Starts a save; a repeat with the same key returns the first one.
 * @throws AppError `not-found` when the caller may not read an item or the folder does not exist, `reconnect-needed` without a connection
 */
async function create(
  context: Context,
  actor: UserActor,
  provider: SaveProvider,
  options: Options,
  { ip, idempotencyKey }: { ip: string; idempotencyKey: string | null },
): Promise<string> {
  const { ports, deps } = context;
  const { db, ids, clock, jobs } = ports;
  const id = idempotencyKey === null ? ids.id() : repeatableId(actor.id, idempotencyKey);
  if (idempotencyKey !== null && (await repo.find(db, actor.id, id))) return id;
  await deps.limits.take({ key: `save:${actor.id}`, rule: RULE });
  const items = await itemsOf(context, actor, options.itemIds);
  const preferences = await deps.preferencesOf(actor.id);
  const { folderId, subfolder, format } = targetOf(options, preferences);
  const folder = await deps.connections.withToken(actor.id, provider, async (access) =>
    folderId === null ? null : deps.stores[provider].folder(access, folderId),
  );
  const customName = items.length === 1 ? (options.name ?? null) : null;
  const save = {
    id,
    userId: actor.id,
    provider,
    state: "running" as const,
    folderId,
    folderName: folder?.name ?? null,
    subfolder,
    format,
    shareable: options.shareable ?? (provider === "drive" && preferences.driveShareableLinks),
    createdAt: clock.now(),
  };
  const files = items.map((item, position) => ({
    id: ids.id(),
    saveId: id,
    position,
    itemId: item.id,
    fileName: nameOf(item, format, customName),
    customName,
  }));
  await db.transaction(async (tx) => {
    if (!(await repo.insert(tx, save, files))) return;
    await jobs.enqueue(tx, runSave, { saveId: id });
    await record(context, tx, { actor, ip, provider }, items);
  });
  return id;
}

/** Returns a save. Its user then knows how it ended. */
async function get({ ports: { db, clock } }: Context, actor: UserActor, id: string): Promise<PresentedSave> {
  const save = isUuid(id) ? await repo.find(db, actor.id, id) : undefined;
  if (!save) throw new AppError("not-found");
  if (save.finishedAt !== null && save.seenAt === null) await repo.noteSeen(db, id, clock.now());
  return presentSave(save, await repo.listFiles(db, id));
}

/** Cancels a running save; an ended one stays as it is. */
async function cancel(context: Context, actor: UserActor, id: string): Promise<PresentedSave> {
  const { ports, deps } = context;
  await get(context, actor, id);
  const isCancelled = await ports.db.transaction(async (tx) => {
    const changed = await repo.cancel(tx, actor.id, id, ports.clock.now());
    // The job ends the sessions at the service.
    if (changed) await ports.jobs.enqueue(tx, runSave, { saveId: id });
    return changed;
  });
  if (isCancelled) deps.events.publish({ type: "transfers", userId: actor.id });
  return get(context, actor, id);
}

/** Starts the files again that are not stored; a running save, and one without such files, stays as it is. */
async function retry(context: Context, actor: UserActor, id: string): Promise<PresentedSave> {
  const { ports, deps } = context;
  await get(context, actor, id);
  await deps.limits.take({ key: `save:${actor.id}`, rule: RULE });
  const settled = await ports.db.transaction(async (tx) => {
    if (!(await repo.restart(tx, actor.id, id))) return [];
    await ports.jobs.enqueue(tx, runSave, { saveId: id });
    return deps.notifier.settle(tx, { kind: "job-failed", subjectId: id, userIds: [actor.id] });
  });
  deps.notifier.publish(settled);
  deps.events.publish({ type: "transfers", userId: actor.id });
  return get(context, actor, id);
}

/** Ends saves that nothing continues, and deletes old ones. Returns their number. */
async function sweep({ ports: { db, clock } }: Context, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - RETENTION_MS);
  const failure = new AppError("provider-refused");
  for (const id of await repo.listStale(db, before, SWEEP_BATCH)) {
    await repo.failOpen(db, id, { error: failure.message, code: failure.code });
    await repo.finish(db, id, now);
  }
  return inBatches(signal, (limit) => repo.deleteEnded(db, before, limit), SWEEP_BATCH);
}

export type SavesService = ReturnType<typeof createSavesService>;

/** Creates the service for saves and for the folders that they can go to. */
export function createSavesService(ports: Ports, deps: SavesDeps) {
  const context: Context = { ports, deps };
  const { connections, stores } = deps;
  const withStore = <T>(
    actor: UserActor,
    provider: SaveProvider,
    work: (store: UploadStore, access: VendorAccess) => Promise<T>,
  ): Promise<T> => connections.withToken(actor.id, provider, (access) => work(stores[provider], access));
  return {
    create: create.bind(null, context),
    previewName: previewOf.bind(null, context),
    get: get.bind(null, context),
    cancel: cancel.bind(null, context),
    retry: retry.bind(null, context),
    sweep: sweep.bind(null, context),
    listFolders: (actor: UserActor, provider: SaveProvider, parentId: string | null, cursor: string | null) =>
      withStore(actor, provider, (store, access) => store.listFolders(access, parentId, cursor)),
    createFolder: (actor: UserActor, provider: SaveProvider, parentId: string | null, name: string): Promise<RemoteFolder> =>
      withStore(actor, provider, async (store, access) => {
        const { id, name: stored } = await store.ensureFolder(access, parentId, name);
        return { id, name: stored };
      }),
  };
}
