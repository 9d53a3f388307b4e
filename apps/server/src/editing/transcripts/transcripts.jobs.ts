import { rm } from "node:fs/promises";
import { z } from "zod";
import type { Media, SpeechSound } from "../../media/media/index.ts";
import { FinalFailure, defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { AiError, type AiService, type Recognised, type Speech, type SpeechFormat } from "../../platform/ports/speech.port.ts";
import { VideoError } from "../../platform/ports/video.port.ts";
import { hasSound, nextPiece, type Piece, PIECE_MAX_S, PIECE_MIN_S, writePiece } from "./transcripts.pieces.ts";
import * as repo from "./transcripts.repo.ts";
import type { TranscriptTexts } from "./transcripts.texts.ts";
import { segmentsOfPiece } from "./transcripts.words.ts";

/**
 * Writes the transcript of a video, one piece of its sound after the other. Each finished piece is stored, so that another worker continues
 * after a crash. `tries` counts the attempts without progress.
 */
export const writeTranscript = defineJob({
  name: "transcripts.write",
  payload: z.object({ itemId: z.uuid(), runId: z.uuid(), tries: z.int().min(0).default(0) }),
  attempts: 10,
  timeoutMs: 12 * 3_600_000,
});

/** Attempts without progress after which a transcript fails. */
const TRIES_MAX = 8;
/** First and longest pause between attempts, in milliseconds. */
const BACK_OFF = { first: 5_000, longest: 600_000 } as const;
/** Pause in milliseconds when this process already writes a transcript. */
const BUSY_MS = 5_000;

const NO_SERVICE = "No speech service is configured on this server any more.";
const UNREADABLE = "The sound of this video can't be read.";
const UNKNOWN = "There was an error.";

export interface TranscriptJobDeps {
  media: Pick<Media, "sound">;
  speech: Speech;
  texts: TranscriptTexts;
}

type Payload = z.output<typeof writeTranscript.payload>;

/** One run of the job. */
interface Run {
  ports: Ports;
  deps: TranscriptJobDeps;
  payload: Payload;
  service: AiService;
  signal: AbortSignal;
  /** Whether a piece was finished in this run. */
  hasProgress: boolean;
  /** Format of the last answer. */
  format: SpeechFormat | null;
}

/** Thrown when the run was replaced by another one, or the item is gone. */
class Superseded extends Error {}

/** Returns the pause before the next attempt in milliseconds. */
const pauseMs = (tries: number, retryAfterMs: number | null): number =>
  Math.max(retryAfterMs ?? 0, Math.min(BACK_OFF.longest, BACK_OFF.first * 2 ** tries));

async function recognise(run: Run, sound: SpeechSound, piece: Piece, language: string | null): Promise<Recognised | null> {
  if (piece.to <= piece.from || !(await hasSound(sound, piece))) return null;
  const path = await writePiece(sound, piece);
  try {
    const recognised = await run.deps.speech.recognise(run.service, { path, language, format: run.format }, run.signal);
    run.format = recognised.format;
    return recognised;
  } finally {
    await rm(path, { force: true });
  }
}

/** Sends the pieces that are not stored yet. Returns the language of the speech. */
async function recogniseAll(run: Run, sound: SpeechSound): Promise<void> {
  const { ports, deps, payload, signal } = run;
  const inMs = (samples: number): number => Math.round((samples * 1000) / sound.rate);
  let limitS = PIECE_MAX_S;
  for (;;) {
    signal.throwIfAborted();
    const row = await repo.find(ports.db, payload.itemId);
    if (!row || row.runId !== payload.runId || row.state !== "running") throw new Superseded();
    const from = Math.min(sound.count, Math.round((row.doneMs * sound.rate) / 1000));
    if (from >= sound.count) return;
    const piece = await nextPiece(sound, from, limitS);
    let recognised: Recognised | null;
    try {
      recognised = await recognise(run, sound, piece, row.wanted ?? row.language);
    } catch (error) {
      if (!(error instanceof AiError && error.kind === "too-large") || limitS <= PIECE_MIN_S) throw error;
      limitS = Math.max(PIECE_MIN_S, Math.min(limitS, (piece.to - piece.from) / sound.rate) / 2);
      continue;
    }
    const times = { start: piece.from / sound.rate, end: piece.to / sound.rate };
    const isAdded = await repo.addPiece(ports.db, payload, {
      fromMs: row.doneMs,
      // The last piece ends behind the last whole millisecond.
      doneMs: piece.to >= sound.count ? inMs(sound.count) + 1 : inMs(piece.to),
      progress: Math.min(99, Math.floor((piece.to * 100) / sound.count)),
      language: row.wanted ?? row.language ?? recognised?.language ?? null,
      segments: recognised === null ? [] : segmentsOfPiece(recognised, times),
    });
    if (!isAdded) throw new Superseded();
    run.hasProgress = true;
    await deps.texts.notify(payload.itemId);
  }
}

/** Stores why the transcript was not written, or queues another attempt. */
async function settle(run: Run, error: unknown): Promise<JobOutcome> {
  const { ports, deps, payload, hasProgress } = run;
  if (error instanceof Superseded) return { skipped: "the item is gone, or another run has replaced this one" };
  if (run.signal.aborted) throw error;
  ports.log.warn({ err: error, itemId: payload.itemId }, "a transcript could not be written");
  const isFinal = error instanceof VideoError || (error instanceof AiError && error.kind !== "busy" && error.kind !== "unreachable");
  const tries = hasProgress ? 1 : payload.tries + 1;
  const reason = error instanceof AiError ? error.message : error instanceof VideoError ? UNREADABLE : UNKNOWN;
  if (isFinal || tries >= TRIES_MAX) {
    await deps.texts.fail(payload, reason);
    throw new FinalFailure(reason, { cause: error });
  }
  const wait = pauseMs(tries - 1, error instanceof AiError ? error.retryAfterMs : null);
  const runAt = new Date(ports.clock.now().getTime() + wait);
  await ports.db.transaction(async (tx) => {
    if (await repo.updateRun(tx, payload, { state: "queued", reason }))
      await ports.jobs.enqueue(tx, writeTranscript, { ...payload, tries }, { runAt });
  });
  await deps.texts.notify(payload.itemId);
  return { skipped: "the service did not answer; it comes again" };
}

async function write(run: Run): Promise<JobOutcome> {
  const { ports, deps, payload, service, signal } = run;
  try {
    if (!(await repo.updateRun(ports.db, payload, { state: "running", reason: null, model: service.model }))) throw new Superseded();
    await deps.texts.notify(payload.itemId);
    // Null without a sound track. Then there is no speech.
    await deps.media.sound.withSpeech(payload.itemId, signal, (sound) => recogniseAll(run, sound));
    if (!(await deps.texts.finish(payload))) throw new Superseded();
    return "done";
  } catch (error) {
    return settle(run, error);
  }
}

/** Creates the handler of {@link writeTranscript}. A process writes one transcript at a time, so that other jobs are not displaced. */
export function createWriteTranscript(ports: Ports, deps: TranscriptJobDeps) {
  let isBusy = false;
  return async (payload: Payload, signal: AbortSignal): Promise<JobOutcome> => {
    if (isBusy) {
      await ports.jobs.enqueue(ports.db, writeTranscript, payload, { runAt: new Date(ports.clock.now().getTime() + BUSY_MS) });
      return { skipped: "another transcript is being written; it comes again" };
    }
    const service = ports.settings.current().speech;
    if (service === null) {
      await deps.texts.fail(payload, NO_SERVICE);
      return { skipped: "no speech service is configured" };
    }
    isBusy = true;
    try {
      return await write({ ports, deps, payload, service, signal, hasProgress: false, format: null });
    } finally {
      isBusy = false;
    }
  };
}
