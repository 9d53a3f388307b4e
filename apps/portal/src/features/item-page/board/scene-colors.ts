import type { BoardElement } from "../../../entities/boards/boards.queries.ts";

/** Colours of lines and texts that are shown in another shade on a dark canvas. The stored colour is the light one. */
const SHADES: readonly (readonly [light: string, dark: string])[] = [
  ["#17161c", "#f4f3f6"],
  ["#1e1e1e", "#f4f3f5"],
  ["#53525d", "#b9b8c3"],
  ["#c92a1e", "#ff8a7a"],
  ["#8b5cf6", "#b39bff"],
  ["#2f6fb4", "#8fbdf5"],
  ["#2f7d5b", "#6fd3a3"],
];
const TO_DARK = new Map(SHADES);
const TO_LIGHT = new Map(SHADES.map(([light, dark]) => [dark, light]));

/** Colour of new lines and texts. */
export const INK = "#17161c";
/** Fills, in the order of the property bar. The first is that of new notes. */
export const FILLS = [
  ["orange", "#ffd59e"],
  ["green", "#bdebca"],
  ["blue", "#c9d5ff"],
  ["red", "#ffcfc7"],
  ["violet", "#e3d8fc"],
  ["yellow", "#fff0b3"],
] as const;
/** Colours of lines and texts, in the order of the property bar. */
export const STROKES = [
  ["ink", INK],
  ["red", "#c92a1e"],
  ["orange", "#e08600"],
  ["green", "#2f7d5b"],
  ["blue", "#2f6fb4"],
  ["violet", "#8b5cf6"],
] as const;

/** Returns whether an element has a fill, on which texts stay dark. */
export const isFilled = (element: { backgroundColor: string } | undefined): boolean =>
  element !== undefined && element.backgroundColor !== "transparent";

/** Returns the colour in which a line or text is shown. */
export function shownStroke(element: BoardElement, container: BoardElement | undefined, isDark: boolean): string {
  const { strokeColor } = element;
  if (!isDark || isFilled(container) || element.customData?.note) return strokeColor;
  return TO_DARK.get(strokeColor.toLowerCase()) ?? strokeColor;
}

/** Returns the colour that is stored for a shown one. */
export const storedStroke = (shown: string): string => TO_LIGHT.get(shown.toLowerCase()) ?? shown;
/** Returns the shade of a stored colour on the present canvas. */
export const shadeOf = (stored: string, isDark: boolean): string => (isDark ? (TO_DARK.get(stored) ?? stored) : stored);

/** Colours of participants, by the index that the server gives. The same as those of folders. */
const PEOPLE = ["#2f6fb4", "#b8447b", "#2f7d5b", "#7a5af0", "#b4501f", "#8a6410", "#5b5a66"] as const;
export const personColor = (index: number): string => PEOPLE[index % PEOPLE.length] ?? PEOPLE[0];
