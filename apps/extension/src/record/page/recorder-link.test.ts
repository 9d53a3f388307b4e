import type { RecorderState } from "@stillreel/recorder/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { linkRecorder, type RecorderLink } from "./recorder-link.ts";

/** Simulates the recorder's side of the connections. */
class FakeRecorder {
  readonly ports: { deliver: (latest: unknown) => void; drop: () => void; sent: unknown[]; isOpen: boolean }[] = [];
  isAdmitting = true;

  connect(): unknown {
    let deliver: (latest: unknown) => void = () => undefined;
    let gone: () => void = () => undefined;
    const port = {
      sent: [] as unknown[],
      isOpen: true,
      deliver: (latest: unknown) => deliver(latest),
      drop: () => {
        port.isOpen = false;
        gone();
      },
    };
    this.ports.push(port);
    if (!this.isAdmitting) setTimeout(port.drop);
    return {
      onMessage: { addListener: (listener: typeof deliver) => (deliver = listener) },
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
const send = (phase: string, key: string | null = "ours"): void => recorder.last.deliver({ key, state: state(phase), isCopied: null });

let recorder: FakeRecorder;
let calls: string[];
let link: RecorderLink;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  recorder = new FakeRecorder();
  calls = [];
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
  link = linkRecorder("ours", {
    onState: ({ phase }) => calls.push(phase),
    lost: () => calls.push("LOST"),
    over: () => calls.push("OVER"),
  });
}

test("updates before the recording and after its end are ignored", () => {
  start();
  for (const phase of ["recording", "finishing", "done", "idle"]) send(phase, "before");
  for (const phase of ["preparing", "recording", "finishing", "done", "idle"]) send(phase);
  expect(calls).toEqual(["preparing", "recording", "finishing", "done", "OVER"]);
  expect(recorder.last.isOpen).toBe(false);
});

test("a refused page retries until the recorder admits it", () => {
  recorder.isAdmitting = false;
  start();
  vi.advanceTimersByTime(1_000);
  recorder.isAdmitting = true;
  vi.advanceTimersByTime(700);
  expect(recorder.ports.length).toBeGreaterThan(2);
  send("recording");
  expect(calls).toEqual(["recording"]);
});

test("an update of the next recording ends the bar of this recording and is not shown in it", () => {
  start();
  send("finishing");
  send("preparing", "next");
  send("recording", "next");
  expect(calls).toEqual(["finishing", "OVER"]);
});

test("a new recorder without a recording does not end the bar: it replaces a terminated recorder", () => {
  start();
  send("recording");
  send("idle", null);
  expect(calls).toEqual(["recording"]);
  vi.advanceTimersByTime(10_000);
  expect(calls).toContain("LOST");
});

test("a recording that does not start leaves nothing visible", () => {
  start();
  send("idle", null);
  vi.advanceTimersByTime(30_000);
  expect(calls).toEqual(["OVER"]);
});

test("a broken connection is opened again before it is reported", () => {
  start();
  send("recording");
  recorder.last.drop();
  vi.advanceTimersByTime(1_000);
  send("recording");
  link.send({ do: "pause" });
  expect(recorder.last.sent).toEqual([{ do: "pause" }]);
  expect(calls).toEqual(["recording", "recording"]);
});

test("a recorder that disconnects during the recording is reported as lost after two seconds", () => {
  start();
  send("recording");
  recorder.isAdmitting = false;
  recorder.last.drop();
  vi.advanceTimersByTime(1_500);
  expect(calls).toEqual(["recording"]);
  vi.advanceTimersByTime(1_500);
  expect(calls).toContain("LOST");
});

test("a recorder without updates is lost while recording, but not while paused", () => {
  start();
  send("paused");
  vi.advanceTimersByTime(60_000);
  expect(calls).toEqual(["paused"]);
  send("recording");
  vi.advanceTimersByTime(10_000);
  expect(calls.slice(0, 3)).toEqual(["paused", "recording", "LOST"]);
});

test("a message that is not an update is refused and changes nothing", () => {
  start();
  for (const message of ["nonsense", null, { key: 1, state: state("recording"), isCopied: null }])
    expect(() => recorder.last.deliver(message)).toThrow(TypeError);
  expect(calls).toEqual([]);
});
