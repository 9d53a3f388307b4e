import type { Ports } from "../../platform/ports/index.ts";
import { CORRECTED_MIN, forgiven, nearestOf } from "./spelling.ts";
import { isUnspaced, type Term, wordsOf } from "./words.ts";
import * as repo from "./vocabulary.repo.ts";

/** Words that this process knows to be written down: most uploads bring none that is new. */
const KNOWN_MAX = 50_000;
/** Words that one change teaches at most. */
const LEARNT_MAX = 500;
/** New words wait this long for others, so that many changes are one write. In milliseconds. */
const GATHER_MS = 20;
const CANDIDATES = 200;
/** Misspelt words of one query that are looked after. */
const CORRECTED_WORDS = 4;
/** Words that are tried, for whoever may not read all, until one finds something. */
const TRIED_MAX = 8;

export interface Correction {
  from: string;
  to: string;
}

const isTeachable = (word: string): boolean => word.length >= CORRECTED_MIN && !/^\p{N}+$/u.test(word) && !isUnspaced(word);

/** Those of the first few words that find nothing. */
async function without(words: readonly string[], finds: (word: string) => Promise<boolean>): Promise<string[]> {
  const asked = await Promise.all(words.slice(0, TRIED_MAX).map(async (word) => ((await finds(word)) ? [] : [word])));
  return asked.flat();
}

/** The first word that finds something. */
async function firstOf(words: readonly string[], finds: (word: string) => Promise<boolean>): Promise<string | undefined> {
  for (const word of words) if (await finds(word)) return word;
  return undefined;
}

/** The words that each space knows, for guessing what a misspelt one meant. They lag behind and are set right every night. */
export function createVocabulary({ pool, log }: Pick<Ports, "pool" | "log">) {
  const known = new Set<string>();
  let pending = new Map<string, { workspaceId: string; word: string }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const keyOf = (workspaceId: string, word: string): string => workspaceId + word;

  function* newWords(workspaceId: string, texts: readonly string[]): Generator<string> {
    let count = 0;
    for (const word of wordsOf(...texts)) {
      if (!isTeachable(word) || known.has(keyOf(workspaceId, word))) continue;
      count += 1;
      if (count > LEARNT_MAX) return;
      yield word;
    }
  }

  function note(key: string): void {
    known.add(key);
    if (known.size <= KNOWN_MAX) return;
    // Sets remember the order of coming: the eldest leaves.
    for (const eldest of known) {
      known.delete(eldest);
      return;
    }
  }

  async function write(): Promise<void> {
    const words = pending;
    pending = new Map();
    if (words.size === 0) return;
    try {
      await repo.insertWords(pool, [...words.values()]);
      for (const key of words.keys()) note(key);
    } catch (error) {
      // They help only to guess, and the nightly round learns what is missing.
      log.debug({ err: error }, "new words were not written down");
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    /**
     * Remembers the words of texts, soon and outside of the caller's transaction: words that somebody else is just writing would
     * make it wait, and two such transactions could wait for each other.
     */
    remember(workspaceId: string, texts: readonly string[]): void {
      for (const word of newWords(workspaceId, texts)) pending.set(keyOf(workspaceId, word), { workspaceId, word });
      if (pending.size > 0) timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },

    /**
     * For each word that begins no known one, the known word that was most likely meant. Words are known to whole spaces: for whoever
     * may not read all of these, `finds` tells whether a word finds them anything, and only what does is known to them.
     */
    async correct(
      workspaceIds: readonly string[],
      terms: readonly Term[],
      finds?: (word: string) => Promise<boolean>,
    ): Promise<Correction[]> {
      const words = terms.map((term) => term.word).filter((word) => isTeachable(word) && [...word].length >= CORRECTED_MIN);
      if (words.length === 0) return [];
      await flush();
      const unknown = finds ? await without(words, finds) : await repo.unknownWords(pool, workspaceIds, words);
      const corrections = await Promise.all(
        unknown.slice(0, CORRECTED_WORDS).map(async (from) => {
          const limits = { slips: forgiven([...from].length), words: CANDIDATES };
          const meant = nearestOf(from, await repo.similarWords(pool, workspaceIds, from, limits));
          const to = finds ? await firstOf(meant.slice(0, TRIED_MAX), finds) : meant[0];
          return to === undefined ? [] : [{ from, to }];
        }),
      );
      return corrections.flat();
    },
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;
