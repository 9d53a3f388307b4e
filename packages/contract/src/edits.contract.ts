import { z } from "zod";
import { Shape, STAMPS } from "./annotations.contract.ts";
import { Id, Title } from "./common.contract.ts";
import {
  CLIP_MIN_S,
  CLIPS_MAX,
  EDIT_FORMAT,
  EDITED_MAX_S,
  EDITS_BYTES_MAX,
  EDITS_WIRE_BYTES_MAX,
  EFFECT_KEYS_MAX,
  EFFECTS_MAX,
  FRAME_SHAPES,
  SPEED_MAX,
  SPEED_MIN,
  VOLUME_MAX,
} from "./edit-values.ts";
import { Storyboard } from "./item-values.ts";
import { SHAPE_TEXT_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Seconds of a source or of the edited video. */
const Seconds = z.number().min(0).max(EDITED_MAX_S);
/** Position or length as a share of the picture's width or height. Boxes may extend beyond the picture. */
const Share = z.number().min(-4).max(4);
const Size = z.number().min(0).max(8);
const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/u);
const EffectId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/u);
const Volume = z.number().min(0).max(VOLUME_MAX);
/** Lone surrogates and control characters except tab and line break can be neither drawn nor stored. */
const isDrawable = (text: string): boolean => text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/u.test(text);

const EMOJI = /^[\p{Emoji}\p{Emoji_Component}]+$/u;
/** Returns whether a glyph can be drawn by the font of emoji, or is one of the stamps. */
const isGlyph = (glyph: string): boolean => EMOJI.test(glyph) || STAMPS.some((stamp) => stamp === glyph);

/** A part of a source that is played. The order of the clips is the playing order. */
export const EditClip = z
  .object({
    /** Start and end in seconds of the source. For a joined image, `end - start` is how long it is shown. */
    start: Seconds,
    end: Seconds,
    speed: z.number().min(SPEED_MIN).max(SPEED_MAX).optional(),
    /** 1 is unchanged, 0 is mute. */
    volume: Volume.optional(),
    /** Length of a fade of picture and sound from and to black and silence, in seconds of the edited video. */
    fadeIn: z.number().min(0).max(10).optional(),
    fadeOut: z.number().min(0).max(10).optional(),
    /** A joined video or image of the same space. Without it, the clip is a part of the edited video itself. */
    itemId: Id.optional(),
  })
  .refine(({ start, end }) => end - start >= CLIP_MIN_S, { error: "A clip ends after its start.", path: ["end"] });

const Box = { x: Share, y: Share, width: Size, height: Size };
/** A position at a time: seconds of the source, not of the effect. */
const Key = z.object({ at: Seconds, ...Box });
const Keys = { keys: z.array(Key).max(EFFECT_KEYS_MAX, `At most ${EFFECT_KEYS_MAX} positions.`).optional() };
const Timed = {
  id: EffectId,
  /** Seconds of the source. */
  start: Seconds,
  end: Seconds,
  /** The joined item whose clips show the effect. Without it: the edited video. */
  itemId: Id.optional(),
};

