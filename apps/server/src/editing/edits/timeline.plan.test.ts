import type { EditClip } from "@stillreel/contract";
import { wholeVideo } from "@stillreel/video-editor/core";
import { describe, expect, it } from "vitest";
import { followCues } from "../../social/captions/captions.timeline.ts";
import { followComment } from "../../social/comments/comments.timeline.ts";
import { coverageMoves } from "../../social/engagement/views.timeline.ts";
import { followChapters } from "./chapters.plan.ts";
import { timelineChange } from "./timeline.plan.ts";

const LENGTH_S = 20;
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1);

/** Deterministic random numbers from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
function randomClips(random: () => number): EditClip[] {
  return Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
    const start = Math.floor(random() * 18_000) / 1_000;
    const end = Math.min(LENGTH_S, start + 0.1 + Math.floor(random() * 4_000) / 1_000);
    const isJoined = random() < 0.15;
    return { start, end, ...(random() < 0.3 ? { speed: 2 } : {}), ...(isJoined ? { itemId: "joined" } : {}) };
  });
}
const documentOf = (clips: EditClip[]) => ({ ...wholeVideo(LENGTH_S), clips });
const cuesOf = (vtt: string) =>
  [...vtt.matchAll(/(\d+):(\d+):(\d+)\.(\d+) --> (\d+):(\d+):(\d+)\.(\d+)[^\n]*\n(.*)\n/gu)].map((found) => {
    const at = (first: number) =>
      Number(found[first]) * 3_600 + Number(found[first + 1]) * 60 + Number(found[first + 2]) + Number(found[first + 3]) / 1_000;
    return { from: at(1), to: at(5), text: found[9] };
  });
const two = (value: number) => String(value).padStart(2, "0");
const vtt = `WEBVTT\n\n${Array.from({ length: LENGTH_S }, (_, second) => `00:00:${two(second)}.000 --> 00:00:${two(second)}.900\nSecond ${second}\n`).join("\n")}`;

describe("what has times", () => {
  it.each(SEEDS)("follows random edits, never outside of the video, and returns with a revert (seed %i)", (seed) => {
    const random = dice(seed);
    const [first, second] = [documentOf(randomClips(random)), documentOf(randomClips(random))];
    const edit = timelineChange(null, first, LENGTH_S);
    const next = timelineChange(first, second, LENGTH_S);
    const back = timelineChange(second, null, LENGTH_S);

    const once = followCues({ vtt, source: null }, edit);
    for (const { from, to, text } of cuesOf(once.vtt)) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(edit.after + 1e-6);
      expect(to).toBeGreaterThan(from);
      // The middle of a cue shows the second that it names.
      const earlier = edit.earlierOf((from + to) / 2);
      expect(`Second ${Math.floor((earlier ?? -1) + 0.002)}`).toBe(text);
    }
    const twice = followCues(once, next);
    for (const { to } of cuesOf(twice.vtt)) expect(to).toBeLessThanOrEqual(next.after + 1e-6);
    expect(followCues(twice, back).vtt).toBe(vtt);

    for (let tries = 0; tries < 20; tries += 1) {
      const at = Math.floor(random() * LENGTH_S * 1_000) / 1_000;
      const comment = followComment({ id: "c", at, source: null, isCut: false }, edit);
      expect(comment.at).toBeGreaterThanOrEqual(0);
      expect(comment.at).toBeLessThanOrEqual(edit.after);
      const isShown = first.clips.some(({ itemId, start, end }) => itemId === undefined && at >= start && at <= end);
      expect(comment.isCut).toBe(!isShown);
      if (isShown && comment.at < edit.after - 0.001) expect(edit.sourceOf(comment.at)).toBeDefined();
      const returned = followComment(followComment(comment, next), back);
      expect([returned.at, returned.isCut]).toEqual([at, false]);
    }

    const chapters = [0, 5, 10, 15].map((timestamp) => ({ timestamp, name: `From ${timestamp}` }));
    const moved = followChapters(
      { shown: chapters, known: null, document: first, durationS: LENGTH_S },
      { now: edit, last: timelineChange(null, null, LENGTH_S) },
    );
    for (const { timestamp } of moved.chapters) expect(timestamp).toBeLessThanOrEqual(edit.after);
    const reverted = timelineChange(first, null, LENGTH_S);
    const again = followChapters(
      { shown: moved.chapters, known: moved.known, document: null, durationS: LENGTH_S },
      { now: reverted, last: edit },
    );
    expect(again.chapters).toEqual(chapters);

    const { source, shown } = coverageMoves(edit);
    const buckets = [...source, ...shown.flatMap((one) => [one.source, one.before])];
    expect(buckets.every((bucket) => bucket === null || (bucket >= 0 && bucket < 100))).toBe(true);
  });

  it("keeps the captions that a user wrote for the edited video, and chapters that were renamed or deleted there", () => {
    const document = documentOf([{ start: 5, end: 15 }]);
    const back = timelineChange(document, null, LENGTH_S);
    const written = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nMine\n";
    expect(followCues({ vtt: written, source: null }, back).vtt).toBe("WEBVTT\n\n00:00:06.000 --> 00:00:07.000\nMine\n");
    const known = [0, 6, 12].map((timestamp) => ({ timestamp, name: `From ${timestamp}` }));
    const last = timelineChange(null, document, LENGTH_S);
    const shown = [
      { timestamp: 0, name: "From 0" },
      { timestamp: 1, name: "Renamed" },
    ];
    const { chapters } = followChapters({ shown, known, document: null, durationS: LENGTH_S }, { now: back, last });
    expect(chapters).toEqual([
      { timestamp: 0, name: "From 0" },
      { timestamp: 6, name: "Renamed" },
    ]);
  });

  it("has the chapters that the document sets", () => {
    const document = {
      ...documentOf([{ start: 5, end: 15 }]),
      chapters: [
        { at: 8, name: "Eight" },
        { at: 18, name: "Gone" },
      ],
    };
    const change = timelineChange(null, document, LENGTH_S);
    const given = { shown: [{ timestamp: 0, name: "Old" }], known: null, document, durationS: LENGTH_S };
    expect(followChapters(given, { now: change, last: change }).chapters).toEqual([{ timestamp: 3, name: "Eight" }]);
  });
});
