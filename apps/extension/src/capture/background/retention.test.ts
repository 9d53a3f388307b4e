import { expect, test } from "vitest";
import type { StoredCapture } from "../core/stored-capture.ts";
import { newCapture } from "./new-capture.ts";
import { pauseAfter } from "../data/upload-queue.plan.ts";
import { isOver } from "../core/retention.plan.ts";

const DAY = 86_400_000;
const taken = { title: "Totals", pageUrl: "https://site.example/x", record: {}, width: 10, height: 10 };
const preferences = { fileNamePattern: "{host} {title}", captureFolderId: "f1" };
const capture = (more: Partial<StoredCapture> = {}): StoredCapture => ({
  ...newCapture(taken, { owner: "u1", preferences, nowMs: 0 }),
  ...more,
});

test("a new capture has its names, folder and owner, and no pending work", () => {
  expect(capture()).toMatchObject({
    title: "Totals",
    fileName: "site.example Totals.png",
    folderId: "f1",
    owner: "u1",
    upload: { state: "none" },
    document: null,
  });
});

test("a capture of a signed-out user has no folder", () => {
  expect(newCapture(taken, { owner: null, preferences, nowMs: 0 }).folderId).toBeNull();
});

test("a page without a title gives its capture the host's name", () => {
  expect(newCapture({ ...taken, title: " \n" }, { owner: null, preferences, nowMs: 0 }).title).toBe("site.example");
});

test("a waiting or refused capture is never deleted", () => {
  expect(isOver(capture({ upload: { state: "waiting" } }), 400 * DAY)).toBe(false);
  expect(isOver(capture({ upload: { state: "sending" } }), 400 * DAY)).toBe(false);
  expect(isOver(capture({ upload: { state: "failed", reason: "too-large" } }), 400 * DAY)).toBe(false);
});

test("a capture on the server is deleted after a week, an unsaved one after a month", () => {
  const sent = capture({ upload: { state: "done" } });
  expect(isOver(sent, 6 * DAY)).toBe(false);
  expect(isOver(sent, 8 * DAY)).toBe(true);
  expect(isOver(capture(), 29 * DAY)).toBe(false);
  expect(isOver(capture(), 31 * DAY)).toBe(true);
  const drawnOn = capture({ upload: { state: "done" }, document: { version: 1, crop: null, shapes: [] } });
  expect(isOver(drawnOn, 8 * DAY)).toBe(false);
});

test("a discarded capture can be restored for an hour", () => {
  const gone = capture({ discardedAt: 0 });
  expect(isOver(gone, 3_599_000)).toBe(false);
  expect(isOver(gone, 3_601_000)).toBe(true);
});

test("the interval between attempts grows to fifteen minutes", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(pauseAfter)).toEqual([1, 1, 2, 4, 8, 15, 15]);
});
