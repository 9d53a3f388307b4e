import { expect, it } from "vitest";
import { createVersionedCache } from "./versioned-cache.ts";

/** Creates a source behind the cache. It returns its latest version and counts how often it was read. */
function source(roomMax: number) {
  const cache = createVersionedCache<string>(roomMax);
  const current = { version: 1, weight: 1, reads: 0 };
  const read = async () => {
    current.reads += 1;
    return { version: current.version, weight: current.weight, value: `v${current.version}` };
  };
  const get = async (key: string, version: number): Promise<string> => (await cache(key, version, read)).value;
  return { current, get, cache };
}

it("reads once per version, and never returns an older version than requested", async () => {
  const { current, get } = source(10);
  expect(await Promise.all([get("a", 1), get("a", 1)])).toEqual(["v1", "v1"]);
  expect(await get("a", 1)).toBe("v1");
  expect(current.reads).toBe(1);
  current.version = 2;
  expect(await get("a", 2)).toBe("v2");
  // Callers that asked during the read get the later version too.
  expect(await get("a", 1)).toBe("v2");
  expect(current.reads).toBe(2);
});

it("does not wait for a read of an older version", async () => {
  const { cache, get } = source(10);
  const { promise, resolve } = Promise.withResolvers<{ version: number; weight: number; value: string }>();
  const slow = cache("a", 0, () => promise);
  expect(await get("a", 1)).toBe("v1");
  resolve({ version: 0, weight: 1, value: "v0" });
  expect((await slow).value).toBe("v0");
  expect(await get("a", 1)).toBe("v1");
});

it("removes the oldest entry when it is full, and stores no entry that is too large", async () => {
  const { current, get } = source(2);
  for (const key of ["a", "b", "c", "c", "b"]) await get(key, 1);
  expect(current.reads).toBe(3);
  await get("a", 1);
  expect(current.reads).toBe(4);
  current.weight = 3;
  for (const _ of [1, 2]) expect(await get("d", 1)).toBe("v1");
  expect(current.reads).toBe(6);
});

it("does not store a failed read", async () => {
  const { cache, get } = source(10);
  await expect(cache("a", 1, () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await get("a", 1)).toBe("v1");
});
