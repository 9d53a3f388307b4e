import { expect, test } from "vitest";
import { createVisitRecorder, type Visit } from "./visit.ts";

function recorder() {
  const told: (Visit & { isLeaving: boolean })[] = [];
  const visit = createVisitRecorder((seen, isLeaving) => told.push({ ...seen, isLeaving }));
  const play = (from: number, to: number): void => {
    for (let time = from; time <= to + 0.001; time += 0.25) visit.tick(time, true);
  };
  return { told, visit, play };
}

test("a visit is told once three seconds were watched, not before", () => {
  const { told, play } = recorder();
  play(0, 2.75);
  expect(told).toEqual([]);
  play(2.75, 3.25);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ seconds: 3, segments: [[0, 3]], isLeaving: false });
});

test("after that it is told every half a minute, and at the end what is new", () => {
  const { told, visit, play } = recorder();
  play(0, 40);
  expect(told.map(({ seconds }) => seconds)).toEqual([3, 33]);
  visit.flush(true);
  visit.flush(true);
  expect(told.at(-1)).toEqual({ seconds: 40, segments: [[0, 40]], isLeaving: true });
  expect(told).toHaveLength(3);
});

test("what was jumped over is not watched, and what was watched twice counts twice in seconds and once in stretches", () => {
  const { told, visit, play } = recorder();
  play(0, 4);
  visit.jump();
  play(50, 54);
  visit.jump();
  play(2, 6);
  visit.flush(true);
  expect(told.at(-1)).toEqual({
    seconds: 12,
    segments: [
      [0, 6],
      [50, 54],
    ],
    isLeaving: true,
  });
});

test("a leap that nobody announced is no watching either, nor is a pause", () => {
  const { told, visit } = recorder();
  visit.tick(0, true);
  visit.tick(1, true);
  visit.tick(60, true);
  visit.tick(61, true);
  visit.tick(61, false);
  visit.tick(61, true);
  visit.flush(true);
  expect(told[0]).toMatchObject({
    seconds: 2,
    segments: [
      [0, 1],
      [60, 61],
    ],
  });
});
