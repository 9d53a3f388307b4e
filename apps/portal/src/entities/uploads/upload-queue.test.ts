import { describe, expect, test } from "vitest";
import {
  percentOf,
  planRows,
  planStarts,
  reduceUploads,
  secondsLeft,
  speedOf,
  stepToAnnounce,
  summarizeUploads,
  type UploadEvent,
  type UploadQueue,
} from "./upload-queue.ts";

const after = (...events: UploadEvent[]): UploadQueue => events.reduce(reduceUploads, [] as UploadQueue);
const three: UploadEvent = {
  type: "added",
  uploads: [
    { id: "a", name: "a.png", sizeBytes: 1000, kind: "image" },
    { id: "b", name: "b.png", sizeBytes: 1000, kind: "image" },
    { id: "c", name: "c.png", sizeBytes: 2000, kind: "image" },
  ],
};
const result = { itemId: "i", workspaceId: "own", shareUrl: "http://x/s/1", duration: null, folderName: null, isRelocated: false };

describe("starting", () => {
  test("two uploads run at the same time, in the order in which they were added", () => {
    expect(planStarts(after(three))).toEqual(["a", "b"]);
    expect(planStarts(after(three, { type: "started", id: "a", at: 0 }))).toEqual(["b"]);
    expect(planStarts(after(three, { type: "started", id: "a", at: 0 }, { type: "started", id: "b", at: 0 }))).toEqual([]);
  });

  test("the next upload starts when one has finished, failed or been removed", () => {
    const both = [three, { type: "started", id: "a", at: 0 }, { type: "started", id: "b", at: 0 }] as const;
    expect(planStarts(after(...both, { type: "finished", id: "a", result }))).toEqual(["c"]);
    expect(planStarts(after(...both, { type: "failed", id: "a", failure: { code: "offline" } }))).toEqual(["c"]);
    expect(planStarts(after(...both, { type: "removed", ids: new Set(["b"]) }))).toEqual(["c"]);
  });

  test("the upload of a refused file never starts", () => {
    const queue = after({
      type: "refused",
      uploads: [{ id: "x", name: "x.exe", sizeBytes: 1, kind: "image" }],
      failure: { code: "unsupported-file-type" },
    });
    expect(planStarts(queue)).toEqual([]);
    expect(queue[0]).toMatchObject({ status: "failed", failure: { code: "unsupported-file-type" } });
  });
});

describe("life of one upload", () => {
  test("progress stays within its bounds, and 100 % is announced only at the end", () => {
    const sending = after(three, { type: "started", id: "a", at: 0 }, { type: "progressed", id: "a", sentBytes: 5000, at: 0 });
    expect(sending[0]?.sentBytes).toBe(1000);
    expect(percentOf(sending[0]!)).toBe(99);
    expect(percentOf(reduceUploads(sending, { type: "finished", id: "a", result })[0]!)).toBe(100);
  });

  test("late events about a settled upload change nothing", () => {
    const done = after(three, { type: "started", id: "a", at: 0 }, { type: "finished", id: "a", result });
    expect(reduceUploads(done, { type: "failed", id: "a", failure: { code: "offline" } })).toEqual(done);
    expect(reduceUploads(done, { type: "progressed", id: "a", sentBytes: 1, at: 0 })).toEqual(done);
    expect(reduceUploads(done, { type: "progressed", id: "gone", sentBytes: 1, at: 0 })).toEqual(done);
  });

  test("retry puts a failed upload back into the queue, without its error", () => {
    const failed = after(three, { type: "started", id: "a", at: 0 }, { type: "failed", id: "a", failure: { code: "offline" } });
    expect(reduceUploads(failed, { type: "retried", id: "a" })[0]).toMatchObject({ status: "waiting", failure: null, sentBytes: 0 });
    expect(reduceUploads(after(three), { type: "retried", id: "a" })).toEqual(after(three));
  });

  test("a paused upload keeps its bytes and lets the next one start; a resumed upload waits in the queue", () => {
    const queue = after(
      three,
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 400, at: 0 },
      { type: "started", id: "b", at: 0 },
      { type: "paused", id: "a" },
    );
    expect(queue[0]).toMatchObject({ status: "paused", sentBytes: 400, speed: null });
    expect(planStarts(queue)).toEqual(["c"]);
    expect(reduceUploads(queue, { type: "resumed", id: "a" })[0]).toMatchObject({ status: "waiting", sentBytes: 400 });
  });

  test("an upload that is paused at its end and finishes anyway is done", () => {
    const queue = after(three, { type: "started", id: "a", at: 0 }, { type: "paused", id: "a" }, { type: "finished", id: "a", result });
    expect(queue[0]).toMatchObject({ status: "done", sentBytes: 1000 });
  });

  test("an interrupted upload waits for its file, before all other uploads", () => {
    const queue = after(three, { type: "restored", uploads: [{ id: "z", name: "z.mp4", sizeBytes: 5, kind: "video" }] });
    expect(queue.map(({ id, status }) => [id, status])[0]).toEqual(["z", "interrupted"]);
    expect(planStarts(queue)).toEqual(["a", "b"]);
    expect(planStarts(reduceUploads(queue, { type: "resumed", id: "z" }))).toEqual(["z", "a"]);
  });
});

