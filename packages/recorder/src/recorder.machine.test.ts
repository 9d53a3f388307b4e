import fc from "fast-check";
import { expect, test } from "vitest";
import { IDLE, next, type RecorderEvent, type OpenFacts, type RunningFacts } from "./recorder.machine.ts";
import type { StorageProgress, RecorderState } from "./recorder.types.ts";

const progress: StorageProgress = { disk: { bytes: 0, ms: 0 }, server: { bytes: 0, ms: 0 }, trouble: null };
const facts: RunningFacts = {
  elapsedMs: 0,
  itemId: null,
  shareUrl: null,
  live: false,
  slow: false,
  microphone: null,
  systemSound: null,
  camera: null,
  lost: [],
  progress,
  width: 1280,
  height: 720,
};

const open: OpenFacts = { microphone: null, systemSound: null, camera: null, lost: [], width: 1280, height: 720 };

const EVENTS: Record<RecorderEvent["type"], RecorderEvent> = {
  start: { type: "start", id: "r1", source: "screen" },
  ready: { type: "ready", secondsLeft: 2, facts: open },
  "second-passed": { type: "second-passed" },
  begin: { type: "begin", facts },
  pause: { type: "pause" },
  resume: { type: "resume" },
  facts: { type: "facts", facts: { elapsedMs: 40 } },
  "open-facts": { type: "open-facts", facts: { ...open, microphone: { level: 0.5, silent: false, muted: false } } },
  end: { type: "end", reason: "stopped" },
  finish: { type: "finish", durationMs: 1_000 },
  progressed: { type: "progressed", progress: { ...progress, trouble: "offline" }, itemId: "i", shareUrl: "u" },
  restart: { type: "restart", id: "r2", secondsLeft: 3 },
  discard: { type: "discard" },
  fail: { type: "fail", failure: { code: "storage-full" } },
  reset: { type: "reset" },
};

/** All legal transitions: phase → event → phase. */
const LEGAL: Record<RecorderState["phase"], Partial<Record<RecorderEvent["type"], RecorderState["phase"]>>> = {
  idle: { start: "preparing" },
  preparing: { ready: "countdown", discard: "idle", fail: "failed" },
  countdown: { "second-passed": "countdown", "open-facts": "countdown", begin: "recording", discard: "idle", fail: "failed" },
  recording: {
    pause: "paused",
    facts: "recording",
    end: "finishing",
    progressed: "recording",
    restart: "countdown",
    discard: "idle",
    fail: "failed",
  },
  paused: {
    resume: "recording",
    facts: "paused",
    end: "finishing",
    progressed: "paused",
    restart: "countdown",
    discard: "idle",
    fail: "failed",
  },
  finishing: { facts: "finishing", progressed: "finishing", finish: "done", fail: "failed" },
  done: { start: "preparing", progressed: "done", reset: "idle" },
  failed: { start: "preparing", reset: "idle" },
};

const after = (...types: RecorderEvent["type"][]): RecorderState =>
  types.reduce<RecorderState>((state, type) => {
    const then = next(state, EVENTS[type]);
    if (!then) throw new Error(`${type} is not legal in ${state.phase}.`);
    return then;
  }, IDLE);

const PATHS: Record<RecorderState["phase"], RecorderEvent["type"][]> = {
  idle: [],
  preparing: ["start"],
  countdown: ["start", "ready"],
  recording: ["start", "ready", "begin"],
  paused: ["start", "ready", "begin", "pause"],
  finishing: ["start", "ready", "begin", "end"],
  done: ["start", "ready", "begin", "end", "finish"],
  failed: ["start", "fail"],
};

test.each(Object.keys(LEGAL) as RecorderState["phase"][])("in %s exactly the legal events lead somewhere", (phase) => {
  const state = after(...PATHS[phase]);
  expect(state.phase).toBe(phase);
  for (const event of Object.values(EVENTS))
    expect([event.type, next(state, event)?.phase]).toEqual([event.type, LEGAL[phase][event.type]]);
});

test("the countdown stops at nought", () => {
  const last = after("start", "ready", "second-passed", "second-passed");
  expect(last).toMatchObject({ secondsLeft: 0 });
  expect(next(last, { type: "second-passed" })).toBeNull();
});

test("in every sequence, a recording has the same id until it is discarded, and stored progress is never lost before done", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.values(EVENTS)), { maxLength: 40 }), (events) => {
      let state: RecorderState = IDLE;
      for (const event of events) {
        const then = next(state, event);
        if (then === null) continue;
        if ("id" in state && "id" in then && event.type !== "start" && event.type !== "restart") expect(then.id).toBe(state.id);
        if ("progress" in state && then.phase === "done" && event.type === "finish") expect(then.progress).toEqual(state.progress);
        if (then.phase === "paused") expect(["recording", "paused"]).toContain(state.phase);
        state = then;
      }
    }),
  );
});
