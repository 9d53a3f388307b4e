import { beforeEach, expect, test } from "vitest";
import type { Envelope } from "../../platform/events/index.ts";
import { createRecentEvents, type RecentEvents } from "./live.recent.ts";

let nowMs: number;
let recent: RecentEvents;
const inSpace = (workspaceId: string): Envelope => ({ event: { type: "folders", workspaceId, origin: null } });
const isOf = (workspaceId: string) => (envelope: Envelope) => "workspaceId" in envelope.event && envelope.event.workspaceId === workspaceId;

beforeEach(() => {
  nowMs = 1_000;
  recent = createRecentEvents(() => nowMs);
  recent.restart();
  nowMs += 5_000;
});

test("a page without an event since its cursor is current", () => {
  recent.note(inSpace("a"));
  nowMs += 1;
  const cursor = recent.cursor();
  nowMs += 30_000;
  recent.note(inSpace("b"));
  expect([recent.hasChanged(cursor, isOf("a")), recent.hasChanged(cursor, isOf("b"))]).toEqual([false, true]);
});

test("an event in the millisecond of the cursor counts, because the document may have been sent before it", () => {
  const cursor = recent.cursor();
  recent.note(inSpace("a"));
  expect(recent.hasChanged(cursor, isOf("a"))).toBe(true);
});

test("a cursor that is missing, junk, or of another process counts as changed", () => {
  const other = createRecentEvents(() => nowMs);
  for (const cursor of [undefined, "", "junk", `${recent.cursor()}0000000000000000`, other.cursor(), "0000000000000000.5"])
    expect(recent.hasChanged(cursor, () => false)).toBe(true);
});

test("a cursor from before the listener ran, or from before a gap, counts as changed", () => {
  const early = createRecentEvents(() => nowMs);
  const before = early.cursor();
  nowMs += 10;
  early.restart();
  expect([early.hasChanged(before, () => false), early.hasChanged(early.cursor(), () => false)]).toEqual([true, false]);
  const cursor = recent.cursor();
  nowMs += 10;
  recent.restart();
  expect(recent.hasChanged(cursor, () => false)).toBe(true);
});

test("a cursor counts as changed after a minute, and earlier events are forgotten", () => {
  const cursor = recent.cursor();
  nowMs += 60_000;
  expect(recent.hasChanged(cursor, () => false)).toBe(false);
  nowMs += 1;
  expect(recent.hasChanged(cursor, () => false)).toBe(true);
  recent.note(inSpace("a"));
  nowMs += 60_001;
  recent.note(inSpace("b"));
  expect(recent.hasChanged(recent.cursor(), isOf("a"))).toBe(false);
});

test("no more than 1,000 events are remembered", () => {
  const cursor = recent.cursor();
  nowMs += 1;
  for (let count = 0; count < 1_000; count += 1) recent.note(inSpace("a"));
  expect(recent.hasChanged(cursor, isOf("b"))).toBe(false);
  recent.note(inSpace("a"));
  expect(recent.hasChanged(cursor, isOf("b"))).toBe(true);
});

test("a cursor does not reveal how long the process has been running", () => {
  const [one, two] = [createRecentEvents(() => 0), createRecentEvents(() => 0)].map((each) => each.cursor().split(".")[1]);
  expect(one).not.toBe(two);
});
