import { ANNOTATIONS_VERSION, isNewerAnnotations, upgradeAnnotations, type AnnotationDocument } from "@stillreel/contract";
import type { ItemView } from "../../entities/items/item-list.ts";

/** Nothing drawn, nothing cut. */
export const NO_ANNOTATIONS: AnnotationDocument = { version: ANNOTATIONS_VERSION, crop: null, shapes: [] };

/** The annotations of an item; null where a newer Stillreel made them, so that ours must keep its hands off them. */
export function annotationsOf(item: Pick<ItemView, "markers">): AnnotationDocument | null {
  if (item.markers === null || item.markers === undefined) return NO_ANNOTATIONS;
  if (isNewerAnnotations(item.markers)) return null;
  // The server let nothing else in.
  return upgradeAnnotations(item.markers) as AnnotationDocument;
}

/** Do two documents say the same? */
export const isSameDocument = (one: AnnotationDocument, other: AnnotationDocument): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A file name with another ending. */
export const withEnding = (fileName: string, ending: string): string => `${fileName.replace(/\.\w{1,5}$/u, "")}.${ending}`;
