/** A point of the window, in CSS pixels. */
export type InkPoint = readonly [x: number, y: number];

/** What is drawn with. */
export type InkTool = "pen" | "arrow" | "box";

/** One line, arrow or box. */
export interface Stroke {
  tool: InkTool;
  colour: string;
  width: number;
  points: InkPoint[];
  /** When it was finished and begins to wait for its end, in milliseconds; null: it stays. */
  fadesFrom: number | null;
}

/** The palette of annotations, by name. */
export const COLOURS = {
  red: "#E5352B",
  yellow: "#FFC42E",
  green: "#1F8A57",
  blue: "#2F6FED",
  violet: "#8B5CF6",
  black: "#17161C",
  white: "#FFFFFF",
} as const;
/** Widths in CSS pixels, by name. */
export const WIDTHS = { thin: 3, middle: 6, thick: 12 } as const;

/** How long ink that fades stays as it is, and how long it takes to go, in milliseconds. */
export const FADE_WAIT_MS = 2_500;
export const FADE_MS = 500;
/** Points nearer than this to the one before say nothing new, in CSS pixels. */
const NEAREST = 1.5;

/** How much of a stroke is still seen, from 1 to 0. */
export const opacityAt = ({ fadesFrom }: Stroke, now: number): number =>
  fadesFrom === null ? 1 : Math.min(1, Math.max(0, 1 - (now - fadesFrom - FADE_WAIT_MS) / FADE_MS));

/** The strokes that are still seen. */
export const seen = (strokes: readonly Stroke[], now: number): Stroke[] => strokes.filter((stroke) => opacityAt(stroke, now) > 0);

/** Leads a stroke on to a point: a pen keeps its way, an arrow or a box only its two ends. */
export function led({ points, ...stroke }: Stroke, at: InkPoint): Stroke {
  const [last] = points.slice(-1);
  if (stroke.tool !== "pen") return { ...stroke, points: [...points.slice(0, 1), at] };
  if (last && Math.hypot(at[0] - last[0], at[1] - last[1]) < NEAREST) return { ...stroke, points };
  points.push(at);
  return { ...stroke, points };
}

/** Is a stroke more than a slip of the hand? A pen may make a dot. */
export function isMeant({ tool, points }: Stroke): boolean {
  const [from = [0, 0]] = points;
  const [toX, toY] = points.at(-1) ?? from;
  return tool === "pen" || Math.hypot(toX - from[0], toY - from[1]) >= 4;
}

/** The two wings of an arrow's head, as points. */
export function wings([fromX, fromY]: InkPoint, [toX, toY]: InkPoint, width: number): [InkPoint, InkPoint] {
  const length = Math.min(width * 4 + 6, Math.hypot(toX - fromX, toY - fromY));
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const wing = (turn: number): InkPoint => [toX - length * Math.cos(angle + turn), toY - length * Math.sin(angle + turn)];
  return [wing(Math.PI / 6), wing(-Math.PI / 6)];
}
