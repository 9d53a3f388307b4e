import { z } from "zod";
import { DESCRIPTION_MAX } from "./limits.ts";

export const ItemType = z.enum(["image", "video"]);
export const Stage = z.enum(["recording", "uploading", "processing", "ready", "failed"]);

/** What an item says about itself below its title; empty when nothing is said. */
export const Description = z.string().trim().max(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters.`);

/** Small pictures of a video in one file, row by row: number `n` shows second `n * interval`. */
export const Storyboard = z.object({
  url: z.string(),
  columns: z.int(),
  rows: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
  /** Seconds from one picture to the next. */
  interval: z.number(),
  count: z.int(),
});
