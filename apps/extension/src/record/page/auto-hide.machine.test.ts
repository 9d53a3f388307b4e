import { expect, test } from "vitest";
import { type HideState, isNear, nextHide, REST_MS } from "./auto-hide.machine.ts";

const fresh: HideState = { isAway: false, usedAt: 1_000 };
const check = (state: HideState, at: number, more: { isInPicture?: boolean; isHeld?: boolean } = {}): HideState =>
  nextHide(state, { type: "looked", at, isInPicture: true, isHeld: false, ...more });

test("in the picture, the bar hides two seconds after its last use", () => {
  expect(check(fresh, 1_000 + REST_MS - 1).isAway).toBe(false);
  expect(check(fresh, 1_000 + REST_MS).isAway).toBe(true);
});

test("using the hidden bar shows it for two more seconds", () => {
  const away = check(fresh, 9_000);
  const back = nextHide(away, { type: "used", at: 9_500 });
  expect(back.isAway).toBe(false);
  expect(check(back, 11_000).isAway).toBe(false);
  expect(check(back, 11_500).isAway).toBe(true);
});

test("it stays while pointer, keyboard or a question hold it, and two seconds after", () => {
  const held = check(fresh, 60_000, { isHeld: true });
  expect(held.isAway).toBe(false);
  expect(check(held, 61_999).isAway).toBe(false);
  expect(check(held, 62_000).isAway).toBe(true);
});

test("outside the picture, the bar stays visible, and a hidden bar appears again", () => {
  expect(check(fresh, 60_000, { isInPicture: false }).isAway).toBe(false);
  expect(check(check(fresh, 9_000), 9_100, { isInPicture: false }).isAway).toBe(false);
});

test("a pointer near the bottom edge or near the bar counts as near", () => {
  const bar = { left: 400, top: 100, right: 900, bottom: 156 };
  const view = { height: 900 };
  expect(isNear({ x: 5, y: 880 }, bar, view)).toBe(true);
  expect(isNear({ x: 650, y: 200 }, bar, view)).toBe(true);
  expect(isNear({ x: 650, y: 500 }, bar, view)).toBe(false);
  expect(isNear({ x: 5, y: 120 }, bar, view)).toBe(false);
});
