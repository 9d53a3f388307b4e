import { expect, test } from "vitest";
import { createMemory } from "./memory.ts";

function store(): Pick<Storage, "getItem" | "setItem"> {
  const texts = new Map<string, string>();
  return { getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text) };
}

test("volume and captions are restored", () => {
  const backing = store();
  expect(createMemory(backing).settings()).toEqual({ volume: 1, isMuted: false, captions: null });
  createMemory(backing).storeSettings({ volume: 0.4, isMuted: true, captions: "de" });
  expect(createMemory(backing).settings()).toEqual({ volume: 0.4, isMuted: true, captions: "de" });
});

test("a position is stored, except at the beginning and in the last twentieth", () => {
  const memory = createMemory(store());
  memory.storePosition("a", 42.26, 100);
  memory.storePosition("b", 2, 100);
  memory.storePosition("c", 96, 100);
  expect(["a", "b", "c"].map((id) => memory.position(id))).toEqual([42.3, null, null]);
  memory.storePosition("a", 99, 100);
  expect(memory.position("a")).toBeNull();
});

test("each item has a separate session, the same one at the next visit", () => {
  const backing = store();
  const first = createMemory(backing);
  expect(first.session("a")).not.toBe(first.session("b"));
  expect(createMemory(backing).session("a")).toBe(first.session("a"));
  expect(first.session("a").length).toBeGreaterThanOrEqual(8);
});

test("a browser without storage, or with invalid stored data, does not fail", () => {
  const forgetful = createMemory(null);
  forgetful.storePosition("a", 42, 100);
  expect([forgetful.position("a"), forgetful.settings().volume]).toEqual([null, 1]);
  expect(forgetful.session("a")).toBe(forgetful.session("a"));
  const full = {
    getItem: () => "{nonsense",
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(createMemory(full).settings().volume).toBe(1);
  expect(() => createMemory(full).storePosition("a", 42, 100)).not.toThrow();
});
