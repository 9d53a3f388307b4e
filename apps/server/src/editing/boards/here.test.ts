import { afterEach, expect, test, vi } from "vitest";
import { createHere } from "./here.ts";

afterEach(() => void vi.useRealTimers());

const shown = (id: string, userId: string | null) => ({
  kind: "presence" as const,
  participant: {
    id,
    person: userId === null ? null : { id: userId, displayName: "Anna", photoURL: null },
    colour: 0,
    role: "edit" as const,
    pointer: null,
    selected: [],
    view: null,
  },
});

test("several pages of one user are one person, visitors are one each, and closed pages do not count", () => {
  const here = createHere();
  here.join("a", "1", "anna");
  here.receive("a", shown("2", "anna"));
  here.receive("a", shown("3", "ben"));
  here.join("a", "4", null);
  here.receive("a", shown("5", null));
  expect(here.people("a")).toBe(4);
  here.leave("a", "1");
  expect(here.people("a")).toBe(4);
  here.receive("a", { kind: "left", id: "2" });
  here.receive("a", { kind: "left", id: "5" });
  expect(here.people("a")).toBe(2);
  here.receive("a", { kind: "left", id: "3" });
  here.leave("a", "4");
  expect(here.boardIds()).toEqual([]);
});

test("pages of a process that gives no sign of life are removed, those of this process stay", () => {
  vi.useFakeTimers();
  const here = createHere();
  here.join("a", "1", "anna");
  here.receive("a", shown("2", "ben"));
  vi.advanceTimersByTime(20_000);
  here.receive("b", shown("3", "ben"));
  vi.advanceTimersByTime(11_000);
  here.dropLost();
  expect([here.people("a"), here.people("b")]).toEqual([1, 1]);
});
