import type { BoardElement } from "@stillreel/contract";
import { getStroke } from "perfect-freehand";
import rough from "roughjs";
import type { Options } from "roughjs/bin/core.js";
import type { BoardPart, Turn } from "./parts.ts";

/** Space around a drawing. */
const PADDING = 24;
/** Size of the picture of an empty board. */
const EMPTY = { width: 640, height: 400 } as const;
const generator = rough.generator();

/** Fonts of Excalidraw by their number. Programs without them use the next family. */
const FONTS: Record<number, string> = {
  1: "Virgil, Excalifont",
  2: "Helvetica, Arial",
  3: "Cascadia, monospace",
  5: "Excalifont",
  6: "Nunito",
  7: "Lilita One",
  8: "Comic Shanns, monospace",
  9: "Liberation Sans",
};

/** Area of a drawing. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A board as parts that are painted one after the other. */
export interface BoardPicture {
  area: Area;
  background: string;
  parts: BoardPart[];
}

const turnOf = ({ x, y, width, height, angle }: BoardElement): Turn => ({ angle, x: x + width / 2, y: y + height / 2 });
const dashOf = ({ strokeStyle, strokeWidth }: BoardElement): number[] =>
  strokeStyle === "dashed" ? [8, 8 + strokeWidth] : strokeStyle === "dotted" ? [1.5, 6 + strokeWidth] : [];
const isPainted = (colour: string): boolean => colour !== "transparent" && !/^#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)$/iu.test(colour);

function optionsOf(element: BoardElement): Options {
  const { seed, roughness, strokeColor, strokeWidth, backgroundColor, fillStyle, strokeStyle } = element;
  return {
    // 0 would choose another shape each time.
    seed: seed || 1,
    roughness,
    stroke: strokeColor,
    strokeWidth: strokeStyle === "solid" ? strokeWidth : strokeWidth + 0.5,
    ...(isPainted(backgroundColor) ? { fill: backgroundColor, fillStyle } : {}),
    fillWeight: strokeWidth / 2,
    hachureGap: strokeWidth * 4,
    disableMultiStroke: strokeStyle !== "solid",
    preserveVertices: roughness < 2,
  };
}

/** Moves a path of a shape at the origin to its place. */
const moved = (d: string, x: number, y: number): string => {
  let isX = false;
  return d.replaceAll(/[A-Za-z]|-?\d*\.?\d+(?:e-?\d+)?/gu, (token) => {
    if (/^[A-Za-z]$/u.test(token)) {
      isX = true;
      return token;
    }
    const value = Number(token) + (isX ? x : y);
    isX = !isX;
    return String(Math.round(value * 100) / 100);
  });
};

type Drawable = ReturnType<typeof generator.rectangle>;

/** Offset and opacity of the shadow of a note. */
const SHADOW = { y: 3, opacity: 0.15 };

/** Draws the shadow of a note: a strip at its lower edge. */
function shadowOf(element: BoardElement): BoardPart[] {
  const { x, width: w, height: h, opacity } = element;
  if (element.customData?.note !== true) return [];
  const y = element.y + SHADOW.y;
  const d = `M ${x + 1} ${y} L ${x + w - 1} ${y} L ${x + w - 1} ${y + h} L ${x + 1} ${y + h} Z`;
  const fill = "#17161c";
  return [{ kind: "path", d, fill, stroke: null, width: 0, dash: [], turn: turnOf(element), opacity: (opacity / 100) * SHADOW.opacity }];
}

function partsOf(element: BoardElement, drawable: Drawable): BoardPart[] {
  const turn = turnOf(element);
  return generator.toPaths(drawable).map(({ d, stroke, strokeWidth, fill }) => ({
    kind: "path",
    // All commands of these paths have absolute pairs of coordinates.
    d: moved(d, element.x, element.y),
    fill: fill === undefined || fill === "none" ? null : fill,
    stroke: stroke === "none" ? null : stroke,
    width: strokeWidth,
    dash: fill === undefined || fill === "none" ? dashOf(element) : [],
    turn,
    opacity: element.opacity / 100,
  }));
}

/** Returns the radius of the corners of an element, as Excalidraw computes it. */
function radiusOf({ roundness, width, height }: BoardElement): number {
  if (!roundness) return 0;
  const side = Math.min(Math.abs(width), Math.abs(height));
  if (roundness.type < 3) return side * 0.25;
  const fixed = roundness.value ?? 32;
  return side <= fixed / 0.25 ? side * 0.25 : fixed;
}

function rectangle(element: BoardElement): Drawable {
  const { width: w, height: h } = element;
  const r = radiusOf(element);
  if (r === 0) return generator.rectangle(0, 0, w, h, optionsOf(element));
  const d = `M ${r} 0 L ${w - r} 0 Q ${w} 0 ${w} ${r} L ${w} ${h - r} Q ${w} ${h} ${w - r} ${h} L ${r} ${h} Q 0 ${h} 0 ${h - r} L 0 ${r} Q 0 0 ${r} 0`;
  return generator.path(d, optionsOf(element));
}

