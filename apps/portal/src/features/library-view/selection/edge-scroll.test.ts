import { expect, test } from "vitest";
import { edgeSpeed } from "./edge-scroll.ts";

test("nothing scrolls while the pointer is in the middle", () => {
  expect(edgeSpeed(400, 0, 800)).toBe(0);
});

test("the nearer the edge, the faster, and never faster than at the edge itself", () => {
  expect(edgeSpeed(30, 0, 800)).toBeLessThan(0);
  expect(edgeSpeed(5, 0, 800)).toBeLessThan(edgeSpeed(30, 0, 800));
  expect(edgeSpeed(-500, 0, 800)).toBe(edgeSpeed(0, 0, 800));
  expect(edgeSpeed(790, 0, 800)).toBeGreaterThan(0);
  expect(edgeSpeed(900, 0, 800)).toBe(-edgeSpeed(-100, 0, 800));
});
