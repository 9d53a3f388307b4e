import { expect, test } from "vitest";
import { asksForBar, type HideState, nextHide, REST_MS } from "./auto-hide.machine.ts";

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

test("a recording hides the bar immediately, also while it is held, until the user asks for it", () => {
  const filmed = nextHide(fresh, { type: "filmed", at: 2_000 });
  expect(filmed.isAway).toBe(true);
  expect(check(filmed, 2_100, { isHeld: true }).isAway).toBe(true);
  expect(nextHide(filmed, { type: "used", at: 2_200 }).isAway).toBe(false);
});

test("the pointer asks for the bar at the bottom edge, and not where the hidden bar covers the page", () => {
  expect(asksForBar(500, 880, 900)).toBe(true);
  expect(asksForBar(500, 840, 900)).toBe(false);
  expect(asksForBar(880, 890, 900), "it rests at the edge").toBe(false);
  expect(asksForBar(890, 500, 900), "it leaves the edge").toBe(false);
});
