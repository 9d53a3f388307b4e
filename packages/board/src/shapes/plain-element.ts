import type { BoardElement } from "@stillreel/contract";

/** Colour of lines and texts that no one has coloured. */
const INK = "#17161c";

/** Returns an element in the form in which the drawing program draws a new rectangle, with the given parts. */
export const plainElement = (id: string, parts: Partial<BoardElement> = {}): BoardElement => ({
  id,
  type: "rectangle",
  version: 1,
  versionNonce: 1,
  index: "a1",
  isDeleted: false,
  x: 0,
  y: 0,
  width: 100,
  height: 60,
  angle: 0,
  seed: 1,
  updated: 0,
  strokeColor: INK,
  backgroundColor: "transparent",
  fillStyle: "solid",
  strokeWidth: 2,
  strokeStyle: "solid",
  roughness: 1,
  opacity: 100,
  locked: false,
  link: null,
  groupIds: [],
  frameId: null,
  roundness: null,
  boundElements: null,
  ...parts,
});

/** Height of a line relative to the size of the font. */
export const LINE_HEIGHT = 1.35;

/** Parts of a text element with a size of its font in pixels. Its width is a guess: pages measure it when they draw it. */
export const textParts = (text: string, fontSize: number): Partial<BoardElement> => ({
  type: "text",
  text,
  originalText: text,
  fontSize,
  fontFamily: 6,
  lineHeight: LINE_HEIGHT,
  textAlign: "left",
  verticalAlign: "top",
  containerId: null,
  autoResize: true,
});