/** Something that is drawn over the video or changes it for a time. Later effects are above earlier ones. */
export const EditEffect = z
  .discriminatedUnion("kind", [
    /** Blurs the picture inside of its box. `strength` is in pixels at a width of 1,920. */
    z.object({ ...Timed, kind: z.literal("blur"), ...Box, ...Keys, strength: z.number().min(1).max(100).default(20) }),
    /** `strength` is the side of a cell in pixels at a width of 1,920. */
    z.object({ ...Timed, kind: z.literal("pixelate"), ...Box, ...Keys, strength: z.number().min(4).max(200).default(24) }),
    z.object({ ...Timed, kind: z.literal("solid"), ...Box, ...Keys, color: Color.default("#17161C") }),
    z.object({
      ...Timed,
      kind: z.literal("text"),
      ...Box,
      ...Keys,
      text: z.string().max(SHAPE_TEXT_MAX).refine(isDrawable, "Control characters are not allowed."),
      /** Height of the font as a share of the picture's height. */
      size: z.number().min(0.005).max(1).default(0.05),
      color: Color.default("#FFFFFF"),
      background: Color.nullable().default(null),
      bold: z.boolean().default(true),
      align: z.enum(["start", "middle", "end"]).default("start"),
    }),
    /**
     * A shape of the image editor, in pixels of the source's picture. Magnifiers show the picture with its covers. Blurs are refused: one
     * that is stored but not drawn would cover nothing.
     */
    z.object({
      ...Timed,
      kind: z.literal("figure"),
      shape: Shape.refine(
        ({ type }) => type !== "blur",
        "Blurs of images are not drawn on videos. Use the effects blur, pixelate or solid.",
      ).refine((shape) => shape.type !== "stamp" || isGlyph(shape.glyph), {
        error: "A stamp is the name of a stamp, or emoji.",
        path: ["glyph"],
      }),
    }),
    /** Darkens everything outside of its box. */
    z.object({
      ...Timed,
      kind: z.literal("spotlight"),
      ...Box,
      ...Keys,
      round: z.boolean().default(false),
      dim: z.number().min(0.1).max(0.95).default(0.45),
    }),
    /** Enlarges its box to the whole picture. The slopes are in seconds, 0 is a cut. Zooms do not overlap. */
    z.object({
      ...Timed,
      kind: z.literal("zoom"),
      ...Box,
      ...Keys,
      easeIn: z.number().min(0).max(10).default(0.6),
      easeOut: z.number().min(0).max(10).default(0.6),
      /** Whether `keys` were made from the recorded pointer. Editors then make them again when times or size change. */
      followsPointer: z.literal(true).optional(),
    }),
  ])
  .refine(({ start, end }) => end > start, { error: "An effect ends after its start.", path: ["end"] });

/** Names a chapter from a second of the edited video's source on. */
const EditChapter = z.object({ at: Seconds, name: z.string().trim().min(1).max(100) });

/** Background around the picture. Lengths are in pixels at a width of 1,920. */
const EditFrame = z.object({
  /** One colour, a gradient between two, or an uploaded picture. */
  background: z.union([
    z.object({ color: Color }),
    z.object({ from: Color, to: Color, angle: z.number().min(0).max(360).default(135) }),
    z.object({ assetId: Id }),
  ]),
  space: z.number().min(0).max(480).default(96),
  corners: z.number().min(0).max(200).default(24),
  /** Strength of the shadow. True is {@link SHADOW_DEFAULT}, false is 0. */
  shadow: z.union([z.boolean(), z.number().min(0).max(1)]).default(true),
  /** Aspect ratio of the frame. It is enlarged with background, so `space` is the least space. Without it: `auto`. */
  shape: z.enum(FRAME_SHAPES).optional(),
});

const hasNoOverlap = (effects: readonly { kind: string; start: number; end: number; itemId?: string | undefined }[]): boolean => {
  const zooms = effects.filter(({ kind }) => kind === "zoom").toSorted((one, other) => one.start - other.start);
  const last = new Map<string | undefined, number>();
  return zooms.every(({ itemId, start, end }) => {
    const isFree = start >= (last.get(itemId) ?? 0) - 0.001;
    last.set(itemId, end);
    return isFree;
  });
};

