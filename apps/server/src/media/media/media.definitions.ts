import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** Creates thumbnails, preview and placeholder of a picture, and sets it to ready or failed. */
export const makeRenditions = defineJob({
  name: "media.make-renditions",
  payload: z.object({ itemId: z.string() }),
  attempts: 5,
  timeoutMs: 120_000,
});
/** Removes the bytes and then the row of an unreferenced blob. */
export const deleteBytes = defineJob({
  name: "media.delete-bytes",
  payload: z.object({ blobId: z.string() }),
  attempts: 12,
  timeoutMs: 60_000,
});
