import { EditDocument } from "@stillreel/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PACKET_SAMPLES, SAMPLE_RATE, type VideoProbe } from "../../platform/ports/video.port.ts";
import { stopOf } from "../../platform/ports/video/mediabunny.outline.ts";
import { soundCopies } from "./render.sound.copies.plan.ts";

const DURATION = 600;
const source = {
  type: "video",
  path: "source",
  probe: { duration: DURATION, audioCodec: "aac", mimeType: "video/mp4" } as VideoProbe,
} as const;
const sources = new Map([[undefined, source]]);
const clip = fc
  .tuple(fc.double({ min: 0, max: DURATION - 1, noNaN: true }), fc.double({ min: 0.02, max: 60, noNaN: true }))
  .map(([start, seconds]) => ({ start, end: Math.min(DURATION, start + seconds) }));

describe("the plan of copied sound", () => {
  it("copies only packets that are within a clip with all that they contain, at most 11 ms from their place", () => {
    fc.assert(
      fc.property(fc.array(clip, { minLength: 1, maxLength: 12 }), fc.integer({ min: -2_000, max: 2_000 }), (clips, from) => {
        const document = EditDocument.parse({ format: 1, clips });
        const sound = { channels: 2, from, to: from + Math.floor((DURATION * SAMPLE_RATE) / PACKET_SAMPLES) * PACKET_SAMPLES } as const;
        const plan = soundCopies(document, sources, { sound });
        if (!plan) return;
        const pieces = plan.pieces("encoded", "source");
        expect(pieces[0]).toMatchObject({ path: "encoded", start: 0 });
        for (const [index, piece] of pieces.entries()) {
          const next = pieces[index + 1];
          // Neighbours overlap, so that a joint can be chosen.
          if (next) expect(piece.end - next.start).toBeGreaterThan(10);
          if (piece.path !== "source") continue;
          expect(Math.abs((piece.shift + from) % PACKET_SAMPLES)).toBe(0);
          const [first, last] = [piece.start * PACKET_SAMPLES - piece.shift, (piece.end + 1) * PACKET_SAMPLES - piece.shift];
          const around = clips.filter(({ start, end }) => first >= start * SAMPLE_RATE && last <= end * SAMPLE_RATE);
          expect(around.length).toBeGreaterThan(0);
        }
        const samples = plan.parts.reduce((sum, part) => sum + part.samples, 0);
        expect(Number.isInteger(samples)).toBe(true);
        for (const part of plan.parts) expect(part.lead).toBeLessThanOrEqual(PACKET_SAMPLES / 2);
      }),
    );
  });

  it("copies nothing when the sound is mixed, louder, faster or too short", () => {
    const outline = { sound: { channels: 2, from: 0, to: DURATION * SAMPLE_RATE } } as const;
    const planOf = (given: object) =>
      soundCopies(EditDocument.parse({ format: 1, clips: [{ start: 0, end: 60 }], ...given }), sources, outline);
    expect(planOf({})).not.toBeNull();
    expect(planOf({ volume: 0.5 })).toBeNull();
    expect(planOf({ clips: [{ start: 0, end: 60, speed: 2 }] })).toBeNull();
    expect(planOf({ clips: [{ start: 0, end: 60, volume: 2 }] })).toBeNull();
    expect(planOf({ clips: [{ start: 0, end: 2 }] })).toBeNull();
  });
});

describe("the end of copied pictures", () => {
  // I P B b b P B b b: the numbers of frames in the order of the file.
  const frames = [0, 4, 2, 1, 3, 8, 6, 5, 7].map((frame) => frame / 10);

  it.each([
    [0.5, 0.5],
    [0.6, 0.5],
    [0.8, 0.5],
    [0.9, 0.9],
    [0.4, 0.1],
    [0.1, 0.1],
    [0.46, 0.46],
  ])("of a part that ends at %d s is at %d s", (end, stop) => expect(stopOf(frames, end)).toBeCloseTo(stop, 6));

  it("never leaves out a frame before the end, and never needs a later one", () => {
    const order = fc.array(fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 24 }), (groups, end) => {
        const times = [0, ...groups.flatMap((group, index) => group.map((frame) => index * 4 + frame))];
        const stop = stopOf(times, end);
        expect(stop).toBeLessThanOrEqual(end);
        const copied = times.findIndex((time) => time >= stop - 1e-6);
        const before = copied < 0 ? times : times.slice(0, copied);
        expect(before.toSorted((one, other) => one - other)).toEqual(Array.from({ length: before.length }, (_, index) => index));
        expect(stop === before.length || stop === end).toBe(true);
      }),
    );
  });
});
