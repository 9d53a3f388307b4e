import { randomInt } from "node:crypto";
import {
  BOARD_FORMAT,
  BOARD_VERSION_DAYS,
  BOARD_VERSION_MS,
  type getBoardVersion,
  type listBoardVersions,
  type ServerResult,
} from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { enterToEdit, type Entry } from "./boards.access.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import { mergeDocument } from "./boards.service.ts";
import { listAll } from "./changes.repo.ts";
import type { Changes } from "./changes.service.ts";
import { cleanText } from "./elements.plan.ts";
import { inOrder, joinDeltas, packDelta, restoring, toMerge, unpackDelta } from "./versions.plan.ts";
import * as repo from "./versions.repo.ts";

type Version = ServerResult<typeof listBoardVersions>["items"][number];

const DAY_MS = 86_400_000;
/** Maximum size of all versions, as a multiple of the board. */
const VERSIONS_SHARE = 3;
/** Maximum size of elements, marks of deleted ones and versions together, as a multiple of what the board shows. */
const STORED_SHARE = 4.5;
/** Size below which versions are not merged early. */
const VERSIONS_FREE_BYTES = 262_144;
/** Maximum nonce of Excalidraw. */
const NONCE_MAX = 2 ** 31 - 1;

interface Context {
  ports: Ports;
  deps: BoardsDeps;
  changes: Changes;
}

const present = ({ n, name, elements, createdAt, by }: repo.VersionRow): Version => ({
  n,
  name,
  createdAt: createdAt.toISOString(),
  by: by.map((user) => ({ id: user.id, displayName: user.name, photoURL: avatarUrl(user.avatar) })),
  elements,
});

/** Stores the present state of a board as its next version, in the caller's transaction. Returns its number; null when the board is deleted. */
async function storeVersion(tx: Executor, boardId: string, name: string | null, at: Date): Promise<number | null> {
  const board = await repo.lockUnversioned(tx, boardId);
  if (!board) return null;
  // An unnamed version without changes would be equal to the one before.
  if (name === null && board.seq === board.versionSeq && board.version > 0) return board.version;
  const { text, userIds } = await repo.listChanged(tx, boardId, board.versionSeq);
  const n = board.version + 1;
  const { seq, elements, canvas } = board;
  await repo.insertVersion(tx, boardId, { n, seq, name, userIds, elements, canvas, delta: packDelta(text), at });
  return n;
}

/** Merges old versions into their successors. */
async function mergeOld(tx: Executor, boardId: string, bytes: number, now: Date): Promise<void> {
  const versions = await repo.listSizes(tx, boardId);
  // A board on which much was deleted stores more marks than elements.
  const room = STORED_SHARE * (await repo.shownBytes(tx, boardId)) - bytes;
  const bytesMax = Math.max(VERSIONS_FREE_BYTES, Math.min(VERSIONS_SHARE * bytes, room));
  const old = new Set(toMerge(versions, new Date(now.getTime() - BOARD_VERSION_DAYS * DAY_MS), bytesMax));
  for (const [at, { n }] of versions.entries()) {
    const next = versions[at + 1];
    if (!old.has(n) || !next) continue;
    const [delta, later] = [await repo.findDelta(tx, boardId, n), await repo.findDelta(tx, boardId, next.n)];
    if (!delta || !later) continue;
    const joined = packDelta(JSON.stringify(joinDeltas([unpackDelta(delta), unpackDelta(later)])));
    await repo.replaceVersion(tx, boardId, n, next.n, joined);
  }
}

/** Returns the elements of a version, deleted ones included. */
async function elementsAt(db: Executor, boardId: string, n: number) {
  const deltas = await repo.listDeltas(db, boardId, n);
  const canvas = deltas.at(-1)?.canvas;
  if (!canvas) throw new AppError("not-found");
  return { canvas, elements: joinDeltas(deltas.map(({ delta }) => unpackDelta(delta))) };
}

async function found({ ports }: Context, boardId: string, n: number): Promise<Version> {
  const row = await repo.findVersion(ports.db, boardId, n);
  if (!row) throw new AppError("not-found");
  return present(row);
}

