/** Numbers of a graph: without exponents and without digits without effect. */
export const num = (value: number): string => String(Number(value.toFixed(5)));

/** A value at a frame. */
interface Point {
  frame: number;
  value: number;
}

/** Returns the frames between which values change evenly, within a tolerance. */
function turningPoints(values: readonly number[], tolerance: number): Point[] {
  const valueAt = (frame: number): number => values[frame] ?? 0;
  const points: Point[] = [{ frame: 0, value: valueAt(0) }];
  let from = 0;
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let frame = 1; frame < values.length; frame += 1) {
    const length = frame - from;
    const slope = (valueAt(frame) - valueAt(from)) / length;
    if (slope < low || slope > high) {
      from = frame - 1;
      points.push({ frame: from, value: valueAt(from) });
      [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    }
    const now = frame - from;
    low = Math.max(low, (valueAt(frame) - tolerance - valueAt(from)) / now);
    high = Math.min(high, (valueAt(frame) + tolerance - valueAt(from)) / now);
  }
  if (values.length > 1) points.push({ frame: values.length - 1, value: valueAt(values.length - 1) });
  return points;
}

/**
 * Returns an expression of filters for values of frames. A tree of conditions finds the part of a long path in a few steps.
 * @param variable name of the frame's number in the filter
 */
export function pathExpression(values: readonly number[], variable: string, tolerance: number): string {
  const points = turningPoints(values, tolerance);
  const parts = points.slice(0, -1).map((point, index) => ({ point, next: points[index + 1] ?? point }));
  if (parts.length === 0) return num(points[0]?.value ?? 0);
  const leaf = (index: number): string => {
    const { point, next } = parts[index] ?? { point: { frame: 0, value: 0 }, next: { frame: 1, value: 0 } };
    const slope = (next.value - point.value) / Math.max(1, next.frame - point.frame);
    return Math.abs(slope) < 1e-9 ? num(point.value) : `${num(point.value)}+${slope.toFixed(7)}*(${variable}-${point.frame})`;
  };
  const tree = (from: number, to: number): string => {
    if (to - from === 1) return leaf(from);
    const middle = (from + to) >> 1;
    return `if(lt(${variable},${parts[middle]?.point.frame ?? 0}),${tree(from, middle)},${tree(middle, to)})`;
  };
  return tree(0, parts.length);
}

/** Returns whether all values are equal. */
export const isSteady = (values: readonly number[]): boolean => values.every((value) => Math.abs(value - (values[0] ?? 0)) < 1e-9);
