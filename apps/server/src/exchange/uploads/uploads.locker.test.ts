import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AdvisoryLocker } from "./uploads.locker.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it("allows one writer over two processes, and asks the holder to release the lock", async () => {
  const [here, there] = [new AdvisoryLocker(test.ports.pool), new AdvisoryLocker(test.ports.pool)];
  const never = new AbortController().signal;
  const lock = here.newLock("upload");
  const events: string[] = [];
  await lock.lock(never, async () => {
    events.push("asked");
    // The holder needs time to flush its data.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!events.includes("released")) {
      events.push("released");
      await lock.unlock();
    }
  });
  const other = there.newLock("upload");
  await other.lock(never, () => {});
  events.push("taken over");
  expect(events.filter((event) => event !== "asked")).toEqual(["released", "taken over"]);
  await here.exclusively("another", async () => events.push("another"));
  await other.unlock();
  // All locks are released: the connections are back in the pool.
  await expect.poll(() => test.ports.pool.totalCount - test.ports.pool.idleCount).toBe(0);
});

it("serialises work in one process", async () => {
  const locker = new AdvisoryLocker(test.ports.pool);
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 5 }, () =>
      locker.exclusively("same", async () => {
        most = Math.max(most, (inside += 1));
        await new Promise((resolve) => setTimeout(resolve, 20));
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});

it("stops waiting when the waiting request is aborted", async () => {
  const locker = new AdvisoryLocker(test.ports.pool);
  await locker.exclusively("busy", async () => {
    const gone = AbortSignal.timeout(150);
    await expect(new AdvisoryLocker(test.ports.pool).newLock("busy").lock(gone, () => {})).rejects.toMatchObject({ status_code: 400 });
  });
});
