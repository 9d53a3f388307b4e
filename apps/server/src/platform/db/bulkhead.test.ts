import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createBulkhead } from "./bulkhead.ts";

const WAIT_MS = 1_000;

/** Work that runs until it is ended, with the number of works that run now. */
function controlled() {
  const ends: (() => void)[] = [];
  return {
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    started: () => ends.length,
    end: (index: number) => ends[index]?.(),
  };
}

test("works beyond the limit start in their order when others end", async () => {
  const bulkhead = createBulkhead({ max: 2, queue: 10, waitMs: WAIT_MS });
  const { work, started, end } = controlled();
  const all = [1, 2, 3, 4].map(() => bulkhead.run(work));
  await turn();
  expect(started()).toBe(2);
  end(0);
  await all[0];
  await turn();
  expect(started()).toBe(3);
  for (const index of [1, 2]) end(index);
  await Promise.all(all.slice(0, 3));
  await turn();
  expect(started()).toBe(4);
  end(3);
  await all[3];
});

test("a work that fails frees its turn", async () => {
  const bulkhead = createBulkhead({ max: 1, queue: 1, waitMs: WAIT_MS });
  await expect(bulkhead.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await bulkhead.run(async () => "yes")).toBe("yes");
});

test("a full queue and a long wait are refused, and free no turn of another", async () => {
  vi.useFakeTimers();
  try {
    const bulkhead = createBulkhead({ max: 1, queue: 1, waitMs: WAIT_MS });
    const { work, started, end } = controlled();
    const first = bulkhead.run(work);
    const late = bulkhead.run(work);
    const refusal = late.catch((error: Error) => error.message);
    await expect(bulkhead.run(work)).rejects.toThrow("Too many");
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    expect(await refusal).toContain("too long");
    expect(started()).toBe(1);
    end(0);
    await first;
    const second = bulkhead.run(work);
    await vi.advanceTimersByTimeAsync(0);
    expect(started()).toBe(2);
    end(1);
    await second;
  } finally {
    vi.useRealTimers();
  }
});
