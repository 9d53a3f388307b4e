import { expect, test } from "vitest";
import { createFollowingClock } from "./clock.port.ts";

const at = (text: string): Date => new Date(`2026-01-01T${text}Z`);

test("a following clock continues with the time that it read, whatever the time of the machine is", async () => {
  let elapsed = 5_000;
  const clock = createFollowingClock(() => elapsed);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
  // The other clock answers in the middle of a request of 200 ms.
  await clock.follow(async () => {
    elapsed += 200;
    return at("12:00:00");
  });
  expect(clock.now()).toEqual(at("12:00:00.100"));
  elapsed += 60_000;
  expect(clock.now()).toEqual(at("12:01:00.100"));
});

test("a slow reading and a failed one change nothing", async () => {
  let elapsed = 0;
  const clock = createFollowingClock(() => elapsed);
  await clock.follow(async () => at("12:00:00"));
  await clock.follow(async () => {
    elapsed += 2_001;
    return at("18:00:00");
  });
  await expect(clock.follow(() => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect(clock.now()).toEqual(at("12:00:02.001"));
});
