import type { Executor } from "../../platform/db/client.ts";
import type { SourceCue } from "../../platform/db/schema/index.ts";
import type { TimelineChange, TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { type Cue, storedCues, writeCues } from "./captions.plan.ts";
import * as repo from "./captions.repo.ts";

/** Maximum distance in seconds of two parts of one cue that a cut had divided. */
const ADJACENT_S = 0.002;

/** Returns the cues at their places in the sources that the video shows. Parts of one cue that follow each other there are joined again. */
function sourcesOf(cues: readonly Cue[], change: TimelineChange): SourceCue[] {
  const found: SourceCue[] = [];
  for (const { startMs, endMs, settings, text } of cues) {
    for (const { itemId, from, to } of change.sourcesOf({ from: startMs / 1_000, to: endMs / 1_000 })) {
      const before = found.findLast((one) => one.itemId === itemId && one.text === text && one.settings === settings);
      if (before && Math.abs(before.to - from) <= ADJACENT_S) before.to = to;
      else found.push({ ...(itemId === undefined ? {} : { itemId }), from, to, settings, text });
    }
  }
  return found;
}

/**
 * Returns captions after a change of the video: cues are cut, divided and moved, and those of removed parts are left out.
 * @param given.source cues in seconds of the sources, if the captions were not changed since the last edit
 */
export function followCues(
  given: { vtt: string; source: readonly SourceCue[] | null },
  change: TimelineChange,
): { vtt: string; source: SourceCue[] } {
  const source = given.source ? [...given.source] : sourcesOf(storedCues(given.vtt), change);
  const endMs = Math.floor(change.after * 1_000);
  const cues = source.flatMap(({ itemId, from, to, settings, text }) =>
    change.rangesOf({ itemId, from, to }).map((range) => ({
      startMs: Math.round(range.from * 1_000),
      endMs: Math.min(endMs, Math.round(range.to * 1_000)),
      settings,
      text,
    })),
  );
  const shown = cues.filter((cue) => cue.endMs > cue.startMs).toSorted((one, other) => one.startMs - other.startMs);
  return { vtt: writeCues(shown), source };
}

/** Captions follow the video in all languages. */
export const captionsTimeline: TimelineFollower = {
  async follow(tx, itemId, change) {
    for (const { language, ...given } of await repo.lockAll(tx, itemId))
      await repo.updateCues(tx, { itemId, language }, followCues(given, change));
  },
  forget: (tx: Executor, itemId: string) => repo.forgetSources(tx, itemId),
  async copy(tx, { from, to }, change) {
    for (const { language, label, ...given } of await repo.lockAll(tx, from))
      await repo.upsert(tx, { itemId: to, language, label, vtt: followCues(given, change).vtt });
  },
};
