import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runQueue } from "../data/upload-queue.ts";
import { sendWaiting } from "./queue-runner.ts";

vi.mock("../data/upload-queue.ts", () => ({ runQueue: vi.fn() }));
const pass = vi.mocked(runQueue);

/** Time at which each pass started, in seconds. */
let passes: number[];
let result: Awaited<ReturnType<typeof runQueue>>;
/** Number of calls of an extension API; each prevents the termination of the worker. */
let calls: number;
const stored = new Map<string, unknown>();

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  passes = [];
  calls = 0;
  stored.clear();
  pass.mockReset().mockImplementation(() => {
    passes.push(Date.now() / 1_000);
    return Promise.resolve(result);
  });
  const session = {
    get: (name: string) => ((calls += 1), Promise.resolve({ [name]: stored.get(name) })),
    set: (values: Record<string, unknown>) => Promise.resolve(Object.entries(values).forEach(([name, value]) => stored.set(name, value))),
    remove: (name: string) => Promise.resolve(void stored.delete(name)),
  };
  vi.stubGlobal("chrome", { storage: { session } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs the queue once a while, so that its module state is at rest for the next test. */
async function settle(): Promise<void> {
  result = "settled";
  await vi.advanceTimersByTimeAsync(60_000);
}

test("the queue is sent within five seconds after the server is back, even after a night", async () => {
  result = "unreachable";
  void sendWaiting();
  await vi.advanceTimersByTimeAsync(9 * 3_600_000);
  result = "settled";
  const before = passes.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(passes.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(passes.length).toBe(before + 1);
});

test("the worker is used at least every 20 seconds while captures wait, so that the browser does not terminate it", async () => {
  result = "unreachable";
  void sendWaiting();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toBeGreaterThanOrEqual(1);
  await settle();
});

test("a server that answers but is unavailable is asked less and less often", async () => {
  result = "unavailable";
  void sendWaiting();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(passes.map(Math.round)).toEqual([0, 4, 12, 28, 60]);
  await settle();
});

test("after twelve hours without the server, the alarm alone runs the queue", async () => {
  result = "unreachable";
  void sendWaiting();
  await vi.advanceTimersByTimeAsync(43_210_000);
  const before = passes.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(passes.length).toBe(before);
  void sendWaiting();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(passes.length).toBe(before + 1);
});

test("several calls share one loop, and each resolves after its first pass", async () => {
  result = "unreachable";
  await sendWaiting();
  await sendWaiting();
  expect(passes.length).toBe(2);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(passes.length).toBe(3);
  await settle();
});
