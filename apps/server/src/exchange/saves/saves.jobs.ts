import type { SaveProvider } from "@stillreel/contract";
import { z } from "zod";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Media } from "../../media/media/index.ts";
import { type Connections, type VendorAccess, VendorError } from "../../people/connections/index.ts";
import type { Events } from "../../platform/events/index.ts";
import { absentUser, type UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { ImageError } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Sealer } from "../../platform/ports/sealing.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { FileConvert } from "../downloads/index.ts";
import { finishSave } from "./saves.end.ts";
import { foldersOf, planSave, TRIES_MAX, waitMs } from "./saves.plan.ts";
import * as repo from "./saves.repo.ts";
import { openSource, type SaveSource } from "./saves.source.ts";
import { type Confirmed, sessionOf, Stopped, uploadFile } from "./saves.upload.ts";
import type { RemoteFile, RemoteFolder, UploadStore } from "./stores/upload-store.ts";

/**
 * Uploads the files of a save one after another, in slices: after some seconds the rest is queued again behind the jobs that wait. Each step is
 * stored, so that another worker continues after a crash. `tries` counts the attempts without progress.
 */
export const runSave = defineJob({
  name: "saves.run",
  payload: z.object({ saveId: z.uuid(), tries: z.int().min(0).default(0) }),
  attempts: 10,
  timeoutMs: 30 * 60_000,
});

/** Time after which a save lets other jobs run, in milliseconds. */
const SLICE_MS = 10_000;
/** Minimum interval of progress updates, and interval of checks of permissions, in milliseconds. */
const TICK_MS = 1_000;
const WATCH_MS = 2_000;

export interface SavesJobDeps {
  items: Pick<Items, "readable">;
  media: Pick<Media, "universal">;
  states: Pick<AccountStates, "assertActive">;
  connections: Pick<Connections, "withToken">;
  events: Pick<Events, "publish">;
  stores: Record<SaveProvider, UploadStore>;
  convert: FileConvert;
  sealer: Sealer;
  /** Time of a slice in milliseconds; tests use shorter ones. */
  sliceMs?: number | undefined;
}

/** One run of the job. */
interface Run {
  ports: Ports;
  deps: SavesJobDeps;
  save: repo.SaveRow;
  actor: UserActor;
  store: UploadStore;
  access: VendorAccess;
  signal: AbortSignal;
  isOver(): boolean;
  /** Whether the service confirmed anything in this run. */
  hasProgress: boolean;
}

/** The chosen folder is deleted at the service. */
class FolderGone extends Error {}

const publish = ({ events }: Pick<SavesJobDeps, "events">, { userId }: repo.SaveRow): void => events.publish({ type: "transfers", userId });

/** Returns a folder, created if it does not exist. Google Drive permits several folders with one name, so creations wait for each other. */
async function folderIn({ ports: { db }, store, access, save }: Run, parentId: string | null, name: string): Promise<RemoteFolder> {
  const found = await store.findFolder(access, parentId, name);
  if (found) return found;
  return db.transaction(async (tx) => {
    await repo.lockFolder(tx, save, parentId, name);
    return store.ensureFolder(access, parentId, name);
  });
}

/** Returns the folder of the files; its subfolders are created once. @throws FolderGone */
async function targetOf(run: Run): Promise<string | null> {
  const { ports, store, access, save } = run;
  const { db } = ports;
  try {
    if (save.folderId !== null) {
      const { name } = await store.folder(access, save.folderId);
      if (name !== save.folderName) await repo.update(db, save.id, { folderName: name });
    }
    const names = foldersOf(save.subfolder);
    if (names.length === 0) return save.folderId;
    if (save.targetId !== null) return (await store.folder(access, save.targetId)).id;
    let targetId = save.folderId;
    for (const name of names) targetId = (await folderIn(run, targetId, name)).id;
    await repo.update(db, save.id, { targetId });
    save.targetId = targetId;
    return targetId;
  } catch (error) {
    throw error instanceof VendorError && error.kind === "gone" ? new FolderGone("The folder is gone.", { cause: error }) : error;
  }
}

/** Returns the item as the user may read it now. @throws AppError `not-found` also for items in the trash and without bytes */
async function readableItem({ deps: { items, states }, actor }: Run, itemId: string) {
  await states.assertActive(actor);
  const { row } = await items.readable(actor, itemId);
  if (row.trashed_at !== null || row.storage_key === null) throw new AppError("not-found");
  return { ...row, storageKey: row.storage_key };
}

