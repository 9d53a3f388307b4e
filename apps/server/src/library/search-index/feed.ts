import type { Executor } from "../../platform/db/client.ts";
import { describeError } from "../../platform/http/logged-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type EngineChange, type SearchEngine, SearchEngineError } from "../../platform/ports/search-engine.port.ts";
import * as repo from "./feed.repo.ts";
import { headingOf } from "./words.ts";

/** Entries that are sent in one transaction. */
const BATCH = 1_000;
/** Interval in milliseconds in which changes are read, and after a failure. */
const POLL_MS = 500;
const RETRY_MS = 5_000;
/** Interval in milliseconds in which the index is checked. */
const PREPARED_MS = 60_000;

/** Sends the entries of the search index to a search engine. */
export interface Feed {
  /** Sends from now on. */
  start(): void;
  /** Ends after what is being sent. */
  stop(): Promise<void>;
  /** Sends until nothing is left to send. For tests. @throws SearchEngineError */
  drain(): Promise<void>;
  /** Sends all entries again, and removes from the engine what has no entry. The engine answers meanwhile. */
  rebuild(): Promise<void>;
  /** Returns how far the engine is. @param countedMax number up to which waiting changes are counted */
  status(countedMax: number): Promise<FeedStatus>;
}

/** How far an engine is. */
export interface FeedStatus {
  /** Whether it answers searches. */
  ready: boolean;
  /** Number of entries of a running transfer that are sent; null without one. */
  sent: number | null;
  waiting: number;
  /** Why the last attempt failed; null after a success. */
  failure: string | null;
}

/** Returns an entry as the engine stores it. */
function changeOf({ entryId, workspaceId, containerId, kind, itemId, at, words, title }: repo.EntryRow): EngineChange {
  if (containerId === null || kind === null || at === null) return { entryId, workspaceId, content: null };
  const heading = title === null ? null : headingOf(workspaceId, title);
  return { entryId, workspaceId, content: { itemId, containerId, kind, at: new Date(at).getTime(), words, heading } };
}

const keyOf = ({ entryId, workspaceId }: repo.Change): string => workspaceId + entryId;

/** The ports that the functions of this file use. */
interface Context extends Pick<Ports, "db" | "log"> {
  engine: SearchEngine;
}

/** Sends the state of entries, read after what caused it. */
async function send({ engine, log }: Context, tx: Executor, changes: readonly repo.Change[], options: { build: number; waits: boolean }) {
  const version = await repo.nextVersion(tx);
  const distinct = [...new Map(changes.map((change) => [keyOf(change), change])).values()];
  const refused = await engine.write((await repo.readEntries(tx, distinct)).map(changeOf), { ...options, version });
  if (refused.length > 0) log.warn({ entries: refused.slice(0, 10), count: refused.length }, "the search engine refuses entries");
}

/**
 * Sends one batch: changes first, otherwise a page of the transfer. One process sends at a time, since the lock orders versions. The batch
 * is deleted after the engine has confirmed it, so that a crash repeats it. Returns whether there may be more.
 */
async function sendBatch(context: Context): Promise<boolean> {
  const { db, engine } = context;
  return db.transaction(async (tx) => {
    if (!(await repo.lockSending(tx))) return false;
    const state = await repo.readState(tx);
    if (state?.target !== engine.target) return false;
    const { build, cursor } = state;
    const changes = await repo.readChanges(tx, BATCH);
    if (changes.length > 0) {
      // Until they are sent, changes are searched in PostgreSQL. A large number of them is sent without a wait.
      await send(context, tx, changes, { build, waits: changes.length < BATCH });
      await repo.deleteChanges(tx, changes);
      return true;
    }
    if (cursor === null) return false;
    const page = await repo.nextEntries(tx, cursor, BATCH);
    const last = page.at(-1);
    // Searches find the last page before the engine answers them.
    if (last) await send(context, tx, page, { build, waits: page.length < BATCH });
    const isOver = page.length < BATCH;
    if (isOver) await engine.removeBefore(build);
    await repo.moveCursor(tx, build, isOver ? null : (last?.entryId ?? null));
    return true;
  });
}

/**
 * Creates the index and starts a transfer where it is missing, or was never filled by this database. The engine may not answer any more
 * before a new index exists, so that no search sees an empty one.
 */
async function prepare({ db, engine, log }: Context): Promise<void> {
  const { isPrepared, isStarted } = await db.transaction(async (tx) => {
    await repo.awaitSending(tx);
    await repo.noteChanges(tx, true);
    const state = await repo.readState(tx);
    const found = await engine.isPrepared();
    if (found && state?.target === engine.target) return { isPrepared: true, isStarted: false };
    await repo.startTransfer(tx, engine.target, await repo.nextVersion(tx), false);
    return { isPrepared: found, isStarted: true };
  });
  if (!isPrepared) await engine.prepare();
  if (isStarted) log.info({ target: engine.target }, "the search engine is filled; PostgreSQL searches until it has everything");
}

/** Creates the sender. It runs beside the job queue, like the one of webhooks. */
export function createFeed({ db, log, searchEngine }: Pick<Ports, "db" | "log"> & { searchEngine: SearchEngine }): Feed {
  const context: Context = { db, log, engine: searchEngine };
  let preparedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let isFailing = false;

  async function run(): Promise<void> {
    if (preparedAt === undefined || performance.now() - preparedAt > PREPARED_MS) {
      await prepare(context);
      await repo.noteAttempt(db, null);
      preparedAt = performance.now();
    }
    while (!isStopped && (await sendBatch(context)));
  }

  async function attempt(): Promise<void> {
    try {
      await run();
      isFailing = false;
    } catch (error) {
      preparedAt = undefined;
      // Once for each outage.
      log[isFailing ? "debug" : "warn"]({ err: error }, "the search engine has not received changes; they are sent again");
      isFailing = true;
      const kind = error instanceof SearchEngineError ? error.kind : "unreachable";
      await repo.noteAttempt(db, `${kind}: ${describeError(error).slice(0, 300)}`).catch(() => {});
    }
  }

  function schedule(ms: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = attempt().finally(() => schedule(isFailing ? RETRY_MS : POLL_MS));
    }, ms);
    timer.unref();
  }

  return {
    start: () => schedule(0),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
    drain: async () => {
      preparedAt = undefined;
      await run();
    },
    async status(countedMax) {
      const [state, waiting] = await Promise.all([repo.readState(db), repo.countChanges(db, countedMax)]);
      if (state?.target !== searchEngine.target) return { ready: false, sent: 0, waiting, failure: state?.failure ?? null };
      const { ready, cursor, failure } = state;
      return { ready, sent: cursor === null ? null : await repo.countSent(db, cursor), waiting, failure };
    },
    rebuild: () =>
      db.transaction(async (tx) => {
        await repo.noteChanges(tx, true);
        const state = await repo.readState(tx);
        const isReady = state?.target === searchEngine.target && state.ready;
        await repo.startTransfer(tx, searchEngine.target, await repo.nextVersion(tx), isReady);
      }),
  };
}