/** How a video was edited. `docs/edits.md` describes it. The file that was uploaded or recorded stays unchanged. */
export const EditDocument = z.object({
  format: z.literal(EDIT_FORMAT),
  clips: z
    .array(EditClip)
    .min(1, "Everything is removed. An edited video needs at least one clip.")
    .max(CLIPS_MAX, `At most ${CLIPS_MAX} clips.`),
  effects: z
    .array(EditEffect)
    .max(EFFECTS_MAX, `At most ${EFFECTS_MAX} effects.`)
    .refine((effects) => new Set(effects.map(({ id }) => id)).size === effects.length, "Every effect has its own id.")
    .refine(hasNoOverlap, "Zooms cannot overlap.")
    .default([]),
  /** The visible part, as shares of the upright picture, before `rotate`. */
  crop: z
    .object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1), width: z.number().gt(0).max(1), height: z.number().gt(0).max(1) })
    .refine(({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001, "The crop is inside of the picture.")
    .nullable()
    .default(null),
  /** Clockwise, in degrees. */
  rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
  frame: EditFrame.nullable().default(null),
  /** An uploaded sound that is added to the video's or replaces it. `at` is in seconds of the edited video. */
  audio: z
    .object({
      assetId: Id,
      mode: z.enum(["add", "replace"]),
      volume: Volume.default(1),
      at: Seconds.default(0),
      fadeIn: z.number().min(0).max(10).default(0),
      fadeOut: z.number().min(0).max(10).default(0),
    })
    .nullable()
    .default(null),
  /** Volume of the video's own sound. */
  volume: Volume.default(1),
  /** The poster: a frame at a second of a source, or an uploaded picture. Null: the server chooses one. */
  poster: z
    .union([z.object({ at: Seconds, itemId: Id.optional() }), z.object({ assetId: Id })])
    .nullable()
    .default(null),
  /** Chapters in seconds of the source. Null: those of the video follow the edit. */
  chapters: z.array(EditChapter).max(100).nullable().default(null),
});
export type EditDocument = z.output<typeof EditDocument>;
export type EditClip = z.output<typeof EditClip>;
export type EditEffect = z.output<typeof EditEffect>;
export type EditEffectOf<K extends EditEffect["kind"]> = Extract<EditEffect, { kind: K }>;

/** Returns whether a newer Stillreel wrote this document. */
const isNewer = (given: unknown): boolean =>
  typeof given === "object" && given !== null && "format" in given && typeof given.format === "number" && given.format > EDIT_FORMAT;

/** Limits the lists before any entry is validated, so that long invalid input is refused fast. */
const isShort = (given: unknown): boolean => {
  if (typeof given !== "object" || given === null) return true;
  const { clips, effects } = given as { clips?: unknown; effects?: unknown };
  return !(Array.isArray(clips) && clips.length > CLIPS_MAX) && !(Array.isArray(effects) && effects.length > EFFECTS_MAX);
};

/** An edit document as clients send it, at most {@link EDITS_BYTES_MAX} long. */
export const GivenEdits = z
  .unknown()
  .refine((given) => !isNewer(given), { error: "These edits were made by a newer version of Stillreel.", abort: true })
  .refine(isShort, { error: `At most ${CLIPS_MAX} clips and ${EFFECTS_MAX} effects.`, abort: true })
  .pipe(EditDocument)
  .refine((document) => JSON.stringify(document).length <= EDITS_BYTES_MAX, "There are too many edits.");

/** A file that clips are parts of: the unedited video, or a joined item. Addresses are signed and expire within 5 minutes. */
export const EditSource = z.object({
  itemId: Id,
  type: z.enum(["video", "image"]),
  title: z.string(),
  /** Null when the item is deleted, or not readable for the caller. Its clips must be removed before the video is saved. */
  url: z.string().nullable(),
  mimeType: z.string(),
  duration: z.number(),
  width: z.int(),
  height: z.int(),
  frameRate: z.number().nullable(),
  hasSound: z.boolean(),
  storyboard: Storyboard.nullable(),
  waveformUrl: z.string().nullable(),
  posterUrl: z.string().nullable(),
});
export type EditSource = z.output<typeof EditSource>;

