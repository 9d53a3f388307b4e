import { z } from "zod";
import { DESCRIPTION_MAX } from "./limits.ts";

/** Types of items. Images and videos have a file; a board is a whiteboard. */
export const ItemType = z.enum(["image", "video", "board"]);
export type ItemType = z.output<typeof ItemType>;
export const Stage = z.enum(["recording", "uploading", "processing", "ready", "failed"]);

/** Text of an item below its title. Empty without a description. */
export const Description = z.string().trim().max(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters.`);

/** Small frames of a video in one file, row by row: frame `n` shows second `n * interval`. */
export const Storyboard = z.object({
  url: z.string(),
  columns: z.int(),
  rows: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
  /** Seconds between two frames. */
  interval: z.number(),
  count: z.int(),
});

/** Orders of a list of items. */
export const ItemSort = z.enum(["name", "newest", "oldest"]);

/** Orders of a list of folders. */
export const FolderSort = z.enum(["name", "oldest"]);
