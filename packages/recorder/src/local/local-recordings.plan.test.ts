import { expect, test } from "vitest";
import { isAllThere, minutesToNextCheck, nextStepOf } from "./local-recordings.plan.ts";

test("a stopped recording is finished; an interrupted one is sent before the owner's decision", () => {
  expect(nextStepOf("stopped", true, false)).toBe("finish");
  expect(nextStepOf("recording", true, false)).toBe("send-ahead");
});

test.each([
  ["is being recorded or sent by another document", "recording", true, true],
  ["is being finished by another document", "stopped", true, true],
  ["is somebody else's, or was made signed out", "recording", false, false],
  ["has arrived", "sent", true, false],
] as const)("what %s is left alone", (_which, state, isMine, isHeld) => {
  expect(nextStepOf(state, isMine, isHeld)).toBe("leave");
});

test("a server that ended it has all of it when no more than two seconds are missing", () => {
  const here = { bytes: 9_000, wholeMs: 10_000 };
  expect(isAllThere(here, { bytes: 9_000, wholeMs: null })).toBe(true);
  expect(isAllThere(here, { bytes: 8_000, wholeMs: 8_000 })).toBe(true);
  expect(isAllThere(here, { bytes: 8_000, wholeMs: 7_999 })).toBe(false);
  expect(isAllThere(here, { bytes: 8_000, wholeMs: null })).toBe(false);
  expect(isAllThere({ bytes: 9_000, wholeMs: null }, { bytes: 8_999, wholeMs: null })).toBe(false);
});

test("checks become rarer while nothing arrives, rare while a decision is missing, and then end", () => {
  expect([1, 2, 3, 4, 5, 6, 500].map((failures) => minutesToNextCheck(failures, 1))).toEqual([1, 2, 4, 8, 15, 15, 15]);
  expect(minutesToNextCheck(0, 2)).toBe(360);
  expect(minutesToNextCheck(0, 0)).toBeNull();
});
