import { expect, test } from "vitest";
import { outcomeOf, WAITS_MS } from "./deliveries.plan.ts";

test("an answer with 2xx is a success, every other one a failure", () => {
  expect(outcomeOf({ status: 204, body: "" }, 1, 8, 0.5)).toEqual({ state: "delivered", responseStatus: 204, responseBody: "" });
  expect(outcomeOf({ status: 302, body: "" }, 1, 8, 0.5)).toMatchObject({ state: "pending", failure: "redirect", isGone: false });
  expect(outcomeOf({ status: 500, body: "a\u0000b" }, 1, 8, 0.5)).toMatchObject({
    failure: "status",
    responseStatus: 500,
    responseBody: "ab",
  });
  expect(outcomeOf({ failure: "timeout" }, 1, 8, 0.5)).toMatchObject({ state: "pending", failure: "timeout", responseStatus: null });
});

test("410 ends a delivery at its first attempt", () => {
  expect(outcomeOf({ status: 410, body: "" }, 1, 8, 0.5)).toMatchObject({ state: "failed", isGone: true });
});

test("the waits grow, vary by a tenth, and end after eight attempts within 24 to 30 hours", () => {
  const waits = WAITS_MS.map((_, index) => outcomeOf({ failure: "connection" }, index + 1, 8, 0.5));
  expect(waits.map((one) => one.state === "pending" && one.waitMs)).toEqual(WAITS_MS);
  expect(WAITS_MS).toEqual(WAITS_MS.toSorted((one, other) => one - other));
  const hours = WAITS_MS.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(24);
  expect(hours).toBeLessThan(30);
  expect(outcomeOf({ failure: "connection" }, 1, 8, 0)).toMatchObject({ waitMs: 4_500 });
  expect(outcomeOf({ failure: "connection" }, 1, 8, 1)).toMatchObject({ waitMs: 5_500 });
  expect(outcomeOf({ failure: "connection" }, 8, 8, 0.5)).toMatchObject({ state: "failed" });
});

test("a test delivery is attempted once", () => {
  expect(outcomeOf({ failure: "connection" }, 1, 1, 0.5)).toMatchObject({ state: "failed" });
});
