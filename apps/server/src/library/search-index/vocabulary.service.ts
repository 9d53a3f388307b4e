import type { Ports } from "../../platform/ports/index.ts";
import { CORRECTED_MIN, forgiven, nearestOf } from "./spelling.ts";
import { isUnspaced, type Term, wordsOf } from "./words.ts";
import * as repo from "./vocabulary.repo.ts";

/** Maximum number of cached known words: most uploads contain no new word. */
const KNOWN_MAX = 50_000;
/** Maximum number of new words per change. */
const LEARNT_MAX = 500;
/** Time in milliseconds during which new words are collected into one write. */
const GATHER_MS = 20;
const CANDIDATES = 200;
/** Maximum number of corrected words per query. */
const CORRECTED_WORDS = 4;
/** Maximum number of candidates that are tested for users who may not read everything. */
const TRIED_MAX = 8;

export interface Correction {
  from: string;
  to: string;
}

const isTeachable = (word: string): boolean => word.length >= CORRECTED_MIN && !/^\p{N}+$/u.test(word) && !isUnspaced(word);

/** Returns those of the first words that have no result. */
async function without(words: readonly string[], finds: (word: string) => Promise<boolean>): Promise<string[]> {
  const asked = await Promise.all(words.slice(0, TRIED_MAX).map(async (word) => ((await finds(word)) ? [] : [word])));
  return asked.flat();
}

/** Returns the first word with a result. */
async function firstOf(words: readonly string[], finds: (word: string) => Promise<boolean>): Promise<string | undefined> {
  for (const word of words) if (await finds(word)) return word;
  return undefined;
}

/** The state that changes while the service runs. */
interface State {
  pending: Map<string, { workspaceId: string; word: string }>;

  timer: NodeJS.Timeout | undefined;

  writing: Promise<void>;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Pick<Ports, "pool" | "log">, "pool" | "log"> {
  known: Set<string>;
  state: State;
}

const keyOf = (workspaceId: string, word: string): string => workspaceId + word;

function* newWords({ known }: Context, workspaceId: string, texts: readonly string[]): Generator<string> {
  let count = 0;
  for (const word of wordsOf(...texts)) {
    if (!isTeachable(word) || known.has(keyOf(workspaceId, word))) continue;
    count += 1;
    if (count > LEARNT_MAX) return;
    yield word;
  }
}

function note({ known }: Context, key: string): void {
  known.add(key);
  if (known.size <= KNOWN_MAX) return;
  // A set preserves insertion order: the oldest entries are removed.
  for (const eldest of known) {
    known.delete(eldest);
    return;
  }
}

async function write(context: Context): Promise<void> {
  const { state, pool, log } = context;
  const words = state.pending;
  state.pending = new Map();
  if (words.size === 0) return;
  try {
    await repo.insertWords(pool, [...words.values()]);
    for (const key of words.keys()) note(context, key);
  } catch (error) {
    // The words only improve corrections, and the nightly job adds missing ones.
    log.debug({ err: error }, "new words were not written down");
  }
}

function flush(context: Context): Promise<void> {
  const { state } = context;
  clearTimeout(state.timer);
  state.timer = undefined;
  state.writing = state.writing.then(write.bind(null, context));
  return state.writing;
}

/**
 * Adds the words of texts soon and outside of the caller's transaction: concurrent writes of the same words would block it and
 * could deadlock.
 */
function remember(context: Context, workspaceId: string, texts: readonly string[]): void {
  const { state } = context;
  for (const word of newWords(context, workspaceId, texts)) state.pending.set(keyOf(workspaceId, word), { workspaceId, word });
  if (state.pending.size > 0) state.timer ??= setTimeout(() => void flush(context), GATHER_MS).unref();
}

/**
 * Returns the most likely correction of each unknown word. The vocabulary covers whole spaces: for users who may not read
 * everything, `finds` checks that a word has results for them.
 */
async function correct(
  context: Context,
  workspaceIds: readonly string[],
  terms: readonly Term[],
  finds?: (word: string) => Promise<boolean>,
): Promise<Correction[]> {
  const { searches } = context.pool;
  const words = terms.map((term) => term.word).filter((word) => isTeachable(word) && [...word].length >= CORRECTED_MIN);
  if (words.length === 0) return [];
  await flush(context);
  const unknown = finds ? await without(words, finds) : await repo.unknownWords(searches, workspaceIds, words);
  const corrections = await Promise.all(
    unknown.slice(0, CORRECTED_WORDS).map(async (from) => {
      const limits = { slips: forgiven([...from].length), words: CANDIDATES };
      const meant = nearestOf(from, await repo.similarWords(searches, workspaceIds, from, limits));
      const to = finds ? await firstOf(meant.slice(0, TRIED_MAX), finds) : meant[0];
      return to === undefined ? [] : [{ from, to }];
    }),
  );
  return corrections.flat();
}

/** The vocabulary of each space for spelling correction. It may be outdated and is corrected every night. */
export function createVocabulary({ pool, log }: Pick<Ports, "pool" | "log">) {
  const known = new Set<string>();
  const state: State = { pending: new Map<string, { workspaceId: string; word: string }>(), timer: undefined, writing: Promise.resolve() };
  const context: Context = { known, state, pool, log };
  return {
    remember: remember.bind(null, context),
    correct: correct.bind(null, context),
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;
