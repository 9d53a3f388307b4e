/** A point of the window in CSS pixels. */
export type InkPoint = readonly [x: number, y: number];

/** Drawing tool. */
export type InkTool = "pen" | "arrow" | "box";

/** One line, arrow or box. */
export interface Stroke {
  tool: InkTool;
  colour: string;
  width: number;
  points: InkPoint[];
  /** Time at which it was finished and its fade delay starts, in milliseconds; null means that it stays. */
  fadesFrom: number | null;
}

/** The annotation colours by name. */
export const COLOURS = {
  red: "#E5352B",
  yellow: "#FFC42E",
  green: "#1F8A57",
  blue: "#2F6FED",
  violet: "#8B5CF6",
  black: "#17161C",
  white: "#FFFFFF",
} as const;
/** Line widths in CSS pixels by name. */
export const WIDTHS = { thin: 3, middle: 6, thick: 12 } as const;

/** Delay before a stroke fades and duration of the fade, in milliseconds. */
export const FADE_WAIT_MS = 2_500;
export const FADE_MS = 500;
/** Minimum distance between points in CSS pixels; nearer points add nothing. */
const NEAREST = 1.5;

/** Returns the opacity of a stroke, from 1 to 0. */
export const opacityAt = ({ fadesFrom }: Stroke, now: number): number =>
  fadesFrom === null ? 1 : Math.min(1, Math.max(0, 1 - (now - fadesFrom - FADE_WAIT_MS) / FADE_MS));

/** Returns the strokes that are still visible. */
export const seen = (strokes: readonly Stroke[], now: number): Stroke[] => strokes.filter((stroke) => opacityAt(stroke, now) > 0);

/** Extends a stroke to a point: a pen stores its path, an arrow or box only its two ends. */
export function led({ points, ...stroke }: Stroke, at: InkPoint): Stroke {
  const [last] = points.slice(-1);
  if (stroke.tool !== "pen") return { ...stroke, points: [...points.slice(0, 1), at] };
  if (last && Math.hypot(at[0] - last[0], at[1] - last[1]) < NEAREST) return { ...stroke, points };
  points.push(at);
  return { ...stroke, points };
}

/** Returns whether a stroke is intentional. A pen may draw a dot. */
export function isMeant({ tool, points }: Stroke): boolean {
  const [from = [0, 0]] = points;
  const [toX, toY] = points.at(-1) ?? from;
  return tool === "pen" || Math.hypot(toX - from[0], toY - from[1]) >= 4;
}

/** Returns the two end points of an arrow head. */
export function wings([fromX, fromY]: InkPoint, [toX, toY]: InkPoint, width: number): [InkPoint, InkPoint] {
  const length = Math.min(width * 4 + 6, Math.hypot(toX - fromX, toY - fromY));
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const wing = (turn: number): InkPoint => [toX - length * Math.cos(angle + turn), toY - length * Math.sin(angle + turn)];
  return [wing(Math.PI / 6), wing(-Math.PI / 6)];
}
