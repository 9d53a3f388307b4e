import { expect, test } from "vitest";
import type { RequestView } from "../../entities/requests/requests.queries.ts";
import { changeOf, choicesWith, newRequestOf, problemOf, valuesOf } from "./request-form.ts";

const NOW = Date.parse("2026-09-18T12:00:00Z");
const request = {
  title: "Bike",
  message: "Show it",
  kinds: ["screen"],
  maxItems: 7,
  maxSeconds: null,
  expiresAt: "2026-09-17T12:00:00Z",
  hasPassword: true,
} as unknown as RequestView;

test("an end that has passed and a stored password are left out of the form", () => {
  expect(valuesOf(request, NOW)).toMatchObject({ maxItems: "7", maxSeconds: "", day: "", hasPassword: true, password: "" });
});

test("an empty password leaves the stored one, and a switch that is off removes it", () => {
  const values = valuesOf(request, NOW);
  const change = { isReopened: false, picked: null };
  expect(changeOf(values, change)).not.toHaveProperty("password");
  expect(changeOf({ ...values, password: "new" }, { ...change, isReopened: true })).toMatchObject({ password: "new", closed: false });
  expect(changeOf({ ...values, hasPassword: false }, change)).toMatchObject({ password: null });
});

test("only a chosen folder changes where items arrive", () => {
  const values = valuesOf(request, NOW);
  const target = { workspaceId: "personal", folderId: null, name: null, kind: "mixed" } as const;
  expect(changeOf(values, { isReopened: false, picked: null })).not.toHaveProperty("folderId");
  expect(changeOf(values, { isReopened: false, picked: target })).toMatchObject({ folderId: null });
  expect(changeOf(values, { isReopened: false, picked: { ...target, folderId: "f" } })).toMatchObject({ folderId: "f" });
});

test("a new request goes to its target, without limits for empty fields", () => {
  const values = { ...valuesOf(undefined, NOW), title: " Bike ", maxItems: "", day: "2026-09-25" };
  const body = newRequestOf(values, { workspaceId: "personal", folderId: "f", name: "Repros", kind: "video" });
  expect(body).toMatchObject({ title: "Bike", folderId: "f", maxItems: null, maxSeconds: 180, password: null });
  expect(new Date(body.expiresAt ?? "").getTime()).toBe(new Date("2026-09-25T23:59:59").getTime());
});

test("a title, a kind and a new password are required", () => {
  const values = { ...valuesOf(undefined, NOW), title: "Bike" };
  expect(problemOf({ ...values, title: " " }, false)).toBe("title");
  expect(problemOf({ ...values, kinds: [] }, false)).toBe("kinds");
  expect(problemOf({ ...values, hasPassword: true }, false)).toBe("password");
  expect(problemOf({ ...values, hasPassword: true }, true)).toBeNull();
});

test("a value that is no choice is offered, too", () => {
  expect(choicesWith([1, 5], "3")).toEqual(["1", "3", "5"]);
  expect(choicesWith([1, 5], "")).toEqual(["1", "5"]);
});
