import { z } from "zod";
import { Id, IsoDate } from "./common.contract.ts";
import { GIF_MAX_S } from "./limits.ts";
import { LanguageTag } from "./playback.contract.ts";
import { defineRoute } from "./route.ts";

/** Formats of a video's export. `png` is one frame, or a zip of evenly distributed frames of a range. */
export const ExportFormat = z.enum(["mp4", "webm", "gif", "webp", "mp3", "wav", "png"]);
export type ExportFormat = z.output<typeof ExportFormat>;

/** Heights of an MP4 and a WebM in lines. A video is never enlarged. */
export const ExportHeight = z.union([z.literal(480), z.literal(720), z.literal(1_080), z.literal(1_440), z.literal(2_160)]);

/** Maximum number of frames of one export. */
export const EXPORT_FRAMES_MAX = 100;

/** Options of an export. Times are in seconds of the video. */
export const ExportOptions = z
  .object({
    format: ExportFormat,
    /** By default the height of the video. */
    height: ExportHeight.optional(),
    from: z.number().min(0).max(1_000_000).default(0),
    /** By default the end of the video; a GIF and a WebP then have 10 s, a PNG is one frame. */
    to: z.number().min(0).max(1_000_000).optional(),
    /** Number of frames of a PNG export with `to`. */
    frames: z.int().min(1).max(EXPORT_FRAMES_MAX, `At most ${EXPORT_FRAMES_MAX} frames.`).optional(),
    /** Language of the captions that are drawn into the picture. */
    captions: LanguageTag.optional(),
  })
  .refine(({ from, to }) => to === undefined || to > from, { error: "The end must come after the start.", path: ["to"] })
  .refine(({ format, from, to }) => !["gif", "webp"].includes(format) || to === undefined || to - from <= GIF_MAX_S, {
    error: `At most ${GIF_MAX_S} seconds fit into a moving image.`,
    path: ["to"],
  });
export type ExportOptions = z.output<typeof ExportOptions>;

export const VideoExport = z.object({
  id: Id,
  itemId: Id,
  format: ExportFormat,
  state: z.enum(["waiting", "running", "ready", "failed"]),
  /** 0 to 1. */
  progress: z.number(),
  /** Reason of a failure, as a sentence. */
  failure: z.string().nullable(),
  fileName: z.string(),
  size: z.int().nullable(),
  /** Signed address of the file for at most 5 minutes; null until it is ready. */
  downloadUrl: z.string().nullable(),
  expiresAt: IsoDate,
});

export const createExport = defineRoute({
  id: "exports.create",
  method: "POST",
  path: "/items/{itemId}/exports",
  summary: "Converts a video to another format or size, without changing it. The file is deleted after a day",
  auth: "user",
  params: z.object({ itemId: Id }),
  body: ExportOptions,
  response: VideoExport,
  success: 202,
  errors: ["format-not-available", "too-many-requests"],
});

export const listExports = defineRoute({
  id: "exports.list",
  method: "GET",
  path: "/items/{itemId}/exports",
  summary: "The caller's exports of a video, the newest first",
  auth: "user",
  params: z.object({ itemId: Id }),
  response: z.object({ items: z.array(VideoExport) }),
});

export const getExport = defineRoute({
  id: "exports.get",
  method: "GET",
  path: "/items/{itemId}/exports/{exportId}",
  summary: "State of an export that the caller created, and the address of its file",
  auth: "user",
  params: z.object({ itemId: Id, exportId: Id }),
  response: VideoExport,
});

export const deleteExport = defineRoute({
  id: "exports.delete",
  method: "DELETE",
  path: "/items/{itemId}/exports/{exportId}",
  summary: "Cancels an export, or deletes its file",
  auth: "user",
  params: z.object({ itemId: Id, exportId: Id }),
  response: z.object({ id: Id }),
});