function diamond(element: BoardElement): Drawable {
  const { width: w, height: h } = element;
  return generator.polygon(
    [
      [w / 2, 0],
      [w, h / 2],
      [w / 2, h],
      [0, h / 2],
    ],
    optionsOf(element),
  );
}

const HEAD = Math.PI / 9;
const HEAD_MAX = 25;

/** Draws the head of an arrow: two strokes, or a closed shape. */
function head(element: BoardElement, kind: string, tip: [number, number], from: [number, number]): BoardPart[] {
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]);
  if (length === 0) return [];
  const size = Math.min(HEAD_MAX, length / 2);
  const direction = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const at = (angle: number, distance = size): [number, number] => [
    tip[0] - distance * Math.cos(direction + angle),
    tip[1] - distance * Math.sin(direction + angle),
  ];
  const options = { ...optionsOf(element), fill: element.strokeColor, fillStyle: "solid" } satisfies Options;
  if (kind === "bar")
    return partsOf(element, generator.line(...at(Math.PI / 2, size / 2), ...at(-Math.PI / 2, size / 2), optionsOf(element)));
  if (kind === "dot" || kind.startsWith("circle")) return partsOf(element, generator.circle(tip[0], tip[1], size / 2, options));
  if (kind.startsWith("triangle") || kind.startsWith("diamond"))
    return partsOf(element, generator.polygon([tip, at(HEAD), at(-HEAD)], options));
  const { fill: _, ...open } = options;
  return [...partsOf(element, generator.line(...tip, ...at(HEAD), open)), ...partsOf(element, generator.line(...tip, ...at(-HEAD), open))];
}

function line(element: BoardElement): BoardPart[] {
  const points = element.points ?? [];
  const [first, second] = points;
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!first || !second || !last || !before) return [];
  const options = optionsOf(element);
  const isClosed = points.length > 2 && Math.hypot(last[0] - first[0], last[1] - first[1]) < 1;
  const { fill: _, ...open } = options;
  const used = isClosed ? options : open;
  const drawable = element.roundness && element.elbowed !== true ? generator.curve(points, used) : generator.linearPath(points, used);
  const parts = partsOf(element, isClosed && !element.roundness ? generator.polygon(points, options) : drawable);
  if (element.endArrowhead) parts.push(...head(element, element.endArrowhead, last, before));
  if (element.startArrowhead) parts.push(...head(element, element.startArrowhead, first, second));
  return parts;
}

/** Draws a freehand line as the outline of its stroke. */
function freehand(element: BoardElement): BoardPart[] {
  const { points = [], pressures = [], simulatePressure = true, strokeWidth, strokeColor } = element;
  const given = simulatePressure ? points : points.map(([x, y], at) => [x, y, pressures[at] ?? 0.5]);
  const outline = getStroke(given, {
    simulatePressure,
    size: strokeWidth * 4.25,
    thinning: 0.6,
    smoothing: 0.5,
    streamline: 0.5,
    easing: (t) => Math.sin((t * Math.PI) / 2),
    last: true,
  }) as [number, number][];
  const round = (value: number): number => Math.round(value * 100) / 100;
  const d = outline.map(([x, y], at) => `${at === 0 ? "M" : "L"} ${round(x + element.x)} ${round(y + element.y)}`).join(" ");
  if (d === "") return [];
  const common = {
    kind: "path" as const,
    stroke: null,
    width: 0,
    dash: [] as number[],
    turn: turnOf(element),
    opacity: element.opacity / 100,
  };
  return [{ ...common, d: `${d} Z`, fill: strokeColor }];
}

function text(element: BoardElement): BoardPart[] {
  const { x, y, width, fontSize: size = 20, fontFamily = 5, lineHeight = 1.25, textAlign = "left", strokeColor } = element;
  const anchor = ({ left: "start", center: "middle", right: "end" } as const)[textAlign];
  const left = { start: x, middle: x + width / 2, end: x + width }[anchor];
  const lines = (element.text ?? "").split("\n").map((words, at) => ({
    text: words,
    x: left,
    // The line's height is around the letters, whose base line is about a fifth above the bottom.
    y: y + at * size * lineHeight + (size * lineHeight) / 2 + size * 0.32,
  }));
  const font = FONTS[fontFamily] ?? "Excalifont";
  return [{ kind: "text", lines, size, font, anchor, fill: strokeColor, turn: turnOf(element), opacity: element.opacity / 100 }];
}

const FRAME = "#bbbbbb";

/** Draws an empty frame: for frames, and for what is not shown. */
function frame(element: BoardElement, name = ""): BoardPart[] {
  const { x, y, width, height } = element;
  const common = { turn: turnOf(element), opacity: element.opacity / 100 };
  const d = `M ${x} ${y} L ${x + width} ${y} L ${x + width} ${y + height} L ${x} ${y + height} Z`;
  const box: BoardPart = { kind: "path", d, fill: null, stroke: FRAME, width: 2, dash: [], ...common };
  if (name === "") return [box];
  return [
    box,
    { kind: "text", lines: [{ text: name, x, y: y - 8 }], size: 14, font: "Liberation Sans", anchor: "start", fill: "#999999", ...common },
  ];
}

