import { describe, expect, test } from "vitest";
import {
  percentOf,
  planStarts,
  reduceUploads,
  secondsLeft,
  stepToAnnounce,
  summarizeUploads,
  type UploadEvent,
  type UploadQueue,
} from "./upload-queue.ts";

const after = (...events: UploadEvent[]): UploadQueue => events.reduce(reduceUploads, [] as UploadQueue);
const three: UploadEvent = {
  type: "added",
  uploads: [
    { id: "a", name: "a.png", sizeBytes: 1000 },
    { id: "b", name: "b.png", sizeBytes: 1000 },
    { id: "c", name: "c.png", sizeBytes: 2000 },
  ],
};
const result = { itemId: "i", shareUrl: "http://x/s/1" };

describe("starting", () => {
  test("two run at once, in the order in which they came", () => {
    expect(planStarts(after(three))).toEqual(["a", "b"]);
    expect(planStarts(after(three, { type: "started", id: "a", at: 0 }))).toEqual(["b"]);
    expect(planStarts(after(three, { type: "started", id: "a", at: 0 }, { type: "started", id: "b", at: 0 }))).toEqual([]);
  });

  test("a finished, failed or removed one makes room", () => {
    const both = [three, { type: "started", id: "a", at: 0 }, { type: "started", id: "b", at: 0 }] as const;
    expect(planStarts(after(...both, { type: "finished", id: "a", result }))).toEqual(["c"]);
    expect(planStarts(after(...both, { type: "failed", id: "a", failure: { code: "offline" } }))).toEqual(["c"]);
    expect(planStarts(after(...both, { type: "removed", id: "b" }))).toEqual(["c"]);
  });

  test("a refused file never starts", () => {
    const queue = after({ type: "refused", id: "x", name: "x.exe", sizeBytes: 1, failure: { code: "unsupported-file-type" } });
    expect(planStarts(queue)).toEqual([]);
    expect(queue[0]).toMatchObject({ status: "failed", failure: { code: "unsupported-file-type" } });
  });
});

describe("life of one upload", () => {
  test("progress never leaves its bounds and 100 % is said only at the end", () => {
    const sending = after(three, { type: "started", id: "a", at: 0 }, { type: "progressed", id: "a", sentBytes: 5000 });
    expect(sending[0]?.sentBytes).toBe(1000);
    expect(percentOf(sending[0]!)).toBe(99);
    expect(percentOf(reduceUploads(sending, { type: "finished", id: "a", result })[0]!)).toBe(100);
  });

  test("late events about a settled upload change nothing", () => {
    const done = after(three, { type: "started", id: "a", at: 0 }, { type: "finished", id: "a", result });
    expect(reduceUploads(done, { type: "failed", id: "a", failure: { code: "offline" } })).toEqual(done);
    expect(reduceUploads(done, { type: "progressed", id: "a", sentBytes: 1 })).toEqual(done);
    expect(reduceUploads(done, { type: "progressed", id: "gone", sentBytes: 1 })).toEqual(done);
  });

  test("retry puts a failed one back in the line, clean", () => {
    const failed = after(three, { type: "started", id: "a", at: 0 }, { type: "failed", id: "a", failure: { code: "offline" } });
    expect(reduceUploads(failed, { type: "retried", id: "a" })[0]).toMatchObject({ status: "waiting", failure: null, sentBytes: 0 });
    expect(reduceUploads(after(three), { type: "retried", id: "a" })).toEqual(after(three));
  });

  test("clearing keeps what still runs", () => {
    const queue = after(
      three,
      { type: "started", id: "a", at: 0 },
      { type: "finished", id: "a", result },
      { type: "started", id: "b", at: 0 },
      { type: "settled-cleared" },
    );
    expect(queue.map((upload) => upload.id)).toEqual(["b", "c"]);
  });
});

describe("numbers", () => {
  test("failed files do not hold the percentage down", () => {
    const queue = after(
      three,
      { type: "failed", id: "c", failure: { code: "file-too-large" } },
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 500 },
    );
    expect(summarizeUploads(queue)).toEqual({ total: 3, active: 2, done: 0, failed: 1, position: 2, percent: 25 });
  });

  test("the time that is left follows the speed of this run, not bytes sent before it", () => {
    const sized: UploadEvent = { type: "added", uploads: [{ id: "a", name: "a", sizeBytes: 100_000_000 }] };
    const fresh = after(
      sized,
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 1_000_000 },
      { type: "progressed", id: "a", sentBytes: 50_000_000 },
    );
    expect(secondsLeft(fresh, 10_000)).toBe(10);
    const resumed = after(
      sized,
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 50_000_000 },
      { type: "progressed", id: "a", sentBytes: 60_000_000 },
    );
    expect(secondsLeft(resumed, 10_000)).toBe(40);
    expect(secondsLeft(fresh, 1_000)).toBeNull();
    expect(secondsLeft([], 1_000)).toBeNull();
  });

  test("announcements come at quarters, once each", () => {
    expect(stepToAnnounce(0, 24)).toBeNull();
    expect(stepToAnnounce(24, 25)).toBe(25);
    expect(stepToAnnounce(25, 49)).toBeNull();
    expect(stepToAnnounce(10, 80)).toBe(75);
    expect(stepToAnnounce(99, 100)).toBe(100);
  });
});