/** Returns the failure that a file gets; null when another attempt may succeed. */
function failureOf(error: unknown): { error: string; code: string } | null {
  if (error instanceof VendorError && (error.kind === "busy" || error.kind === "unreachable")) return null;
  if (error instanceof AppError)
    return error.status >= 500 && !(error instanceof VendorError) ? null : { error: error.message, code: error.code };
  const code =
    error instanceof ImageError ? "unreadable-file" : error instanceof StorageError && error.code === "not-found" ? "not-found" : null;
  return code === null ? null : { error: new AppError(code).message, code };
}

/** Stores the progress at most once a second. */
function createTicker({ ports, deps, ...run }: Run, row: repo.SaveFileRow, note: () => void): (confirmed: Confirmed) => Promise<void> {
  let next = performance.now() + TICK_MS;
  return async (confirmed) => {
    if (confirmed.offsetBytes > row.offsetBytes) note();
    if (performance.now() < next) return;
    next = performance.now() + TICK_MS;
    if (!(await repo.updateRunning(ports.db, row.id, confirmed))) throw new Stopped();
    publish(deps, run.save);
  };
}

/** Watches a file during its upload, also within a piece. */
interface Watch {
  /** Aborted when the job ends, and when the file must not be uploaded any more. */
  signal: AbortSignal;
  /** Why the file must not be uploaded any more. */
  reason(): Error | null;
  stop(): void;
}

/** Checks every two seconds that the save is not cancelled, that the account is active and that its user may read the item. */
function watchFile(run: Run, row: repo.SaveFileRow): Watch {
  const ended = new AbortController();
  let reason: Error | null = null;
  const check = async (): Promise<void> => {
    try {
      if (!(await repo.isRunning(run.ports.db, row.id))) throw new Stopped();
      await readableItem(run, row.itemId);
    } catch (error) {
      // Without a database nothing is known; the next check decides.
      if (!(error instanceof Stopped) && !(error instanceof AppError && error.status < 500)) return;
      reason = error;
      ended.abort();
    }
  };
  const timer = setInterval(() => void check(), WATCH_MS);
  return { signal: AbortSignal.any([run.signal, ended.signal]), reason: () => reason, stop: () => clearInterval(timer) };
}

/** Gives a stored file its link. A refused link does not undo the save. */
async function linkOf({ store, access, save }: Run, file: RemoteFile): Promise<Pick<repo.SaveFileRow, "url" | "error" | "code">> {
  if (!save.shareable) return { url: file.url, error: null, code: null };
  try {
    return { url: await store.share(access, file), error: null, code: null };
  } catch (error) {
    const failure = failureOf(error);
    if (!(error instanceof VendorError) || failure === null || error.kind === "revoked" || error.kind === "expired") throw error;
    return { url: file.url, ...failure };
  }
}

/** Saves one file. Returns false when the slice is over before its end. */
async function saveFile(run: Run, row: repo.SaveFileRow): Promise<boolean> {
  const { ports, deps, save, store, access } = run;
  const item = await readableItem(run, row.itemId);
  const hasUniversal = item.type === "video" && (await deps.media.universal(item.id)) !== null;
  const facts = { type: item.type, title: item.title, fullFileName: item.full_file_name, mimeType: item.mime_type };
  const plan = planSave(facts, save.format, hasUniversal, row.customName);
  const folderId = await targetOf(run);
  const watch = watchFile(run, row);
  let source: SaveSource | null = null;
  try {
    source = await openSource(ports, deps, item, plan, watch.signal);
    const file = await uploadFile({
      db: ports.db,
      store,
      access,
      provider: save.provider,
      sealer: deps.sealer,
      row,
      folderId,
      name: plan.fileName,
      source,
      signal: watch.signal,
      onProgress: createTicker(run, row, () => (run.hasProgress = true)),
      // A converted file would be converted again in the next slice.
      isOver: () => plan.kind !== "converted" && run.isOver(),
    });
    if (file === null) return false;
    run.hasProgress = true;
    await repo.noteStored(ports.db, row.id, { fileName: file.name, offsetBytes: source.sizeBytes, ...(await linkOf(run, file)) });
    return true;
  } catch (error) {
    throw watch.reason() ?? error;
  } finally {
    watch.stop();
    await source?.close();
  }
}

