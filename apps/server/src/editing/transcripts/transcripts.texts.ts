import type { SearchIndex } from "../../library/search-index/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Captions } from "../../social/captions/index.ts";
import { captionsOf } from "./transcripts.captions.ts";
import { passagesOf } from "./transcripts.passages.ts";
import * as repo from "./transcripts.repo.ts";

/** Language of captions whose language no one knows. */
const UNKNOWN_LANGUAGE = "und";

export interface TextsDeps {
  captions: Pick<Captions, "follow">;
  search: Pick<SearchIndex, "indexSpeech">;
  events: Pick<Events, "publish">;
}

/** Creates the service that writes what follows from a transcript: captions, index entries and events. */
export function createTranscriptTexts({ db, clock }: Pick<Ports, "db" | "clock">, { captions, search, events }: TextsDeps) {
  /** Notifies open pages that the transcript and the captions of a video changed. */
  async function notify(itemId: string): Promise<void> {
    const item = await repo.findItem(db, itemId);
    if (item) events.publish({ type: "engagement", workspaceId: item.workspaceId, itemId });
  }

  /** Writes captions and index entries of a transcript. Without segments they are removed. */
  async function follow(tx: Executor, { itemId, language, segments, createdBy }: repo.TranscriptRow): Promise<void> {
    const text = segments.length === 0 ? null : { language: language ?? UNKNOWN_LANGUAGE, vtt: captionsOf(segments), userId: createdBy };
    await captions.follow(tx, itemId, text);
    await search.indexSpeech(tx, itemId, passagesOf(segments));
  }

  return {
    notify,
    follow,

    /** Ends a run: the transcript is ready, or the video has no speech. Returns false when another run has replaced it. */
    async finish(run: { itemId: string; runId: string }): Promise<boolean> {
      const isFinished = await db.transaction(async (tx) => {
        const row = await repo.lock(tx, run.itemId);
        if (!row || row.runId !== run.runId || row.state !== "running") return false;
        const state = row.segments.length === 0 ? "none" : "ready";
        const language = row.language ?? UNKNOWN_LANGUAGE;
        await repo.updateRun(tx, run, { state, language, progress: 100, reason: null, version: row.version + 1, updatedAt: clock.now() });
        await follow(tx, { ...row, language });
        return true;
      });
      if (isFinished) await notify(run.itemId);
      return isFinished;
    },

    /** Ends a run with a reason for the user. What is written already stays visible, but is no transcript. */
    async fail(run: { itemId: string; runId: string }, reason: string): Promise<void> {
      if (await repo.updateRun(db, run, { state: "failed", reason, updatedAt: clock.now() })) await notify(run.itemId);
    },
  };
}

export type TranscriptTexts = ReturnType<typeof createTranscriptTexts>;
