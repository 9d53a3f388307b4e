import type { Composition, ConvertHooks } from "../video.port.ts";
import { runTogether } from "../../run-together.ts";

/** Seconds of output that cost as much as the start of a process and the decoding from the keyframe before a composition. */
const START_S = 0.5;

/** Divides compositions into at most `count` lanes that take about the same time. A lane has at least one. */
export function lanesOf(compositions: readonly Composition[], count: number): Composition[][] {
  if (count <= 1) return [[...compositions]];
  const lanes = Array.from({ length: Math.min(count, compositions.length) }, () => ({ cost: 0, own: [] as Composition[] }));
  for (const composition of compositions.toSorted((a, b) => b.seconds - a.seconds)) {
    const lane = lanes.reduce((best, one) => (one.cost < best.cost ? one : best));
    lane.cost += START_S + composition.seconds;
    lane.own.push(composition);
  }
  return lanes.map(({ own }) => own);
}

/** Runs lanes at the same time, and reports their progress as one. When one fails, the others are ended. */
export async function runLanes(
  lanes: readonly Composition[][],
  { signal, onProgress }: ConvertHooks,
  run: (lane: readonly Composition[], hooks: ConvertHooks) => Promise<unknown>,
): Promise<void> {
  const done = lanes.map(() => 0);
  const progressOf = (index: number) => (seconds: number) => {
    done[index] = seconds;
    onProgress?.(done.reduce((sum, one) => sum + one, 0));
  };
  await runTogether(
    signal,
    lanes.map((lane, index) => (both: AbortSignal) => run(lane, { signal: both, onProgress: progressOf(index) })),
  );
}