/** Notes why a file, or all open files, were not saved. @throws the error when another attempt may succeed */
async function noteFailure({ ports: { db, log }, save }: Run, row: repo.SaveFileRow, error: unknown): Promise<void> {
  if (error instanceof FolderGone) {
    const gone = new AppError("save-folder-gone");
    return repo.failOpen(db, save.id, { error: gone.message, code: gone.code });
  }
  const failure = failureOf(error);
  if (failure === null) throw error;
  log.info({ saveId: save.id, code: failure.code }, "a file was not saved to a service");
  if (failure.code === "reconnect-needed") return repo.failOpen(db, save.id, failure);
  await repo.updateRunning(db, row.id, { ...failure, state: "failed" });
}

/** Uploads files until the slice is over. Returns whether files are left. */
async function runFiles(run: Run): Promise<boolean> {
  const { ports, deps, save, signal } = run;
  for (;;) {
    const row = await repo.startNextFile(ports.db, save.id);
    if (!row) return false;
    try {
      if (!(await saveFile(run, row))) return true;
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof Stopped) return false;
      await noteFailure(run, row, error);
    }
    publish(deps, save);
    if (run.isOver()) return true;
  }
}

/** Ends the sessions of a cancelled save at the service, as far as possible. */
async function endSessions({ db, log }: Pick<Ports, "db" | "log">, deps: SavesJobDeps, save: repo.SaveRow): Promise<void> {
  const rows = await repo.listCancelledSessions(db, save.id);
  if (rows.length === 0) return;
  const store = deps.stores[save.provider];
  try {
    await deps.connections.withToken(save.userId, save.provider, async (access) => {
      for (const row of rows) {
        const session = sessionOf(deps.sealer, row);
        if (session !== null) await store.abandon(access, session).catch((error: unknown) => void error);
      }
    });
  } catch (error) {
    log.debug({ err: error, saveId: save.id }, "the sessions of a cancelled save were not ended");
  }
  await repo.forgetCancelledSessions(db, save.id);
}

/** Queues the next attempt, or gives up the current file. */
async function continueLater({ db, jobs, clock, log }: Ports, save: repo.SaveRow, tries: number, error: VendorError): Promise<void> {
  if (tries >= TRIES_MAX) {
    const row = await repo.startNextFile(db, save.id);
    if (row) await repo.updateRunning(db, row.id, { state: "failed", error: error.message, code: error.code });
    await db.transaction((tx) => jobs.enqueue(tx, runSave, { saveId: save.id }));
    return;
  }
  const delayMs = waitMs(tries, error.retryAfterS);
  log.info({ saveId: save.id, kind: error.kind, delayMs }, "a save waits for its service");
  const runAt = new Date(clock.now().getTime() + delayMs);
  await db.transaction((tx) => jobs.enqueue(tx, runSave, { saveId: save.id, tries: tries + 1 }, { runAt }));
}

/** Runs one slice of {@link runSave}. */
export async function handleRunSave(
  ports: Ports,
  deps: SavesJobDeps,
  { saveId, tries }: z.output<typeof runSave.payload>,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db, jobs } = ports;
  const save = await repo.findForJob(db, saveId);
  if (!save) return { skipped: "it is gone" };
  const personalWorkspaceId = await repo.findPersonalSpace(db, save.userId);
  if (personalWorkspaceId === undefined) return { skipped: "its user is gone" };
  const actor = absentUser(save.userId, personalWorkspaceId);
  const endAt = performance.now() + (deps.sliceMs ?? SLICE_MS);
  let run: Run | undefined;
  try {
    const isLeft = await deps.connections.withToken(save.userId, save.provider, (access) => {
      run = {
        ports,
        deps,
        save,
        actor,
        access,
        signal,
        store: deps.stores[save.provider],
        isOver: () => performance.now() >= endAt,
        hasProgress: false,
      };
      return runFiles(run);
    });
    if (isLeft) await db.transaction((tx) => jobs.enqueue(tx, runSave, { saveId }));
  } catch (error) {
    if (signal.aborted || !(error instanceof VendorError)) throw error;
    const failure = failureOf(error);
    if (failure === null) await continueLater(ports, save, run?.hasProgress ? 0 : tries, error);
    else await repo.failOpen(db, saveId, failure);
  }
  await finishSave(ports, saveId);
  if ((await repo.findForJob(db, saveId))?.state === "cancelled") await endSessions(ports, deps, save);
  publish(deps, save);
  return "done";
}
