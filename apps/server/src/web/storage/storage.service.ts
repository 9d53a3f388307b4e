import type { getStorage, ServerArgs, ServerResult } from "@stillreel/contract";
import { avatarUrl } from "../../people/auth/index.ts";
import { invalid } from "../../platform/http/app-error.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { storeFolder } from "../../platform/ports/storage/index.ts";
import { diskSpaceOf } from "../service/index.ts";
import { countStorage } from "./storage.jobs.ts";
import * as repo from "./storage.repo.ts";

/** Name of the list in its cursors. */
const LIST = "storage";
/** A request starts another count when the last is older, in milliseconds. */
const OLD_MS = 3_600_000;
/** Spaces that one statement counts. */
const PAGE = 100;
/** Time after which another job continues the count, in milliseconds. */
const SLICE_MS = 10_000;
/** Jobs of users run before it. */
const PRIORITY = 20;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type Storage = ServerResult<typeof getStorage>;
type Context = Pick<Ports, "db" | "jobs" | "clock" | "config" | "settings">;

/** Limits of the count, for tests. */
export interface CountLimits {
  page: number;
  sliceMs: number;
}

function presentSpace(
  row: repo.SpaceRow,
  { defaultQuota, workspaceQuota }: { defaultQuota: number; workspaceQuota: number },
): Storage["items"][number] {
  const { owner_id: id, owner_name: displayName, owner_avatar: avatar, quota_bytes: own } = row;
  const isPersonal = row.kind === "personal";
  return {
    id: row.id,
    kind: isPersonal ? "personal" : "workspace",
    name: row.name,
    owner: id === null ? null : { id, displayName: displayName ?? "", photoURL: avatarUrl(avatar) },
    items: row.items,
    storedBytes: Number(row.stored_bytes),
    trashedItems: row.trash,
    trashBytes: Number(row.trash_bytes),
    usedBytes: Number(row.used_bytes),
    quota: isPersonal ? Number(own ?? defaultQuota) : workspaceQuota,
  };
}

const presentKinds = (row: repo.TotalsRow | undefined): Storage["kinds"] => ({
  images: { items: row?.images ?? 0, bytes: Number(row?.image_bytes ?? 0) },
  videos: { items: row?.videos ?? 0, bytes: Number(row?.video_bytes ?? 0) },
  boards: { items: row?.boards ?? 0, bytes: Number(row?.board_bytes ?? 0) },
  originals: { items: row?.originals ?? 0, bytes: Number(row?.original_bytes ?? 0) },
  renditions: { items: (row?.images ?? 0) + (row?.videos ?? 0) + (row?.boards ?? 0), bytes: Number(row?.rendition_bytes ?? 0) },
  trash: { items: row?.trash ?? 0, bytes: Number(row?.trash_bytes ?? 0) },
});

/** Starts a count unless one runs or waits. One that was given up starts again. */
async function start({ db, jobs }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    const [givenUp] = await jobs.takeGivenUp(tx, countStorage);
    if ((await jobs.count(tx, countStorage)) > 0) return;
    await jobs.enqueue(tx, countStorage, givenUp ?? {}, { key: "count-storage", priority: PRIORITY });
  });
}

/** Counts pages until the last space or the end of the slice. The sums are stored after the last one. */
async function count(
  { db, jobs, clock }: Context,
  { page, sliceMs }: CountLimits,
  after: string | null,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const endsAt = performance.now() + sliceMs;
  let last: string | null = after;
  for (;;) {
    signal.throwIfAborted();
    const next = await repo.countPage(db, last ?? FIRST_ID, page);
    if (next === null) break;
    last = next;
    if (performance.now() < endsAt) continue;
    // The key contains the position: a slice that runs again after an interruption enqueues its successor once.
    await jobs.enqueue(db, countStorage, { after: last }, { key: `count-storage-${last}`, priority: PRIORITY });
    return "done";
  }
  await repo.sumUp(db, clock.now());
  return "done";
}

/** Returns the page of spaces with the sums. @throws AppError `validation-failed` for a cursor that this list did not create */
async function view(context: Context, { cursor, limit }: ServerArgs<typeof getStorage>["query"]): Promise<Storage> {
  const { db, jobs, clock, config, settings } = context;
  const position = cursor === undefined ? undefined : decodeCursor(LIST, false, cursor);
  if (position && !/^\d{1,18}$/u.test(position.key)) throw invalid("cursor", "This cursor is not valid here.");
  const after = position && { storedBytes: position.key, id: position.id };
  const folder = storeFolder(config, config.DATA_DIR);
  const [sums, rows, disk] = await Promise.all([
    repo.totals(db),
    repo.listSpaces(db, after, limit + 1),
    folder === null ? null : diskSpaceOf(folder).catch(() => null),
  ]);
  const isOld = sums === undefined || clock.now().getTime() - Date.parse(sums.counted_at) > OLD_MS;
  if (isOld) await start(context);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => presentSpace(row, settings.current())),
    nextCursor: rows.length > limit && last ? encodeCursor(LIST, { key: last.stored_bytes, id: last.id }) : null,
    kinds: presentKinds(sums),
    disk,
    countedAt: sums ? new Date(sums.counted_at).toISOString() : null,
    isCounting: isOld || (await jobs.count(db, countStorage)) > 0,
  };
}

/** Creates the service that shows the storage of the installation, which a job counts. */
export function createStorageService(context: Context, limits: CountLimits = { page: PAGE, sliceMs: SLICE_MS }) {
  return {
    view: view.bind(null, context),
    start: () => start(context),
    count: (after: string | null, signal: AbortSignal) => count(context, limits, after, signal),
  };
}
