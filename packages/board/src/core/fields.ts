import {
  BOARD_COORDINATE_MAX,
  BOARD_ELEMENT_BYTES_MAX,
  BOARD_ELEMENT_TYPES,
  BOARD_POINTS_MAX,
  BOARD_TEXT_MAX,
  isOrderKey,
  type BoardElement,
} from "@stillreel/contract";

/** An element as a drawing program has it: with fields that the contract does not list. */
export type Drawn = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

const TYPES: ReadonlySet<string> = new Set(BOARD_ELEMENT_TYPES);

const REQUIRED = [
  "id",
  "type",
  "version",
  "versionNonce",
  "index",
  "isDeleted",
  "angle",
  "seed",
  "updated",
  "strokeColor",
  "backgroundColor",
  "fillStyle",
  "strokeWidth",
  "strokeStyle",
  "roughness",
  "opacity",
  "locked",
  "groupIds",
  "frameId",
  "roundness",
] as const;

const OPTIONAL = [
  "simulatePressure",
  "startArrowhead",
  "endArrowhead",
  "elbowed",
  "fixedSegments",
  "startIsSpecial",
  "endIsSpecial",
  "polygon",
  "fontSize",
  "fontFamily",
  "textAlign",
  "verticalAlign",
  "containerId",
  "autoResize",
  "lineHeight",
  "name",
  "fileId",
  "status",
  "scale",
  "crop",
] as const;

const limited = (value: unknown, limit: number): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(limit, Math.max(-limit, value)) : 0;

type Point = [number, number];
const point = (value: unknown): Point =>
  Array.isArray(value) ? [limited(value[0], BOARD_COORDINATE_MAX), limited(value[1], BOARD_COORDINATE_MAX)] : [0, 0];

/** Returns every n-th value, so that at most `most` are left. The last one stays. */
function thinned<T>(values: readonly T[], most: number): T[] {
  if (values.length <= most) return [...values];
  const step = (values.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => values[Math.round(index * step)] as T);
}

const SAFE_LINK = /^(?:https?:\/\/|mailto:|\/)/iu;

function linkOf(value: unknown): string | null {
  return typeof value === "string" && value.length <= 2_000 && SAFE_LINK.test(value) ? value : null;
}

function bindingOf(value: unknown): BoardElement["startBinding"] {
  if (typeof value !== "object" || value === null) return null;
  const given = value as { elementId?: unknown; focus?: unknown; gap?: unknown; fixedPoint?: unknown };
  if (typeof given.elementId !== "string") return null;
  const fixed = Array.isArray(given.fixedPoint) ? { fixedPoint: given.fixedPoint.map((part) => limited(part, 10)) as Point } : {};
  return { elementId: given.elementId, focus: limited(given.focus, 10), gap: limited(given.gap, 10_000), ...fixed };
}

function customDataOf(value: unknown): Pick<BoardElement, "customData"> {
  if (typeof value !== "object" || value === null) return {};
  const { itemId, at, note } = value as Record<string, unknown>;
  const data = {
    ...(typeof itemId === "string" && { itemId }),
    ...(typeof at === "number" && at >= 0 && { at }),
    ...(note === true && { note: true }),
  };
  return Object.keys(data).length > 0 ? { customData: data } : {};
}

/** Parts with a limit: points of lines, texts, attached elements. */
function limitedParts(given: Drawn): Partial<BoardElement> {
  const parts: Partial<BoardElement> = {};
  if (Array.isArray(given["points"])) parts.points = thinned(given["points"], BOARD_POINTS_MAX).map(point);
  if (Array.isArray(given["pressures"]))
    parts.pressures = thinned(given["pressures"], BOARD_POINTS_MAX).map((value) => Math.max(0, limited(value, 1)));
  for (const name of ["text", "originalText"] as const) {
    const text = given[name];
    if (typeof text === "string") parts[name] = text.slice(0, BOARD_TEXT_MAX);
  }
  for (const name of ["startBinding", "endBinding"] as const) if (name in given) parts[name] = bindingOf(given[name]) ?? null;
  return parts;
}

/**
 * Returns an element with the fields and limits of the contract, or null if a board cannot contain it. The server refuses a whole message
 * for one wrong field; this function prevents that an unusual element stops the others.
 */
export function asBoardElement(given: Drawn): BoardElement | null {
  if (!TYPES.has(given.type)) return null;
  const element: Record<string, unknown> = {};
  for (const name of REQUIRED) element[name] = given[name] ?? null;
  for (const name of OPTIONAL) if (given[name] !== undefined) element[name] = given[name];
  for (const name of ["x", "y", "width", "height"] as const) element[name] = limited(given[name], BOARD_COORDINATE_MAX);
  const bound = given["boundElements"];
  Object.assign(element, limitedParts(given), customDataOf(given["customData"]), {
    angle: limited(given["angle"], 1_000),
    link: linkOf(given["link"]),
    boundElements: Array.isArray(bound) ? bound.slice(0, 1_000).map(({ id, type }) => ({ id, type })) : null,
    seed: Math.trunc(limited(given["seed"], Number.MAX_SAFE_INTEGER)),
    updated: Math.max(0, limited(given["updated"], Number.MAX_SAFE_INTEGER)),
  });
  const result = element as BoardElement;
  if (result.index !== null && !(typeof result.index === "string" && isOrderKey(result.index))) result.index = null;
  return bytesOf(result) <= BOARD_ELEMENT_BYTES_MAX ? result : withFewerPoints(result);
}

/** Halves the points of a line until it fits. Other elements cannot be that large. */
function withFewerPoints(element: BoardElement): BoardElement {
  const count = element.points?.length ?? 0;
  if (count < 4) return element;
  const half = { ...element, points: thinned(element.points ?? [], Math.ceil(count / 2)) };
  if (element.pressures) half.pressures = thinned(element.pressures, half.points.length);
  return bytesOf(half) <= BOARD_ELEMENT_BYTES_MAX ? half : withFewerPoints(half);
}

const encoder = new TextEncoder();
/** Returns the size of an element as JSON text in bytes. */
export function bytesOf(element: BoardElement): number {
  const text = JSON.stringify(element);
  // Most texts have one byte per character. To encode thousands of them takes longer than to read the elements.
  return /[^ -~]/u.test(text) ? encoder.encode(text).length : text.length;
}
