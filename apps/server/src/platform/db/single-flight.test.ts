import { expect, it } from "vitest";
import { nextFlight, singleFlight } from "./single-flight.ts";

/** Creates a lookup that resolves when the test triggers it. */
function slowly() {
  const ends: ((value: string) => void)[] = [];
  const flight = singleFlight(() => new Promise<string>((resolve) => ends.push(resolve)));
  return { flight, ends };
}

it("shares one result among concurrent calls", async () => {
  const { flight, ends } = slowly();
  const both = Promise.all([flight.read("a"), flight.read("a")]);
  expect(ends).toHaveLength(1);
  ends[0]?.("answer");
  expect(await both).toEqual(["answer", "answer"]);
});

it("runs again for a later call, and for another key", async () => {
  const { flight, ends } = slowly();
  const first = flight.read("a");
  void flight.read("b");
  ends[0]?.("old");
  await first;
  const second = flight.read("a");
  expect(ends).toHaveLength(3);
  ends[2]?.("new");
  expect(await second).toBe("new");
});

it("does not return a result from before an invalidation to later calls", async () => {
  const { flight, ends } = slowly();
  const before = flight.read("a");
  flight.forget("a");
  const after = flight.read("a");
  ends[0]?.("alive");
  ends[1]?.("revoked");
  expect([await before, await after]).toEqual(["alive", "revoked"]);
  void flight.read("a");
  expect(ends).toHaveLength(3);
});

it("passes a failure to all waiting calls, and runs again for the next call", async () => {
  let calls = 0;
  const flight = singleFlight(async () => {
    calls += 1;
    throw new Error("away");
  });
  await expect(Promise.all([flight.read("a"), flight.read("a")])).rejects.toThrow("away");
  await expect(flight.read("a")).rejects.toThrow("away");
  expect(calls).toBe(2);
});

it("returns no result that was requested before the call, and one result to all waiting calls", async () => {
  const ends: ((value: string) => void)[] = [];
  const flight = nextFlight(() => new Promise<string>((resolve) => ends.push(resolve)));
  const first = flight.read("a");
  const later = [flight.read("a"), flight.read("a")];
  void flight.read("b");
  expect(ends).toHaveLength(2);
  ends[0]?.("old");
  expect(await first).toBe("old");
  await expect.poll(() => ends.length).toBe(3);
  const latest = flight.read("a");
  ends[2]?.("new");
  expect(await Promise.all(later)).toEqual(["new", "new"]);
  await expect.poll(() => ends.length).toBe(4);
  ends[3]?.("newest");
  expect(await latest).toBe("newest");
});

it("runs again for waiting calls when a run fails", async () => {
  let calls = 0;
  const flight = nextFlight(async () => {
    calls += 1;
    if (calls === 1) throw new Error("away");
    return calls;
  });
  const both = [flight.read("a"), flight.read("a")];
  await expect(both[0]).rejects.toThrow("away");
  expect(await both[1]).toBe(2);
  expect(await flight.read("a")).toBe(3);
});
