import type { Executor } from "../../platform/db/client.ts";
import type { Ids } from "../../platform/ports/ids.port.ts";
import * as repo from "./speech.repo.ts";
import type { Vocabulary } from "./vocabulary.service.ts";
import { plainVectorOf, spokenWordsOf, vectorOf, wordsOf } from "./words.ts";

/** About half a minute of speech with the milliseconds of its words. */
export interface Passage {
  text: string;
  marks: [number, string][];
}

/**
 * Creates the index of what is spoken in videos: one entry a video, so that a long video does not displace others from a result, and
 * passages by which the second of a word is found.
 */
export function createSpeechIndex(ids: Ids, vocabulary: Vocabulary) {
  async function writeEntries(tx: Executor, spoken: readonly repo.SpokenItem[]): Promise<void> {
    await repo.deleteSpokenEntries(
      tx,
      spoken.map(({ id }) => id),
    );
    for (const { id: itemId, workspaceId, createdAt: at, texts } of spoken) {
      const words = vectorOf(workspaceId, "item", spokenWordsOf(texts));
      await repo.insertSpokenEntry(tx, { id: ids.id(), workspaceId, itemId, words, at });
      vocabulary.remember(workspaceId, texts);
    }
  }

  return {
    /** Replaces what is spoken in a video; nothing without passages. The item's row is locked by the caller. */
    async indexSpeech(tx: Executor, itemId: string, passages: readonly Passage[]): Promise<void> {
      const rows = passages.map(({ text, marks }, position) => ({ itemId, position, text, marks, words: plainVectorOf(wordsOf(text)) }));
      await repo.writePassages(tx, itemId, rows);
      const item = await repo.findItem(tx, itemId);
      if (item && passages.length > 0) await writeEntries(tx, [{ ...item, texts: passages.map(({ text }) => text) }]);
      else await repo.deleteSpokenEntries(tx, [itemId]);
    },

    /** Writes the entries of these items again, after they were moved to another workspace or copied. */
    async reindexSpeech(tx: Executor, itemIds: readonly string[]): Promise<void> {
      if (itemIds.length > 0) await writeEntries(tx, await repo.spokenItems(tx, itemIds));
    },
  };
}
