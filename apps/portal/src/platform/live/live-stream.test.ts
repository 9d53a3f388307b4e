import type { LiveEvent } from "@stillreel/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLiveStream, HIDDEN_MS, type LiveStreamDeps } from "./live-stream.ts";

/** Simulates the part of EventSource that the stream uses. */
class Source extends EventTarget {
  readyState = 1;
  close(): void {
    this.readyState = 2;
  }
  send(event: LiveEvent): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
  fail(readyState: 0 | 2): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup(over: Partial<LiveStreamDeps> = {}) {
  const sources: Source[] = [];
  const received: LiveEvent[] = [];
  const onOver = vi.fn();
  const stream = createLiveStream({
    open: () => {
      const source = new Source();
      sources.push(source);
      return source as unknown as EventSource;
    },
    isSignedIn: async () => true,
    origin: "me",
    notify: (event) => received.push(event),
    onOver,
    random: () => 0.5,
    ...over,
  });
  return { stream, sources, received, onOver };
}

test("changes of this tab are not reported", () => {
  const { sources, received } = setup();
  sources[0]?.send({ type: "reset" });
  sources[0]?.send({ type: "folders", workspaceId: "w", origin: "me" });
  sources[0]?.send({ type: "folders", workspaceId: "w", origin: "other" });
  sources[0]?.send({ type: "folders", workspaceId: "w", origin: null });
  expect(received.map((event) => ("origin" in event ? event.origin : event.type))).toEqual(["reset", "other", null]);
});

test("a hidden tab closes its connection after some time, and opens a new one when it is visible", () => {
  const { stream, sources } = setup();
  stream.show(false);
  vi.advanceTimersByTime(HIDDEN_MS - 1);
  expect(sources[0]?.readyState).toBe(1);
  vi.advanceTimersByTime(1);
  expect(sources[0]?.readyState).toBe(2);
  stream.show(true);
  expect(sources).toHaveLength(2);
});

test("a short time in the background changes nothing", () => {
  const { stream, sources } = setup();
  stream.show(false);
  vi.advanceTimersByTime(HIDDEN_MS / 2);
  stream.show(true);
  vi.advanceTimersByTime(HIDDEN_MS * 2);
  expect(sources).toHaveLength(1);
  expect(sources[0]?.readyState).toBe(1);
});

test("a refused stream is retried at growing intervals, and immediately when the network returns", async () => {
  const { stream, sources } = setup();
  sources[0]?.fail(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sources).toHaveLength(2);
  sources[1]?.fail(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(sources).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(sources).toHaveLength(3);
  sources[2]?.fail(2);
  await vi.advanceTimersByTimeAsync(0);
  stream.retryNow();
  expect(sources).toHaveLength(4);
});

test("an interruption that the browser repairs is left to it", async () => {
  const { sources } = setup();
  sources[0]?.fail(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sources).toHaveLength(1);
});

test("an ended session ends the stream permanently", async () => {
  const { stream, sources, onOver } = setup({ isSignedIn: async () => false });
  sources[0]?.fail(2);
  await vi.advanceTimersByTimeAsync(60_000);
  stream.show(true);
  expect(sources).toHaveLength(1);
  expect(onOver).toHaveBeenCalledOnce();
});
