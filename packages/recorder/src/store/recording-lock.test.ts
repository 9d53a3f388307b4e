import { afterEach, expect, test } from "vitest";
import { holdRecording, takeRecording, whileYielding } from "./recording-lock.ts";

const { locks } = navigator;
const ID = "recording";
const releases: (() => void)[] = [];
afterEach(() => {
  for (const release of releases.splice(0)) release();
});

/** Sends a recording ahead of time until another caller requests it, or `end` is called. */
async function sendAhead(): Promise<{ end(): void; ended: Promise<unknown> }> {
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const ended = whileYielding(locks, ID, (asked) => {
    asked.addEventListener("abort", () => end.resolve());
    started.resolve();
    return end.promise;
  });
  await started.promise;
  return { end: end.resolve, ended };
}

test("a recording that is sent ahead of time is released on request", async () => {
  const { ended } = await sendAhead();
  const release = await takeRecording(locks, ID);
  releases.push(release ?? (() => {}));
  expect(release).not.toBeNull();
  await ended;
});

test("a recording is available when its sender ends during the request", async () => {
  const { end, ended } = await sendAhead();
  const query = async () => {
    end();
    await ended;
    return locks.query();
  };
  const request = locks.request.bind(locks);
  const release = await takeRecording({ request, query }, ID);
  releases.push(release ?? (() => {}));
  expect(release).not.toBeNull();
});

test("a recording that another document uses is refused", async () => {
  releases.push(await holdRecording(locks, ID));
  expect(await takeRecording(locks, ID)).toBeNull();
});