function image(element: BoardElement, files: ReadonlyMap<string, string>): BoardPart[] {
  const { x, y, width, height, opacity, fileId } = element;
  const file = element.customData?.itemId === undefined && fileId ? files.get(fileId) : undefined;
  return file === undefined
    ? frame(element)
    : [{ kind: "image", file, x, y, width, height, turn: turnOf(element), opacity: opacity / 100 }];
}

/**
 * Draws one element, with the same shape as in Excalidraw: its seed decides about its roughness. Items of the library are empty frames.
 * @param files the images of the board, by their id: paths, or addresses
 */
export function drawElement(element: BoardElement, files: ReadonlyMap<string, string>): BoardPart[] {
  switch (element.type) {
    case "rectangle":
      return [...shadowOf(element), ...partsOf(element, rectangle(element))];
    case "diamond":
      return partsOf(element, diamond(element));
    case "ellipse":
      return partsOf(
        element,
        generator.ellipse(element.width / 2, element.height / 2, element.width, element.height, { ...optionsOf(element), curveFitting: 1 }),
      );
    case "arrow":
    case "line":
      return line(element);
    case "freedraw":
      return freehand(element);
    case "text":
      return text(element);
    case "image":
      return image(element, files);
    case "frame":
    case "magicframe":
      return frame(element, element.name ?? "");
    case "embeddable":
      return frame(element);
  }
}

/** Returns the box of an element, whatever its rotation. */
function boxOf(element: BoardElement): Area {
  const xs = element.points?.map(([x]) => x) ?? [0, element.width];
  const ys = element.points?.map(([, y]) => y) ?? [0, element.height];
  const low = (values: number[]): number => values.reduce((one, other) => Math.min(one, other), Infinity);
  const high = (values: number[]): number => values.reduce((one, other) => Math.max(one, other), -Infinity);
  const box = { x: element.x + low(xs), y: element.y + low(ys), width: high(xs) - low(xs), height: high(ys) - low(ys) };
  if (element.angle === 0 || !Number.isFinite(box.width)) return box;
  const side = Math.hypot(box.width, box.height);
  return { x: box.x + box.width / 2 - side / 2, y: box.y + box.height / 2 - side / 2, width: side, height: side };
}

/** Returns the area of a drawing with the space around it. The elements are not deleted. */
export function areaOf(elements: readonly BoardElement[]): Area {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of elements.map(boxOf)) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  if (!Number.isFinite(left) || !Number.isFinite(top)) return { x: 0, y: 0, ...EMPTY };
  return { x: left - PADDING, y: top - PADDING, width: right - left + 2 * PADDING, height: bottom - top + 2 * PADDING };
}

/**
 * Draws a board as parts, see {@link drawElement}.
 * @param files the images of the board, by their id: paths, or data addresses
 */
export function drawBoard(elements: readonly BoardElement[], background: string, files: ReadonlyMap<string, string>): BoardPicture {
  const shown = elements.filter(({ isDeleted }) => !isDeleted);
  return { area: areaOf(shown), background, parts: shown.flatMap((element) => drawElement(element, files)) };
}

const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function svgPart(part: BoardPart): string {
  const { turn, opacity } = part;
  const turned = turn.angle === 0 ? "" : ` transform="rotate(${(turn.angle * 180) / Math.PI} ${turn.x} ${turn.y})"`;
  const common = `${turned}${opacity === 1 ? "" : ` opacity="${opacity}"`}`;
  if (part.kind === "image")
    return `<image href="${escaped(part.file)}" x="${part.x}" y="${part.y}" width="${part.width}" height="${part.height}" preserveAspectRatio="none"${common}/>`;
  if (part.kind === "text") {
    const lines = part.lines.map(({ text: words, x, y }) => `<tspan x="${x}" y="${y}">${escaped(words)}</tspan>`).join("");
    return `<text font-family="${escaped(part.font)}, sans-serif" font-size="${part.size}" text-anchor="${part.anchor}" fill="${escaped(part.fill)}" xml:space="preserve"${common}>${lines}</text>`;
  }
  const dash = part.dash.length === 0 ? "" : ` stroke-dasharray="${part.dash.join(" ")}"`;
  return `<path d="${escaped(part.d)}" fill="${escaped(part.fill ?? "none")}" stroke="${escaped(part.stroke ?? "none")}" stroke-width="${part.width}" stroke-linecap="round" stroke-linejoin="round"${dash}${common}/>`;
}

/** Writes a drawing as SVG. It contains no scripts and refers to nothing. */
export function svgOf({ area, background, parts }: BoardPicture): string {
  const { x, y, width, height } = area;
  const ground = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${escaped(background)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">${ground}${parts.map(svgPart).join("")}</svg>`;
}