/** Stores the present state: permanently with a name, else until it is old. @throws AppError `not-found`, `forbidden` */
async function save(context: Context, actor: UserActor, boardId: string, name: string | undefined): Promise<Version> {
  const { ports, deps } = context;
  await enterToEdit(deps, actor, boardId);
  const n = await ports.db.transaction((tx) => storeVersion(tx, boardId, name === undefined ? null : cleanText(name), ports.clock.now()));
  if (n === null) throw new AppError("not-found");
  return found(context, boardId, n);
}

async function list({ ports, deps }: Context, actor: UserActor, boardId: string): Promise<{ items: Version[] }> {
  await enterToEdit(deps, actor, boardId);
  return { items: (await repo.listVersions(ports.db, boardId)).map(present) };
}

async function get(context: Context, actor: UserActor, boardId: string, n: number): Promise<ServerResult<typeof getBoardVersion>> {
  const { ports, deps } = context;
  await enterToEdit(deps, actor, boardId);
  const version = await found(context, boardId, n);
  const { elements, canvas } = await elementsAt(ports.db, boardId, n);
  return { version, document: { format: BOARD_FORMAT, elements: inOrder(elements.filter(({ isDeleted }) => !isDeleted)), canvas } };
}

/**
 * Brings a board back to a version, as a change on top. The present state is stored as a version first.
 * @throws AppError `not-found`, `forbidden`, `board-full`
 */
async function restore(context: Context, actor: UserActor, boardId: string, n: number): Promise<Entry> {
  const { ports, deps } = context;
  const entry = await enterToEdit(deps, actor, boardId);
  const version = await found(context, boardId, n);
  const { elements: earlier, canvas } = await elementsAt(ports.db, boardId, n);
  await ports.db.transaction(async (tx) => {
    await storeVersion(tx, boardId, null, ports.clock.now());
    const details = { itemId: boardId, title: entry.title, version: version.n };
    await deps.audit.record(tx, { action: "board.restored", userId: actor.id, workspaceId: entry.workspaceId, ip: "", details });
  });
  const current = await listAll(ports.db, boardId);
  const elements = restoring(current, earlier, () => randomInt(NONCE_MAX), ports.clock.now().getTime());
  await mergeDocument(context, boardId, actor.id, { elements, canvas });
  return entry;
}

/** What a regular tidy of a board did, and when the next version is due. */
export interface Tidied {
  versionDueAt: Date | null;
}

/** Stores a version when it is due, merges old ones and deletes read rows of the log. Null when the board is deleted. */
async function tidy({ ports }: Context, boardId: string, logBefore: Date): Promise<Tidied | null> {
  const now = ports.clock.now();
  return ports.db.transaction(async (tx) => {
    const board = await repo.lockUnversioned(tx, boardId);
    if (!board) return null;
    await repo.deleteUpdates(tx, boardId, logBefore);
    const dueAt = board.changedSince && new Date(board.changedSince.getTime() + BOARD_VERSION_MS);
    if (!dueAt || dueAt > now) return { versionDueAt: dueAt };
    await storeVersion(tx, boardId, null, now);
    await mergeOld(tx, boardId, board.bytes, now);
    await repo.pruneDeleted(tx, boardId, new Date(now.getTime() - BOARD_VERSION_DAYS * DAY_MS));
    return { versionDueAt: null };
  });
}

/** Merges the versions of a page of boards that are too old. Returns the last board, or null at the end. */
async function sweep({ ports }: Context, afterId: string, limit: number): Promise<{ count: number; next: string | null }> {
  const now = ports.clock.now();
  const before = new Date(now.getTime() - BOARD_VERSION_DAYS * DAY_MS);
  const ids = await repo.boardsWithOldVersions(ports.db, before, afterId, limit);
  for (const boardId of ids)
    await ports.db.transaction(async (tx) => {
      const board = await repo.lockUnversioned(tx, boardId);
      if (!board) return;
      await mergeOld(tx, boardId, board.bytes, now);
      await repo.pruneDeleted(tx, boardId, before);
    });
  return { count: ids.length, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

/** Creates the service of versions. */
export function createBoardVersions(ports: Ports, deps: BoardsDeps, changes: Changes) {
  const context: Context = { ports, deps, changes };
  return {
    list: list.bind(null, context),
    save: save.bind(null, context),
    get: get.bind(null, context),
    restore: restore.bind(null, context),
    tidy: tidy.bind(null, context),
    sweep: sweep.bind(null, context),
  };
}

export type BoardVersions = ReturnType<typeof createBoardVersions>;
