import { expect, test } from "vitest";
import { filterOf, searchOf } from "./audit.plan.ts";

test("a filter is the same after it was in the address", () => {
  const filter = { action: "share.", userId: "u", workspaceId: "w", from: "2026-11-01", to: "2026-11-30" };
  expect(filterOf(searchOf(filter))).toEqual(filter);
  expect(searchOf(filterOf({}))).toEqual({});
});

test("values of an address that cannot be a filter are ignored", () => {
  expect(filterOf({ action: 7, userId: ["u"], from: "yesterday", to: "2026-99-99" })).toEqual({
    action: "",
    userId: "",
    workspaceId: "",
    from: "",
    to: "",
  });
});
