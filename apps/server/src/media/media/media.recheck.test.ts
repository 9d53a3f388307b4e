import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { recheck, RECHECK_MS, streamWhile } from "./media.recheck.ts";

function fakeClock() {
  let ms = Date.UTC(2026, 10, 22);
  return { now: () => new Date(ms), pass: (by: number) => void (ms += by) };
}

test("a permission is checked again after an interval, once for all concurrent requests", async () => {
  const clock = fakeClock();
  let checks = 0;
  const stillMay = recheck(clock, async () => void (checks += 1));
  expect(stillMay()).toBeUndefined();
  clock.pass(RECHECK_MS - 1);
  expect(stillMay()).toBeUndefined();
  clock.pass(1);
  await Promise.all([stillMay(), stillMay(), stillMay()]);
  expect(checks).toBe(1);
  clock.pass(RECHECK_MS);
  await stillMay();
  expect(checks).toBe(2);
});

test("a stream ends when its permission is revoked, and closes its source", async () => {
  const clock = fakeClock();
  let isAllowed = true;
  const stillMay = recheck(clock, async () => {
    if (!isAllowed) throw new Error("Not any more.");
  });
  let given = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    for (; given < 1_000; given += 1) yield Buffer.alloc(16 * 1024);
  }
  const source = Readable.from(pieces(), { objectMode: false });
  const reading = (async () => {
    for await (const _ of streamWhile(source, stillMay)) {
      if (isAllowed) clock.pass(RECHECK_MS);
      isAllowed = false;
    }
  })();
  await expect(reading).rejects.toThrow("Not any more.");
  expect(given).toBeLessThan(100);
  expect(source.destroyed).toBe(true);
});
