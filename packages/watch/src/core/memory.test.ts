import { expect, test } from "vitest";
import { createMemory } from "./memory.ts";

function store(): Pick<Storage, "getItem" | "setItem"> {
  const texts = new Map<string, string>();
  return { getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text) };
}

test("volume and captions are as they were left", () => {
  const kept = store();
  expect(createMemory(kept).settings()).toEqual({ volume: 1, isMuted: false, captions: null });
  createMemory(kept).keepSettings({ volume: 0.4, isMuted: true, captions: "de" });
  expect(createMemory(kept).settings()).toEqual({ volume: 0.4, isMuted: true, captions: "de" });
});

test("a place in the middle is remembered; the beginning and the last twentieth are not", () => {
  const memory = createMemory(store());
  memory.keepPosition("a", 42.26, 100);
  memory.keepPosition("b", 2, 100);
  memory.keepPosition("c", 96, 100);
  expect(["a", "b", "c"].map((id) => memory.position(id))).toEqual([42.3, null, null]);
  memory.keepPosition("a", 99, 100);
  expect(memory.position("a")).toBeNull();
});

test("each item has a session of its own, the same one at the next visit", () => {
  const kept = store();
  const first = createMemory(kept);
  expect(first.session("a")).not.toBe(first.session("b"));
  expect(createMemory(kept).session("a")).toBe(first.session("a"));
  expect(first.session("a").length).toBeGreaterThanOrEqual(8);
});

test("a browser that keeps nothing, or kept nonsense, forgets without failing", () => {
  const forgetful = createMemory(null);
  forgetful.keepPosition("a", 42, 100);
  expect([forgetful.position("a"), forgetful.settings().volume]).toEqual([null, 1]);
  expect(forgetful.session("a")).toBe(forgetful.session("a"));
  const full = {
    getItem: () => "{nonsense",
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(createMemory(full).settings().volume).toBe(1);
  expect(() => createMemory(full).keepPosition("a", 42, 100)).not.toThrow();
});
