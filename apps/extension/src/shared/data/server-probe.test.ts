import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverAnswers, watchServer } from "./server-probe.ts";

/** Response of the server to the next probes: its status, or null when it never answers. */
let status: number | null | "refused";
let probes: string[];

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  probes = [];
  vi.stubGlobal("chrome", { runtime: { getManifest: () => ({ homepage_url: "https://shots.example/" }) } });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", (url: string, { signal }: RequestInit) => {
    probes.push(url);
    if (status === "refused") return Promise.reject(new TypeError("Failed to fetch"));
    if (status !== null) return Promise.resolve(new Response("", { status }));
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  // The fake timers do not include the timer of AbortSignal.timeout.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new DOMException("Late", "TimeoutError")), ms);
    return timeout.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a server answers when its health check succeeds", async () => {
  expect(await serverAnswers()).toBe(true);
  expect(probes).toEqual(["https://shots.example/healthz"]);
  status = 502;
  expect(await serverAnswers()).toBe(false);
  status = "refused";
  expect(await serverAnswers()).toBe(false);
});

test("a server that accepts the probe and does not answer counts as unavailable after three seconds", async () => {
  status = null;
  let answer: boolean | null = null;
  void serverAnswers().then((isAnswered) => (answer = isAnswered));
  await vi.advanceTimersByTimeAsync(2_900);
  expect(answer).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(answer).toBe(false);
});

test("a machine without a network sends no probe", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(await serverAnswers()).toBe(false);
  expect(probes).toEqual([]);
});

test("a request to a server that stops answering is abandoned within ten seconds", async () => {
  status = null;
  const watch = watchServer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.signal.aborted).toBe(true);
  expect(watch.signal.reason).toMatchObject({ name: "TimeoutError" });
  watch.end();
});

test("a slow request to a server that answers probes is not abandoned, and one late probe is tolerated", async () => {
  const watch = watchServer();
  await vi.advanceTimersByTimeAsync(60_000);
  status = null;
  await vi.advanceTimersByTimeAsync(3_000);
  status = 200;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(watch.signal.aborted).toBe(false);
  watch.end();
});

test("a watch that has ended sends no probe", async () => {
  const watch = watchServer();
  watch.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes).toEqual([]);
});
