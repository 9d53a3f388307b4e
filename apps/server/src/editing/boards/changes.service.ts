import { BOARD_UPDATE_ELEMENTS_MAX, type BoardCanvas } from "@stillreel/contract";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import { TIDY_DELAY_MS, tidyBoard, tidyKey } from "./boards.definitions.ts";
import * as repo from "./changes.repo.ts";
import { mergeInto, type Merged, type Written } from "./merge.plan.ts";

/** Minimum time between two transactions of one board, in milliseconds. Changes that arrive in between share the next one. */
const GATHER_MS = 30;

/** Number of boards whose last job is remembered. */
const TIDIED_MAX = 10_000;

/** A change of a board. */
export interface Change {
  /** The open page that sends it; null for changes by the API. */
  participant: string | null;
  userId: string | null;
  elements: readonly Written[];
  canvas?: BoardCanvas | undefined;
  /** Ids of elements whose stored state must be sent back in any case. */
  changed?: readonly string[];
}

/** The result of a stored change. */
export interface Applied {
  /** Number of the board after the change. */
  seq: number;
  /** JSON texts of newer states of elements that lost, and of elements that the server changed. */
  newer: string[];
  /** Ids of elements for which the board has no room. */
  full: string[];
}

interface Waiting {
  change: Change;
  resolve(applied: Applied): void;
  reject(error: unknown): void;
}

/** Called after the commit with the new rows of the log, in their order. */
export type OnStored = (boardId: string, updates: readonly repo.Update[]) => void;

interface Queue {
  waiting: Waiting[];
  isRunning: boolean;
}

interface Context {
  ports: Pick<Ports, "db" | "clock" | "jobs">;
  queues: Map<string, Queue>;
  onStored: OnStored[];
  /** When the job that follows changes of a board was queued last. */
  tidied: Map<string, number>;
}

/** Takes the next changes of a queue, so many that one transaction stays short. */
function takeBatch({ waiting }: Queue): Waiting[] {
  let elements = 0;
  const end = waiting.findIndex(({ change }, index) => {
    elements += change.elements.length;
    return index > 0 && elements > BOARD_UPDATE_ELEMENTS_MAX;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

/** Queues the job that draws the board and stores its versions, once for the changes of a few seconds. */
async function tidyLater({ ports, tidied }: Context, tx: Executor, boardId: string): Promise<void> {
  const now = ports.clock.now().getTime();
  if (now - (tidied.get(boardId) ?? 0) < TIDY_DELAY_MS) return;
  if (tidied.size > TIDIED_MAX) tidied.clear();
  tidied.set(boardId, now);
  await ports.jobs.enqueue(tx, tidyBoard, { boardId }, { key: tidyKey(boardId), runAt: new Date(now + TIDY_DELAY_MS) });
}

interface Stored {
  updates: repo.Update[];
  results: Applied[];
}

/** Merges and stores changes in one transaction. @throws AppError `not-found` when the board is deleted or in the trash */
async function store(context: Context, boardId: string, changes: readonly Change[]): Promise<Stored> {
  const { ports } = context;
  return ports.db.transaction(async (tx) => {
    const board = await repo.lockBoard(tx, boardId);
    if (!board) throw new AppError("not-found");
    const ids = [...new Set(changes.flatMap(({ elements }) => elements.map(({ element }) => element.id)))];
    const known = ids.length === 0 ? new Map() : await repo.findStored(tx, boardId, ids);
    const updates: repo.Update[] = [];
    const merged: (Merged & { seq: number })[] = [];
    for (const { participant, userId, elements, canvas } of changes) {
      const result = mergeInto(known, board, elements);
      const isRecoloured = canvas !== undefined && JSON.stringify(canvas) !== JSON.stringify(board.canvas);
      if (result.won.length > 0 || isRecoloured) {
        board.seq += 1;
        if (isRecoloured) board.canvas = canvas;
        updates.push({ seq: board.seq, participant, userId, won: result.won, canvas: isRecoloured ? canvas : null });
      }
      merged.push({ ...result, seq: board.seq });
    }
    if (updates.length > 0) {
      await repo.storeUpdates(tx, boardId, updates, board, ports.clock.now());
      await tidyLater(context, tx, boardId);
    }
    const wanted = merged.map(({ lost }, index) => [...lost, ...(changes[index]?.changed ?? [])]);
    const texts = await repo.findTexts(tx, boardId, [...new Set(wanted.flat())]);
    const results = merged.map(({ seq, full }, index) => ({
      seq,
      full,
      newer: (wanted[index] ?? []).flatMap((id) => texts.get(id) ?? []),
    }));
    return { updates, results };
  });
}

/** Stores one batch, and answers its senders. */
async function runBatch(context: Context, boardId: string, batch: readonly Waiting[]): Promise<void> {
  try {
    const { updates, results } = await store(
      context,
      boardId,
      batch.map(({ change }) => change),
    );
    for (const [index, { resolve }] of batch.entries()) {
      const result = results[index];
      if (result) resolve(result);
    }
    if (updates.length > 0) for (const listener of context.onStored) listener(boardId, updates);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

async function run(context: Context, boardId: string, queue: Queue): Promise<void> {
  queue.isRunning = true;
  while (queue.waiting.length > 0) {
    const began = performance.now();
    await runBatch(context, boardId, takeBatch(queue));
    const left = GATHER_MS - (performance.now() - began);
    if (left > 0) await sleep(left);
  }
  queue.isRunning = false;
  context.queues.delete(boardId);
}

/**
 * Stores changes of boards. Changes of one board are stored in the order in which they arrive, those of a short time in one transaction. A
 * change is stored when its promise resolves.
 */
export function createChanges(ports: Pick<Ports, "db" | "clock" | "jobs">) {
  const context: Context = { ports, queues: new Map(), onStored: [], tidied: new Map() };
  return {
    /** Stores a change. @throws AppError `not-found` when the board is deleted or in the trash */
    apply(boardId: string, change: Change): Promise<Applied> {
      const queue = context.queues.get(boardId) ?? { waiting: [], isRunning: false };
      context.queues.set(boardId, queue);
      return new Promise((resolve, reject) => {
        queue.waiting.push({ change, resolve, reject });
        if (!queue.isRunning) void run(context, boardId, queue);
      });
    },
    /** Registers a listener for stored changes of this process. */
    whenStored: (listener: OnStored): void => void context.onStored.push(listener),
  };
}

export type Changes = ReturnType<typeof createChanges>;
