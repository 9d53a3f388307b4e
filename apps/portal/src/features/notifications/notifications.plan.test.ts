import { expect, test } from "vitest";
import { newerThan } from "./notifications.plan.ts";

const row = (id: string, minute: number) => ({ id, createdAt: `2026-11-24T12:0${minute}:00.000Z` });

test("rows that arrived or grew after the list was read are new, older ones are not", () => {
  const shown = [row("a", 3), row("b", 2)];
  expect(newerThan(shown, shown)).toEqual([]);
  expect(newerThan(shown, [row("c", 5), row("b", 4), row("a", 3)]).map(({ id }) => id)).toEqual(["c", "b"]);
  expect(newerThan(shown, [row("a", 3), row("b", 2), row("old", 1)])).toEqual([]);
  expect(newerThan([], [row("a", 1)])).toHaveLength(1);
});
