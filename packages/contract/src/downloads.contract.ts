import { z } from "zod";
import { Id, IsoDate, WorkspaceRef } from "./common.contract.ts";
import { BULK_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Download formats. Images: original, png, jpg, webp, pdf. Videos: original, mp4, webm (when the file is webm), and gif of a range. */
export const ItemFormat = z.enum(["original", "png", "jpg", "webp", "pdf", "mp4", "webm", "gif"]);
/** Formats of a zip's images. GIFs, which may move, and videos remain unchanged. */
export const ZipFormat = ItemFormat.extract(["original", "png", "jpg", "webp", "pdf"]);
/** Layout of a PDF: one page of the image's size, or several A4 pages. */
export const PdfPaper = z.enum(["picture", "a4"]);

/** Query of `GET /items/{itemId}/download`, which responds with bytes (or a redirect to them) instead of an envelope. */
export const DownloadQuery = z.object({
  format: ItemFormat.default("original"),
  paper: PdfPaper.default("picture"),
  /** Range of a GIF in seconds, at most {@link GIF_MAX_S}, by default the first 10 s. */
  from: z.coerce.number().min(0).max(1_000_000).optional(),
  to: z.coerce.number().min(0).max(1_000_000).optional(),
  share: z.string().min(1).max(64).optional(),
});

export const createZip = defineRoute({
  id: "downloads.createZip",
  method: "POST",
  path: "/workspace/{workspaceId}/items/zip",
  summary:
    "Create an address that downloads several items and whole folders as one zip. It is valid for ten minutes and for the caller only",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef }),
  body: z
    .object({
      itemIds: z.array(Id).max(BULK_MAX).default([]),
      folderIds: z.array(Id).max(1_000).default([]),
      format: ZipFormat.default("original"),
    })
    .refine((body) => body.itemIds.length + body.folderIds.length > 0, { error: "Please choose at least one item.", path: ["itemIds"] }),
  // The size is that of the stored files, before a conversion.
  response: z.object({ downloadUrl: z.string(), items: z.int(), size: z.int(), expiresAt: IsoDate }),
});
