import { z } from "zod";
import { ANNOTATIONS_VERSION, SENSITIVE_KINDS } from "./annotation-values.ts";
import { MARKERS_BYTES_MAX, PICTURE_SIDE_MAX, SHAPE_POINTS_MAX, SHAPE_TEXT_MAX, SHAPES_MAX } from "./limits.ts";

export { ANNOTATION_COLORS, ANNOTATIONS_VERSION, SENSITIVE_KINDS, STAMPS } from "./annotation-values.ts";

/** A length or position in pixels of the original image. Shapes may extend beyond it, within limits. */
const Px = z
  .number()
  .min(-2 * PICTURE_SIDE_MAX)
  .max(2 * PICTURE_SIDE_MAX);
const Length = z
  .number()
  .min(0)
  .max(2 * PICTURE_SIDE_MAX);
const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/u);
const StrokeWidth = z.number().min(0.5).max(400);
const FontSize = z.number().min(4).max(2_000);
/** Lone surrogates and control characters except tab and line break: they can be neither drawn nor stored. */
const isDrawable = (text: string): boolean => text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/u.test(text);
const Text = z.string().max(SHAPE_TEXT_MAX).refine(isDrawable, "Control characters are not allowed.");
const Point = z.object({ x: Px, y: Px });
const isPx = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= 2 * PICTURE_SIDE_MAX;
/** `x, y, x, y …`. Validated as a whole: an issue for each of a million bad numbers would cost more than the numbers. */
const Points = z
  .custom<number[]>((given) => Array.isArray(given) && given.length <= SHAPE_POINTS_MAX * 2, `At most ${SHAPE_POINTS_MAX} points.`)
  .refine((flat) => flat.length >= 2 && flat.length % 2 === 0 && flat.every(isPx), "Points are pairs of numbers.");

const Any = {
  id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/u),
  /** 0 to 1. Redactions are always opaque, independent of this value. */
  opacity: z.number().min(0).max(1).default(1),
  /** Clockwise around the middle of its box, in degrees. */
  rotation: z.number().min(-360).max(360).default(0),
  /** Not drawn, and therefore not in the public image. */
  hidden: z.boolean().default(false),
};
const Box = { x: Px, y: Px, width: Length, height: Length };
const Stroke = { color: Color, strokeWidth: StrokeWidth };
const Written = {
  text: Text,
  fontSize: FontSize,
  bold: z.boolean().default(true),
  align: z.enum(["start", "middle", "end"]).default("start"),
};
const Ends = { from: Point, to: Point };
const Fill = { fill: Color.nullable().default(null) };

/** One annotation. The order of the array is the drawing order: the last one is on top. */
export const Shape = z.discriminatedUnion("type", [
  /** `bend` is the distance of the middle from the straight line, to the left of its direction. 0 is straight. */
  z.object({ ...Any, type: z.literal("arrow"), ...Ends, bend: Px.default(0), ...Stroke, heads: z.enum(["end", "both"]).default("end") }),
  z.object({ ...Any, type: z.literal("line"), ...Ends, ...Stroke, dashed: z.boolean().default(false) }),
  z.object({ ...Any, type: z.literal("rectangle"), ...Box, ...Stroke, ...Fill, radius: Length.default(0) }),
  z.object({ ...Any, type: z.literal("ellipse"), ...Box, ...Stroke, ...Fill }),
  z.object({ ...Any, type: z.literal("pen"), points: Points, ...Stroke }),
  z.object({ ...Any, type: z.literal("highlighter"), points: Points, ...Stroke }),
  /** `width` null: as wide as its longest line. */
  z.object({ ...Any, type: z.literal("text"), x: Px, y: Px, width: Length.nullable().default(null), color: Color, ...Fill, ...Written }),
  /** A filled box with text, and a tail that ends at `tip`. */
  z.object({ ...Any, type: z.literal("callout"), ...Box, tip: Point.nullable().default(null), color: Color, ...Written }),
  z.object({ ...Any, type: z.literal("step"), x: Px, y: Px, number: z.int().min(0).max(9_999), color: Color, size: FontSize }),
  /** Covers the pixels below it permanently for every viewer without access to the original. */
  z.object({ ...Any, type: z.literal("redact"), ...Box, color: Color.default("#17161C") }),
  /** Only cosmetic: blurred or pixelated text can sometimes be reconstructed. */
  z.object({
    ...Any,
    type: z.literal("blur"),
    ...Box,
    mode: z.enum(["blur", "pixelate"]).default("pixelate"),
    strength: z.number().min(2).max(200),
  }),
  /** Dims everything except its box. */
  z.object({
    ...Any,
    type: z.literal("spotlight"),
    ...Box,
    round: z.boolean().default(false),
    dim: z.number().min(0.1).max(0.95).default(0.45),
  }),
  /** Shows the surroundings of `source`, enlarged, in its box. */
  z.object({ ...Any, type: z.literal("magnifier"), ...Box, source: Point, zoom: z.number().min(1.1).max(10).default(2), color: Color }),
  /** `glyph` is one of {@link STAMPS}, or an emoji. */
  z.object({
    ...Any,
    type: z.literal("stamp"),
    x: Px,
    y: Px,
    size: FontSize,
    glyph: z.string().min(1).max(32).refine(isDrawable),
    color: Color,
  }),
]);
export type Shape = z.output<typeof Shape>;
export type ShapeType = Shape["type"];
export type ShapeOf<T extends ShapeType> = Extract<Shape, { type: T }>;

