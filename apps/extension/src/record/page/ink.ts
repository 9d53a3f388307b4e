import { led, type InkPoint, opacityAt, type Stroke, wings } from "./drawing.plan.ts";

function linePath(pen: CanvasRenderingContext2D, points: readonly InkPoint[]): void {
  const [first = [0, 0], ...rest] = points;
  pen.moveTo(...(first as [number, number]));
  if (rest.length === 0) pen.lineTo(first[0], first[1] + 0.01);
  // The curve passes through the midpoints; the points are its control points, so the line has no corners.
  rest.forEach(([x, y], index) => {
    const [nextX, nextY] = rest[index + 1] ?? [x, y];
    pen.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2);
  });
}

function shapePath(pen: CanvasRenderingContext2D, { tool, points, width }: Stroke): void {
  const [from = [0, 0]] = points;
  const to = points.at(-1) ?? from;
  if (tool === "box") return pen.rect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
  const [left, right] = wings(from, to, width);
  pen.moveTo(from[0], from[1]);
  pen.lineTo(to[0], to[1]);
  pen.moveTo(left[0], left[1]);
  pen.lineTo(to[0], to[1]);
  pen.lineTo(right[0], right[1]);
}

/** Draws all strokes on a canvas of the window's size at device resolution. */
export function inkSheet(sheet: HTMLCanvasElement, strokes: readonly Stroke[], now: number): void {
  const scale = devicePixelRatio;
  const [width, height] = [Math.round(innerWidth * scale), Math.round(innerHeight * scale)];
  if (sheet.width !== width || sheet.height !== height) Object.assign(sheet, { width, height });
  const pen = sheet.getContext("2d");
  if (!pen) return;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, innerWidth, innerHeight);
  pen.lineCap = pen.lineJoin = "round";
  for (const stroke of strokes) {
    pen.globalAlpha = opacityAt(stroke, now);
    pen.strokeStyle = stroke.colour;
    pen.lineWidth = stroke.width;
    pen.beginPath();
    if (stroke.tool === "pen") linePath(pen, stroke.points);
    else shapePath(pen, stroke);
    pen.stroke();
  }
}

/** Extends a stroke through every pointer position since the last event. */
export const ledThrough = (stroke: Stroke, event: PointerEvent): Stroke => {
  const passed = event.getCoalescedEvents?.() ?? [];
  return (passed.length > 0 ? passed : [event]).reduce((line, { clientX, clientY }) => led(line, [clientX, clientY]), stroke);
};
