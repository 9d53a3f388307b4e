import { expect, test } from "vitest";
import type { Composition } from "../video.port.ts";
import { lanesOf, runLanes } from "./lanes.ts";

const of = (...seconds: number[]): Composition[] => seconds.map((one) => ({ seconds: one }) as Composition);
const secondsOf = (lanes: readonly (readonly Composition[])[]): number[][] => lanes.map((lane) => lane.map(({ seconds }) => seconds));

test("lanes take about the same time, and none is empty", () => {
  expect(secondsOf(lanesOf(of(0.7, 0.03, 0.4, 1.3, 0.03, 0.9), 2))).toEqual([
    [1.3, 0.4, 0.03],
    [0.9, 0.7, 0.03],
  ]);
  expect(secondsOf(lanesOf(of(1), 2))).toEqual([[1]]);
  expect(secondsOf(lanesOf(of(1, 2), 1))).toEqual([[1, 2]]);
});

test("the progress of all lanes is one, and the failure of one ends the others", async () => {
  const progress: number[] = [];
  await runLanes(lanesOf(of(2, 1), 2), { onProgress: (seconds) => progress.push(seconds) }, async ([one], { onProgress }) => {
    onProgress?.((one?.seconds ?? 0) / 2);
    await Promise.resolve();
    onProgress?.(one?.seconds ?? 0);
  });
  expect(progress).toEqual([1, 1.5, 2.5, 3]);
  const aborted: unknown[] = [];
  const failing = runLanes(lanesOf(of(2, 1), 2), {}, async ([one], { signal }) => {
    if (one?.seconds === 1) throw new Error("failed");
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    aborted.push(signal?.reason);
  });
  await expect(failing).rejects.toThrow("failed");
  expect(aborted).toEqual([new Error("failed")]);
});
