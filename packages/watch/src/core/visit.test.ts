import { expect, test } from "vitest";
import { createVisitRecorder, type Visit } from "./visit.ts";

function recorder() {
  const reported: (Visit & { isLeaving: boolean })[] = [];
  const visit = createVisitRecorder((seen, isLeaving) => reported.push({ ...seen, isLeaving }));
  const play = (from: number, to: number): void => {
    for (let time = from; time <= to + 0.001; time += 0.25) visit.tick(time, true);
  };
  return { reported, visit, play };
}

test("a viewing session is reported after three watched seconds, not before", () => {
  const { reported, play } = recorder();
  play(0, 2.75);
  expect(reported).toEqual([]);
  play(2.75, 3.25);
  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatchObject({ seconds: 3, segments: [[0, 3]], isLeaving: false });
});

test("after that it is reported every half minute, and at the end if there is progress", () => {
  const { reported, visit, play } = recorder();
  play(0, 40);
  expect(reported.map(({ seconds }) => seconds)).toEqual([3, 33]);
  visit.flush(true);
  visit.flush(true);
  expect(reported.at(-1)).toEqual({ seconds: 40, segments: [[0, 40]], isLeaving: true });
  expect(reported).toHaveLength(3);
});

test("skipped parts are not watched; parts that were watched twice count twice in seconds and once in segments", () => {
  const { reported, visit, play } = recorder();
  play(0, 4);
  visit.jump();
  play(50, 54);
  visit.jump();
  play(2, 6);
  visit.flush(true);
  expect(reported.at(-1)).toEqual({
    seconds: 12,
    segments: [
      [0, 6],
      [50, 54],
    ],
    isLeaving: true,
  });
});

test("an unannounced seek does not count as watched, nor does a pause", () => {
  const { reported, visit } = recorder();
  visit.tick(0, true);
  visit.tick(1, true);
  visit.tick(60, true);
  visit.tick(61, true);
  visit.tick(61, false);
  visit.tick(61, true);
  visit.flush(true);
  expect(reported[0]).toMatchObject({
    seconds: 2,
    segments: [
      [0, 1],
      [60, 61],
    ],
  });
});
