import type { Executor } from "../../platform/db/client.ts";
import type { SourceSegment, StoredSegment } from "../../platform/db/schema/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { TimelineChange, TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { writeTranscript } from "./transcripts.jobs.ts";
import * as repo from "./transcripts.repo.ts";
import type { TranscriptTexts } from "./transcripts.texts.ts";
import { movedBy } from "./transcripts.words.ts";

type Word = { start: number; end: number; text: string };

/** Returns the source times of a spoken part of the video before a change. */
function sourceOf(
  { start, end }: { start: number; end: number },
  change: TimelineChange,
): { itemId: string | undefined; start: number; end: number } {
  const [part] = change.sourcesOf({ from: start, to: end });
  if (part) return { itemId: part.itemId, start: part.from, end: part.to };
  const { itemId, at } = change.sourceOf(start);
  return { itemId, start: at, end: at };
}

const segmentOf = (itemId: string | undefined, segment: StoredSegment): SourceSegment => ({
  ...segment,
  ...(itemId === undefined ? {} : { itemId }),
});

/** Returns the segments at their places in the sources that the video showed. A segment is divided where the clips are. */
export function originOf(segments: readonly StoredSegment[], change: TimelineChange): SourceSegment[] {
  return segments.flatMap(({ start, end, text, words }) => {
    if (words === undefined) {
      const source = sourceOf({ start, end }, change);
      return [segmentOf(source.itemId, { start: source.start, end: source.end, text })];
    }
    const groups: { itemId: string | undefined; words: Word[] }[] = [];
    for (const word of words) {
      const source = sourceOf(word, change);
      const last = groups.at(-1);
      const isNext = last?.itemId === source.itemId && source.start >= (last?.words.at(-1)?.start ?? 0);
      const placed = { start: source.start, end: source.end, text: word.text };
      if (last && isNext) last.words.push(placed);
      else groups.push({ itemId: source.itemId, words: [placed] });
    }
    return groups.map((group) =>
      segmentOf(group.itemId, {
        start: group.words[0]?.start ?? 0,
        end: group.words.at(-1)?.end ?? 0,
        text: groups.length === 1 ? text : group.words.map((word) => word.text).join(" "),
        words: group.words,
      }),
    );
  });
}

/** Returns the segments of an edited video. Words of removed parts are left out. */
export function shownSegments(origin: readonly SourceSegment[], change: TimelineChange): StoredSegment[] {
  const moved = [...Map.groupBy(origin, ({ itemId }) => itemId)].flatMap(([itemId, group]) =>
    movedBy(
      group.map(({ itemId: _, ...segment }) => segment),
      (at) => {
        const { time, isCut } = change.shownAt({ itemId, at });
        return isCut ? null : time;
      },
    ),
  );
  return movedBy(moved, (seconds) => Math.min(seconds, change.after));
}

/** Transcripts follow their video. One that is being written begins again, because it is written from the new sound. */
export function transcriptsTimeline(
  { ids, jobs, clock }: Pick<Ports, "ids" | "jobs" | "clock">,
  texts: Pick<TranscriptTexts, "follow">,
): TimelineFollower {
  async function restart(tx: Executor, itemId: string, row: repo.TranscriptRow): Promise<void> {
    const runId = ids.id();
    await repo.begin(tx, { itemId, runId, wanted: row.wanted, userId: row.createdBy, at: clock.now() });
    await jobs.enqueue(tx, writeTranscript, { itemId, runId });
  }
  return {
    async follow(tx, itemId, change) {
      const row = await repo.lock(tx, itemId);
      if (!row) return;
      if (row.state === "queued" || row.state === "running") return restart(tx, itemId, row);
      const origin = row.origin ?? originOf(row.segments, change);
      const segments = shownSegments(origin, change);
      await repo.moveSegments(tx, itemId, { segments, origin });
      if (row.state === "ready") await texts.follow(tx, { ...row, segments });
    },
    forget: (tx, itemId) => repo.forgetOrigin(tx, itemId),
    async copy(tx, { from, to }, change) {
      const row = await repo.find(tx, from);
      if (row?.state !== "ready") return;
      const segments = shownSegments(row.origin ?? originOf(row.segments, change), change);
      const copied = { ...row, itemId: to, runId: ids.id(), segments, origin: null, updatedAt: clock.now() };
      await repo.insert(tx, copied);
      await texts.follow(tx, copied);
    },
  };
}
