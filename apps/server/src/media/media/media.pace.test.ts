import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createPace } from "./media.pace.ts";

const never = new AbortController().signal;

it("is quiet at once when nobody uploads", async () => {
  const began = performance.now();
  await createPace().quiet(5_000, never);
  expect(performance.now() - began).toBeLessThan(100);
});

it("waits for a running upload, and no longer than allowed", async () => {
  const pace = createPace();
  const order: string[] = [];
  const upload = pace.foreground(async () => {
    await sleep(150);
    order.push("upload");
  });
  await pace.quiet(5_000, never).then(() => order.push("thumbnail"));
  await upload;
  expect(order).toEqual(["upload", "thumbnail"]);

  const endless = pace.foreground(() => sleep(600));
  const began = performance.now();
  await pace.quiet(100, never);
  expect(performance.now() - began).toBeLessThan(500);
  await endless;
});

it("stands back no more once an upload has failed", async () => {
  const pace = createPace();
  await expect(pace.foreground(() => Promise.reject(new Error("cut off")))).rejects.toThrow("cut off");
  const began = performance.now();
  await pace.quiet(5_000, never);
  expect(performance.now() - began).toBeLessThan(500);
});