/** Drawing over an image, in the image's pixels. The public image is both together. The original has unchanged pixels. */
export const AnnotationDocument = z.object({
  version: z.literal(ANNOTATIONS_VERSION),
  /** The visible part of the image, or null for all of it. */
  crop: z
    .object({
      x: z.int().min(0).max(PICTURE_SIDE_MAX),
      y: z.int().min(0).max(PICTURE_SIDE_MAX),
      width: z.int().min(1).max(PICTURE_SIDE_MAX),
      height: z.int().min(1).max(PICTURE_SIDE_MAX),
    })
    .nullable()
    .default(null),
  shapes: z
    .array(Shape)
    .max(SHAPES_MAX, `At most ${SHAPES_MAX} shapes.`)
    .refine((shapes) => new Set(shapes.map(({ id }) => id)).size === shapes.length, "Every shape has its own id."),
});
export type AnnotationDocument = z.output<typeof AnnotationDocument>;

/** Steps from each old version to the next, indexed by the old version. */
const UPGRADES: readonly ((old: unknown) => unknown)[] = [
  // 0: before versions, a bare list of shapes.
  (old) => ({ version: 1, crop: null, shapes: old }),
];

/** Upgrades an old document to the current version. Other values are returned unchanged, and the schema refuses them. */
export function upgradeAnnotations(given: unknown): unknown {
  // A document without a version has the current one.
  if (typeof given === "object" && given !== null && "shapes" in given && !("version" in given))
    return { version: ANNOTATIONS_VERSION, ...given };
  let version = Array.isArray(given) ? 0 : typeof given === "object" && given !== null && "version" in given ? given.version : null;
  let upgraded = given;
  while (typeof version === "number" && Number.isInteger(version) && version >= 0 && version < ANNOTATIONS_VERSION) {
    upgraded = UPGRADES[version]?.(upgraded);
    version += 1;
  }
  return upgraded;
}

/** Returns whether a newer Stillreel wrote this document. Then an older version must not overwrite it. */
export const isNewerAnnotations = (given: unknown): boolean =>
  typeof given === "object" &&
  given !== null &&
  "version" in given &&
  typeof given.version === "number" &&
  given.version > ANNOTATIONS_VERSION;

/** Limits the number of shapes before any shape is validated, so that long invalid input is refused fast. */
const hasFewShapes = (given: unknown): boolean =>
  !(typeof given === "object" && given !== null && "shapes" in given && Array.isArray(given.shapes) && given.shapes.length > SHAPES_MAX);

/** Parses JSON text: many clients store and send annotations as text. Other values are returned unchanged. */
function fromText(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** An annotation document of any supported version, or its JSON text, upgraded, at most {@link MARKERS_BYTES_MAX} long. */
export const Markers = z
  .unknown()
  .transform(fromText)
  .refine((given) => !isNewerAnnotations(given), { error: "These annotations were made by a newer version of Stillreel.", abort: true })
  .transform(upgradeAnnotations)
  .refine(hasFewShapes, { error: `At most ${SHAPES_MAX} shapes.`, abort: true })
  .pipe(AnnotationDocument)
  .refine((document) => JSON.stringify(document).length <= MARKERS_BYTES_MAX, "There are too many annotations.");

/** Text from another program. Characters that cannot be stored are removed, so that a stray character does not fail a capture. */
const ForeignText = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((text) => text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f]/gu, " "));

/** Metadata of a capture. All fields are optional, and visitors only see them when the owner shows them. */
export const CaptureFacts = z.object({
  kind: z.enum(["visible", "area", "full-page", "element", "screen"]).optional(),
  pageTitle: ForeignText(1_000).optional(),
  capturedAt: z.iso.datetime().optional(),
  /** Name and version, such as `Chrome 156`. */
  browser: ForeignText(100).optional(),
  system: ForeignText(100).optional(),
  screen: z.object({ width: z.int().min(1).max(100_000), height: z.int().min(1).max(100_000) }).optional(),
  viewport: z.object({ width: z.int().min(1).max(100_000), height: z.int().min(1).max(100_000) }).optional(),
  /** Device pixels per CSS pixel, zoom included. */
  pixelRatio: z.number().min(0.1).max(20).optional(),
  /** Whether a part of the page may be missing or wrong, because the page shows its content in a way that no capture can follow. */
  incomplete: z.boolean().optional(),
});
export type CaptureFacts = z.output<typeof CaptureFacts>;

/** A box with private data, in pixels of the original image, as the page's structure revealed it. */
export const SensitiveBox = z.object({ kind: z.enum(SENSITIVE_KINDS), x: Px, y: Px, width: Length, height: Length });
export type SensitiveBox = z.output<typeof SensitiveBox>;

/** Data stored with a capture: metadata for users with access, and boxes for users who may change it. */
export const CaptureRecord = CaptureFacts.extend({ sensitive: z.array(SensitiveBox).max(500).optional() });
export type CaptureRecord = z.output<typeof CaptureRecord>;
