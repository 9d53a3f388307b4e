import type { AnnotationDocument } from "@stillreel/contract";
import type { FileFormat } from "../core/file-format.ts";

const JPEG_QUALITY = 0.92;
const NOTHING: AnnotationDocument = { version: 1, crop: null, shapes: [] };

/**
 * Renders a picture with its annotations as a file.
 * @throws PictureError when memory is insufficient
 */
export async function writePictureFile(picture: Blob, document: AnnotationDocument | null, format: FileFormat): Promise<Blob> {
  if (format === "png" && document === null) return picture;
  const core = await import("@stillreel/editor/core");
  const opened = await core.openPicture(picture);
  try {
    if (format === "png" || format === "jpg") {
      const type = format === "png" ? ("image/png" as const) : ("image/jpeg" as const);
      return await core.flatten(document ?? NOTHING, opened, { type, quality: JPEG_QUALITY });
    }
    return await core.makePdf(document ?? NOTHING, opened, format === "a4" ? "a4" : "picture");
  } finally {
    opened.close();
  }
}
