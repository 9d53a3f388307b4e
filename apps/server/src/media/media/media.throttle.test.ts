import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createThrottle } from "./media.throttle.ts";

const never = new AbortController().signal;

it("does not wait when there is no upload", async () => {
  const began = performance.now();
  await createThrottle().quiet(5_000, never);
  expect(performance.now() - began).toBeLessThan(100);
});

it("waits for a running upload, and no longer than allowed", async () => {
  const throttle = createThrottle();
  const order: string[] = [];
  const upload = throttle.foreground(async () => {
    await sleep(150);
    order.push("upload");
  });
  await throttle.quiet(5_000, never).then(() => order.push("thumbnail"));
  await upload;
  expect(order).toEqual(["upload", "thumbnail"]);

  const endless = throttle.foreground(() => sleep(600));
  const began = performance.now();
  await throttle.quiet(100, never);
  expect(performance.now() - began).toBeLessThan(500);
  await endless;
});

it("does not wait after an upload has failed", async () => {
  const throttle = createThrottle();
  await expect(throttle.foreground(() => Promise.reject(new Error("cut off")))).rejects.toThrow("cut off");
  const began = performance.now();
  await throttle.quiet(5_000, never);
  expect(performance.now() - began).toBeLessThan(500);
});