describe("numbers", () => {
  test("failed files do not lower the percentage", () => {
    const queue = after(
      three,
      { type: "failed", id: "c", failure: { code: "file-too-large" } },
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 500, at: 0 },
    );
    expect(summarizeUploads(queue)).toEqual({
      total: 3,
      active: 2,
      paused: 0,
      interrupted: 0,
      done: 0,
      failed: 1,
      position: 2,
      percent: 25,
    });
  });

  test("the remaining time depends on the speed of this run, not on bytes that were sent before", () => {
    const sized: UploadEvent = { type: "added", uploads: [{ id: "a", name: "a", sizeBytes: 100_000_000, kind: "image" }] };
    const fresh = after(
      sized,
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 1_000_000, at: 0 },
      { type: "progressed", id: "a", sentBytes: 50_000_000, at: 0 },
    );
    expect(secondsLeft(fresh, 10_000)).toBe(10);
    const resumed = after(
      sized,
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 50_000_000, at: 0 },
      { type: "progressed", id: "a", sentBytes: 60_000_000, at: 0 },
    );
    expect(secondsLeft(resumed, 10_000)).toBe(40);
    expect(secondsLeft(fresh, 1_000)).toBeNull();
    expect(secondsLeft([], 1_000)).toBeNull();
  });

  test("progress is announced once per quarter", () => {
    expect(stepToAnnounce(0, 24)).toBeNull();
    expect(stepToAnnounce(24, 25)).toBe(25);
    expect(stepToAnnounce(25, 49)).toBeNull();
    expect(stepToAnnounce(10, 80)).toBe(75);
    expect(stepToAnnounce(99, 100)).toBe(100);
  });

  test("the speed is the smoothed speed of the last seconds", () => {
    const sent = (sentBytes: number, at: number): UploadEvent => ({ type: "progressed", id: "a", sentBytes, at });
    const sized: UploadEvent = { type: "added", uploads: [{ id: "a", name: "a", sizeBytes: 100_000_000, kind: "video" }] };
    const begun = after(sized, { type: "started", id: "a", at: 0 }, sent(0, 0), sent(500, 500));
    expect(speedOf(begun)).toBeNull();
    const measured = [sent(1_000_000, 1_000), sent(3_000_000, 2_000)].reduce(reduceUploads, begun);
    expect(speedOf(measured)).toBeCloseTo(1_400_000);
    expect(secondsLeft(measured, 2_000)).toBe(70);
    expect(speedOf(reduceUploads(measured, { type: "paused", id: "a" }))).toBeNull();
  });

  test("bytes that were on the server before a resume do not count for the speed", () => {
    const sized: UploadEvent = { type: "added", uploads: [{ id: "a", name: "a", sizeBytes: 100_000_000, kind: "video" }] };
    const resumed = after(
      sized,
      { type: "started", id: "a", at: 0 },
      { type: "progressed", id: "a", sentBytes: 50_000_000, at: 10 },
      { type: "progressed", id: "a", sentBytes: 51_000_000, at: 1_010 },
    );
    expect(speedOf(resumed)).toBe(1_000_000);
  });

  test("the most important of ten thousand files are shown", () => {
    const many: UploadEvent = {
      type: "added",
      uploads: Array.from({ length: 10_000 }, (_, at) => ({ id: String(at), name: `${at}.png`, sizeBytes: 1, kind: "image" })),
    };
    const queue = after(many, { type: "started", id: "9000", at: 0 }, { type: "failed", id: "8000", failure: { code: "offline" } });
    const { rows, hidden } = planRows(queue, 60);
    expect(rows.map(({ id }) => id).slice(0, 3)).toEqual(["9000", "8000", "0"]);
    expect([rows.length, hidden]).toEqual([60, 9_940]);
    expect(planRows(after(three), 60)).toEqual({ rows: after(three), hidden: 0 });
  });
});
