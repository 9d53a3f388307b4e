import { ANNOTATIONS_VERSION, isNewerAnnotations, upgradeAnnotations, type AnnotationDocument } from "@stillreel/contract";
import type { ItemView } from "../../entities/items/item-list.ts";

/** A document without shapes and crop. */
export const NO_ANNOTATIONS: AnnotationDocument = { version: ANNOTATIONS_VERSION, crop: null, shapes: [] };

/** Returns an item's annotations; null when a newer version of Stillreel created them, which must not be changed. */
export function annotationsOf(item: Pick<ItemView, "markers">): AnnotationDocument | null {
  if (item.markers === null || item.markers === undefined) return NO_ANNOTATIONS;
  if (isNewerAnnotations(item.markers)) return null;
  // The server accepts valid documents only.
  return upgradeAnnotations(item.markers) as AnnotationDocument;
}

/** Returns whether two documents are equal. */
export const isSameDocument = (one: AnnotationDocument, other: AnnotationDocument): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the file name with another extension. */
export const withEnding = (fileName: string, ending: string): string => `${fileName.replace(/\.\w{1,5}$/u, "")}.${ending}`;
