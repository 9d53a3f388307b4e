import { expect, test } from "vitest";
import { doEach } from "./each.plan.ts";

test("a failure does not stop the other items, and progress is reported in order", async () => {
  const progress: number[] = [];
  const outcome = await doEach(
    [1, 2, 3, 4, 5],
    async (number) => {
      if (number % 2 === 0) throw new Error(`No ${number}`);
      return number * 10;
    },
    { onProgress: (finished) => progress.push(finished) },
  );
  expect(outcome.done.map(({ output }) => output)).toEqual([10, 30, 50]);
  expect(outcome.failed.map(({ input }) => input)).toEqual([2, 4]);
  expect(progress).toEqual([1, 2, 3, 4, 5]);
});

test("at most three requests run at the same time", async () => {
  let running = 0;
  let most = 0;
  await doEach(Array.from({ length: 10 }), async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
  });
  expect(most).toBe(3);
});

test("after a stop no further task starts; running tasks end", async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const outcome = await doEach(
    [1, 2, 3, 4, 5, 6, 7],
    async (number) => {
      begun.push(number);
      stop.abort();
      return number;
    },
    { signal: stop.signal },
  );
  expect(begun).toEqual([1, 2, 3].slice(0, begun.length));
  expect(outcome.done).toHaveLength(begun.length);
  expect(outcome.failed).toEqual([]);
});
