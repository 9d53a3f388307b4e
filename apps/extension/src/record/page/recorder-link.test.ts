import type { RecorderState } from "@stillreel/recorder/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { linkRecorder, type RecorderLink } from "./recorder-link.ts";

/** The other end of the connections that the page makes. */
class FakeRecorder {
  readonly ports: { hear: (latest: unknown) => void; drop: () => void; sent: unknown[]; isOpen: boolean }[] = [];
  isAdmitting = true;

  connect(): unknown {
    let hear: (latest: unknown) => void = () => undefined;
    let gone: () => void = () => undefined;
    const port = {
      sent: [] as unknown[],
      isOpen: true,
      hear: (latest: unknown) => hear(latest),
      drop: () => {
        port.isOpen = false;
        gone();
      },
    };
    this.ports.push(port);
    if (!this.isAdmitting) setTimeout(port.drop);
    return {
      onMessage: { addListener: (listener: typeof hear) => (hear = listener) },
      onDisconnect: { addListener: (listener: typeof gone) => (gone = listener) },
      postMessage: (message: unknown) => port.sent.push(message),
      disconnect: () => (port.isOpen = false),
    };
  }

  get last() {
    return this.ports.at(-1) as (typeof this.ports)[number];
  }
}

const state = (phase: string): RecorderState => ({ phase, id: "one" }) as unknown as RecorderState;
const say = (phase: string, key: string | null = "ours"): void => recorder.last.hear({ key, state: state(phase), isCopied: null });

let recorder: FakeRecorder;
let told: string[];
let link: RecorderLink;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  recorder = new FakeRecorder();
  told = [];
  vi.stubGlobal("chrome", { runtime: { connect: () => recorder.connect() } });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => {
  link.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
function start(): void {
  link = linkRecorder("ours", { onState: ({ phase }) => told.push(phase), lost: () => told.push("LOST"), over: () => told.push("OVER") });
}

test("what was before the recording is not heard, its end is, and then nothing more", () => {
  start();
  for (const phase of ["recording", "finishing", "done", "idle"]) say(phase, "before");
  for (const phase of ["preparing", "recording", "finishing", "done", "idle"]) say(phase);
  expect(told).toEqual(["preparing", "recording", "finishing", "done", "OVER"]);
  expect(recorder.last.isOpen).toBe(false);
});

test("a page that is not let in yet asks again until it is", () => {
  recorder.isAdmitting = false;
  start();
  vi.advanceTimersByTime(1_000);
  recorder.isAdmitting = true;
  vi.advanceTimersByTime(700);
  expect(recorder.ports.length).toBeGreaterThan(2);
  say("recording");
  expect(told).toEqual(["recording"]);
});

test("the next recording's news ends this one's bar, and does not show in it", () => {
  start();
  say("finishing");
  say("preparing", "next");
  say("recording", "next");
  expect(told).toEqual(["finishing", "OVER"]);
});

test("a recorder that was made anew and knows of nothing does not end the bar: it stands for one that died", () => {
  start();
  say("recording");
  say("idle", null);
  expect(told).toEqual(["recording"]);
  vi.advanceTimersByTime(10_000);
  expect(told).toContain("LOST");
});

test("a recording that never begins leaves nothing standing", () => {
  start();
  say("idle", null);
  vi.advanceTimersByTime(30_000);
  expect(told).toEqual(["OVER"]);
});

test("a broken connection is made anew before anything is said of it", () => {
  start();
  say("recording");
  recorder.last.drop();
  vi.advanceTimersByTime(1_000);
  say("recording");
  link.send({ do: "pause" });
  expect(recorder.last.sent).toEqual([{ do: "pause" }]);
  expect(told).toEqual(["recording", "recording"]);
});

test("a recorder that went away in the middle is said to be lost after two seconds", () => {
  start();
  say("recording");
  recorder.isAdmitting = false;
  recorder.last.drop();
  vi.advanceTimersByTime(1_500);
  expect(told).toEqual(["recording"]);
  vi.advanceTimersByTime(1_500);
  expect(told).toContain("LOST");
});

test("a recorder that hangs while it should record is lost as well; one that pauses has nothing to say", () => {
  start();
  say("paused");
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["paused"]);
  say("recording");
  vi.advanceTimersByTime(10_000);
  expect(told.slice(0, 3)).toEqual(["paused", "recording", "LOST"]);
});