/** An uploaded sound or picture of an edit. */
export const EditAsset = z.object({
  id: Id,
  kind: z.enum(["sound", "picture"]),
  name: z.string(),
  url: z.string(),
  duration: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type EditAsset = z.output<typeof EditAsset>;

/** A render that is waiting, is running, or failed. */
export const EditRender = z.object({
  jobId: Id,
  as: z.enum(["same", "copy"]),
  state: z.enum(["queued", "running", "failed"]),
  /** 0 to 1. */
  progress: z.number(),
  /** Reason of a failure, as a sentence. */
  reason: z.string().nullable(),
});

export const EditsView = z.object({
  /** Incremented by every stored change. 0: never edited. */
  version: z.int(),
  document: EditDocument,
  /** The document that was rendered into the video behind the link; null when the link plays the unedited video. */
  shown: EditDocument.nullable(),
  source: EditSource,
  joined: z.array(EditSource),
  assets: z.array(EditAsset),
  render: EditRender.nullable(),
});
export type EditsView = z.output<typeof EditsView>;

const OfItem = z.object({ itemId: Id });

export const getEdits = defineRoute({
  id: "edits.get",
  method: "GET",
  path: "/items/{itemId}/edits",
  summary: "The edits of a video with their sources. An unedited video has one clip over its whole length",
  auth: "user",
  params: OfItem,
  response: EditsView,
});

export const putEdits = defineRoute({
  id: "edits.put",
  method: "PUT",
  path: "/items/{itemId}/edits",
  summary: "Stores the edits of a video as a draft. `version` is the version that they are based on",
  auth: "user",
  params: OfItem,
  body: z.object({ version: z.int().min(0), document: GivenEdits }),
  bodyBytesMax: EDITS_WIRE_BYTES_MAX,
  response: z.object({ version: z.int(), document: EditDocument }),
  errors: ["edit-conflict"],
});

export const renderEdits = defineRoute({
  id: "edits.render",
  method: "POST",
  path: "/items/{itemId}/render",
  summary: "Renders the edits into the video behind the same link, or into a copy",
  auth: "user",
  params: OfItem,
  body: z.object({
    as: z.enum(["same", "copy"]),
    title: Title.optional(),
    /** With it, a draft that was changed in between is not rendered. */
    version: z.int().min(0).optional(),
    /** What happens with letters of texts for which the server has no font: they are drawn as empty boxes, or nothing is rendered. */
    missingLetters: z.enum(["draw", "refuse"]).default("draw"),
  }),
  /** `itemId` is the item of the copy, or the video itself. */
  response: z.object({ jobId: Id, itemId: Id }),
  success: 202,
  errors: ["edit-conflict", "letters-missing"],
});

export const cancelRender = defineRoute({
  id: "edits.cancelRender",
  method: "DELETE",
  path: "/items/{itemId}/render",
  summary: "Cancels an unfinished render. The video, its versions and the draft stay as they are; the item of a copy is deleted",
  auth: "user",
  params: OfItem,
  /** Without `jobId`, the render into the link is cancelled. */
  query: z.object({ jobId: Id.optional() }),
  /** False when there was nothing to cancel, for example because the render had ended. */
  response: z.object({ isCancelled: z.boolean() }),
});

/** A stored version of a video: the file that was uploaded or recorded, or a render. */
export const VideoVersion = z.object({
  id: Id,
  kind: z.enum(["original", "edit"]),
  /** Whether the link plays it. */
  isShown: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.object({ id: Id, name: z.string() }).nullable(),
  duration: z.number(),
  size: z.int(),
  url: z.string(),
});
export type VideoVersion = z.output<typeof VideoVersion>;

export const listVersions = defineRoute({
  id: "edits.versions",
  method: "GET",
  path: "/items/{itemId}/versions",
  summary: "Stored versions of a video, the newest first",
  auth: "user",
  params: OfItem,
  response: z.object({ items: z.array(VideoVersion) }),
});

export const deleteVersions = defineRoute({
  id: "edits.deleteVersions",
  method: "DELETE",
  path: "/items/{itemId}/versions",
  summary: "Deletes the original and all versions except the one behind the link. Removed and covered parts are then gone",
  auth: "user",
  params: OfItem,
  response: z.object({ items: z.array(VideoVersion) }),
});

export const addEditAsset = defineRoute({
  id: "edits.addAsset",
  method: "POST",
  path: "/items/{itemId}/edits/assets",
  summary: "Uploads a sound or a picture for the edits of a video",
  auth: "user",
  params: OfItem,
  form: { file: { type: "file", description: "MP3, M4A, WAV, OGG, PNG, JPEG or WebP", required: true } },
  response: EditAsset,
  success: 201,
  errors: ["file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file", "storage-full", "quota-exceeded"],
});

export const copyEditAsset = defineRoute({
  id: "edits.copyAsset",
  method: "POST",
  path: "/items/{itemId}/edits/assets/copy",
  summary:
    "Copies an image of the same space for the edits of a video, as its poster or background. Later changes of the image change nothing",
  auth: "user",
  params: OfItem,
  body: z.object({ sourceItemId: Id }),
  response: EditAsset,
  success: 201,
  errors: ["file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file", "storage-full", "quota-exceeded"],
});
