import type { putTranscript, getTranscript, ServerArgs, ServerResult } from "@stillreel/contract";
import { authorize } from "../../access/policies/authorize.ts";
import type { Items } from "../../library/items/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { receiverOf } from "../../platform/ports/speech/index.ts";
import { shownChange } from "../edits/index.ts";
import { writeTranscript } from "./transcripts.jobs.ts";
import * as repo from "./transcripts.repo.ts";
import type { TranscriptTexts } from "./transcripts.texts.ts";
import { shownSegments } from "./transcripts.timeline.ts";
import { withTimes } from "./transcripts.words.ts";

export interface TranscriptsDeps {
  items: Pick<Items, "readable">;
  limits: Pick<RateLimits, "take">;
  texts: TranscriptTexts;
}

type View = ServerResult<typeof getTranscript>;

const ABSENT = {
  state: "absent",
  progress: 0,
  language: null,
  reason: null,
  unedited: null,
  segments: [],
  source: null,
  model: null,
  version: 0,
} as const;

/** Returns the corrected segments, with their places in the unedited video if they were given there. @throws AppError `edit-conflict` */
async function correctedOf(
  tx: Executor,
  before: repo.TranscriptRow,
  durationS: number,
  { segments, times }: Pick<ServerArgs<typeof putTranscript>["body"], "segments" | "times">,
): Promise<Pick<repo.TranscriptRow, "segments" | "origin">> {
  if (times === "shown") return { segments: withTimes(segments, before.segments, durationS), origin: null };
  const change = await shownChange(tx, before.itemId);
  if (before.origin === null || !change) throw new AppError("edit-conflict");
  const [own, joined] = [true, false].map((isOwn) => before.origin?.filter(({ itemId }) => (itemId === undefined) === isOwn) ?? []);
  const origin = [...withTimes(segments, own ?? [], change.before), ...(joined ?? [])];
  return { segments: shownSegments(origin, change), origin };
}

/** Creates the service for transcripts of videos. Only callers with write permission use it: others read the captions. */
// oxlint-disable-next-line max-lines-per-function -- one method for each route and for each module that moves a transcript
export function createTranscriptsService(ports: Ports, { items, limits, texts }: TranscriptsDeps) {
  const { db, settings, clock, ids, jobs } = ports;

  /** Returns the video. @throws AppError `not-found` for an image, `forbidden` for a reader */
  async function changeable(actor: UserActor, itemId: string): Promise<{ id: string; durationMs: number | null; title: string }> {
    const { row, facts } = await items.readable(actor, itemId);
    authorize(actor, "item.write", facts);
    if (row.type !== "video") throw new AppError("not-found");
    return { id: row.id, durationMs: row.duration_ms === null ? null : Number(row.duration_ms), title: row.title };
  }

  function present(row: repo.TranscriptRow | undefined): View {
    const { speech, chat } = settings.current();
    const receivers = { speech: receiverOf(speech), chat: receiverOf(chat) };
    const configured = speech !== null;
    if (row === undefined) return { ...ABSENT, segments: [], configured, receivers };
    const { state, progress, language, reason, segments, origin, source, model, version } = row;
    return {
      state,
      progress,
      language,
      reason,
      segments,
      unedited: origin?.filter(({ itemId }) => itemId === undefined) ?? null,
      source: segments.length === 0 ? null : source,
      model,
      version,
      configured,
      receivers,
    };
  }

  return {
    changeable,

    async get(actor: UserActor, itemId: string): Promise<View> {
      const item = await changeable(actor, itemId);
      return present(await repo.find(db, item.id));
    },

    /** Corrects the text. @throws AppError `edit-conflict` when it was changed meanwhile, or is being written */
    async put(actor: UserActor, itemId: string, body: ServerArgs<typeof putTranscript>["body"]): Promise<View> {
      const { version } = body;
      const item = await changeable(actor, itemId);
      const row = await db.transaction(async (tx) => {
        const before = await repo.lock(tx, item.id);
        if (!before || before.state !== "ready" || before.version !== version) throw new AppError("edit-conflict");
        const durationS = item.durationMs === null ? (before.segments.at(-1)?.end ?? 0) : item.durationMs / 1000;
        const corrected = await correctedOf(tx, before, durationS, body);
        const changed = await repo.edit(tx, item.id, { version, ...corrected, at: clock.now() });
        if (!changed) throw new AppError("edit-conflict");
        await texts.follow(tx, changed);
        return changed;
      });
      await texts.notify(item.id);
      return present(row);
    },

    /**
     * Queues the writing of a transcript. A run that waits or works already is returned, unless another language is wanted.
     * @throws AppError `not-configured`
     */
    async transcribe(actor: UserActor, itemId: string, language: string | undefined): Promise<{ jobId: string }> {
      const item = await changeable(actor, itemId);
      if (settings.current().speech === null) throw new AppError("not-configured");
      await limits.take({ key: `transcribe:${actor.id}`, rule: RATE_RULES.transcribe });
      const wanted = language === undefined ? null : (Intl.getCanonicalLocales(language)[0] ?? null);
      const jobId = await db.transaction(async (tx) => {
        const before = await repo.lock(tx, item.id);
        if (before && (before.state === "queued" || before.state === "running") && before.wanted === wanted) return before.runId;
        const runId = ids.id();
        await repo.begin(tx, { itemId: item.id, runId, wanted, userId: actor.id, at: clock.now() });
        await jobs.enqueue(tx, writeTranscript, { itemId: item.id, runId });
        return runId;
      });
      await texts.notify(item.id);
      return { jobId };
    },

    /** Queues the transcript of a new video, when the server does that automatically. */
    async begin(tx: Executor, itemId: string): Promise<void> {
      const { speech, transcribeNew } = settings.current();
      if (speech === null || !transcribeNew) return;
      const runId = ids.id();
      if (await repo.beginFirst(tx, { itemId, runId, at: clock.now() })) await jobs.enqueue(tx, writeTranscript, { itemId, runId });
    },
  };
}

export type TranscriptsService = ReturnType<typeof createTranscriptsService>;
