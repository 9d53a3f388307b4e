import { z } from "zod";
import {
  BOARD_ELEMENT_TYPES,
  BOARD_COORDINATE_MAX,
  BOARD_FORMAT,
  BOARD_ELEMENTS_MAX,
  BOARD_ELEMENT_VERSION_MAX,
  BOARD_POINTS_MAX,
  BOARD_TEXT_MAX,
  isOrderKey,
} from "./board-values.ts";
import { Id } from "./common.contract.ts";

/**
 * Whiteboards are items of type `board`. Their drawing is a set of elements in the form of Excalidraw. Each element has a version: of two
 * states of one element the one with the higher `version` is valid, with equal versions the one with the lower `versionNonce`. The server
 * applies this rule, stores the result, and acknowledges a change when it is stored.
 */

/** A coordinate on a board. */
export const Coordinate = z.number().min(-BOARD_COORDINATE_MAX).max(BOARD_COORDINATE_MAX);
const Points = z.array(z.tuple([Coordinate, Coordinate])).max(BOARD_POINTS_MAX);
/** A colour as Excalidraw stores it: a CSS colour name, or `#` with hexadecimal digits. */
const Colour = z.string().regex(/^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/iu, "Not a colour.");
const Text = z.string().max(BOARD_TEXT_MAX);
/** Address behind an element: http, https or mailto, or null. `javascript:` and other schemes are refused. */
const ElementLink = z
  .string()
  .max(2_000)
  .regex(/^(?:https?:\/\/|mailto:|\/)/iu, "Only web and e-mail addresses are allowed.")
  .nullable();
/** Id of an element. */
export const ElementId = z.string().regex(/^[\w-]{1,64}$/u);
/** End of an arrow that is attached to another element. */
const Binding = z
  .object({
    elementId: ElementId,
    focus: z.number().min(-10).max(10).optional(),
    gap: z.number().min(-10_000).max(10_000).optional(),
    fixedPoint: z.tuple([z.number().min(-10).max(10), z.number().min(-10).max(10)]).nullish(),
    mode: z.enum(["inside", "orbit", "skip"]).optional(),
  })
  .nullable();
const Arrowhead = z
  .string()
  .regex(/^[a-z_]{1,32}$/u)
  .nullable();

/** Kinds of elements. `image` covers uploaded images and items of the library ({@link BoardElement} `customData.itemId`). */
export const BoardElementType = z.enum(BOARD_ELEMENT_TYPES);

/**
 * One element of a board. Fields that are not listed are removed. `customData.itemId` names an image or a video of the library: its pixels
 * are not a part of the board, and are shown only to people who may open that item. `customData.note` marks a sticky note.
 */
export const BoardElement = z.object({
  id: ElementId,
  type: BoardElementType,
  version: z.int().min(1).max(BOARD_ELEMENT_VERSION_MAX),
  versionNonce: z.int().min(0),
  /** Fractional index: order of the elements. */
  index: z
    .string()
    .regex(/^[0-9A-Za-z]{1,128}$/u)
    .refine(isOrderKey, "This is not a fractional index.")
    .nullable(),
  isDeleted: z.boolean(),
  x: Coordinate,
  y: Coordinate,
  width: Coordinate,
  height: Coordinate,
  angle: z.number().min(-1_000).max(1_000),
  seed: z.int(),
  updated: z.number().min(0),
  strokeColor: Colour,
  backgroundColor: Colour,
  fillStyle: z.enum(["hachure", "cross-hatch", "solid", "zigzag"]),
  strokeWidth: z.number().min(0).max(100),
  strokeStyle: z.enum(["solid", "dashed", "dotted"]),
  roughness: z.number().min(0).max(10),
  opacity: z.number().min(0).max(100),
  locked: z.boolean(),
  link: ElementLink,
  groupIds: z.array(ElementId).max(50),
  frameId: ElementId.nullable(),
  roundness: z.object({ type: z.int().min(1).max(3), value: z.number().min(0).max(10_000).optional() }).nullable(),
  boundElements: z
    .array(z.object({ id: ElementId, type: z.enum(["arrow", "text"]) }))
    .max(1_000)
    .nullable(),
  points: Points.optional(),
  pressures: z.array(z.number().min(0).max(1)).max(BOARD_POINTS_MAX).optional(),
  simulatePressure: z.boolean().optional(),
  lastCommittedPoint: z.tuple([Coordinate, Coordinate]).nullish(),
  startBinding: Binding.optional(),
  endBinding: Binding.optional(),
  startArrowhead: Arrowhead.optional(),
  endArrowhead: Arrowhead.optional(),
  elbowed: z.boolean().optional(),
  fixedSegments: z
    .array(z.object({ index: z.int().min(0), start: z.tuple([Coordinate, Coordinate]), end: z.tuple([Coordinate, Coordinate]) }))
    .max(1_000)
    .nullish(),
  startIsSpecial: z.boolean().nullish(),
  endIsSpecial: z.boolean().nullish(),
  polygon: z.boolean().optional(),
  text: Text.optional(),
  originalText: Text.optional(),
  fontSize: z.number().min(1).max(10_000).optional(),
  fontFamily: z.int().min(1).max(100).optional(),
  textAlign: z.enum(["left", "center", "right"]).optional(),
  verticalAlign: z.enum(["top", "middle", "bottom"]).optional(),
  containerId: ElementId.nullish(),
  autoResize: z.boolean().optional(),
  lineHeight: z.number().min(0.1).max(10).optional(),
  /** Name of a frame. */
  name: z.string().max(200).nullish(),
  /** An image of the board, see {@link addBoardImage}. */
  fileId: ElementId.nullish(),
  status: z.enum(["pending", "saved", "error"]).optional(),
  scale: z.tuple([z.number().min(-1).max(1), z.number().min(-1).max(1)]).optional(),
  crop: z
    .object({
      x: z.number().min(0).max(100_000),
      y: z.number().min(0).max(100_000),
      width: z.number().min(0).max(100_000),
      height: z.number().min(0).max(100_000),
      naturalWidth: z.number().min(1).max(100_000),
      naturalHeight: z.number().min(1).max(100_000),
    })
    .nullish(),
  customData: z
    .object({
      itemId: Id.optional(),
      /** Second of a video whose frame is shown. */
      at: z.number().min(0).optional(),
      note: z.boolean().optional(),
    })
    .optional(),
});
export type BoardElement = z.output<typeof BoardElement>;

/** Settings of the canvas that everyone shares. */
export const BoardCanvas = z.object({
  background: Colour.default("#ffffff"),
  grid: z.boolean().default(true),
});
export type BoardCanvas = z.output<typeof BoardCanvas>;

/** A whole board, as it is read, merged and imported. */
export const BoardDocument = z.object({
  format: z.literal(BOARD_FORMAT).default(BOARD_FORMAT),
  elements: z.array(BoardElement).max(BOARD_ELEMENTS_MAX),
  canvas: BoardCanvas.default({ background: "#ffffff", grid: true }),
});
export type BoardDocument = z.output<typeof BoardDocument>;
