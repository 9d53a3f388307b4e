import { ApiError } from "@stillreel/client";
import type { AnnotationDocument } from "@stillreel/contract";
import { createEditor, openPicture as decodePicture, PictureError, type Editor, type PictureErrorCode } from "@stillreel/editor/core";
import { queryClient } from "../../platform/api.ts";
import { deleteDraft, findDraft, type Draft } from "../../entities/annotation-drafts/annotation-drafts.ts";
import { itemQuery } from "../../entities/items/items.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import type { SpaceRef } from "../../entities/spaces/space-ref.ts";
import { annotationsOf, isSameDocument } from "./annotation.ts";
import { isAnimated } from "./is-animated.ts";

/** A picture opened in the editor. */
export interface OpenPicture {
  item: ItemView;
  editor: Editor;
  /** The document on the server. */
  saved: AnnotationDocument;
  /** The draft that was restored instead. */
  draft: Draft | null;
  /** Whether it is the first frame of an animation. */
  isFirstFrame: boolean;
}

/** Result of opening a picture. */
export type Opening =
  | { state: "open"; open: OpenPicture }
  /** Annotating needs write permission. */
  | { state: "no-access" }
  | { state: "in-trash" }
  | { state: "refused"; item: ItemView; reason: PictureErrorCode | "newer" };

/** A local drawing that the server's version replaced; undo restores it. */
export type GivenUp = AnnotationDocument | null;

/**
 * Loads an item with its base picture and draft, and creates an editor. The base is the original if it exists, because
 * annotations are drawn over unannotated pixels.
 * @throws {ApiError}
 */
export async function openPicture(
  { itemId, ref }: { itemId: string; ref: SpaceRef },
  userId: string,
  givenUp: GivenUp,
  signal: AbortSignal,
): Promise<Opening> {
  const [item, draft] = await Promise.all([
    queryClient.fetchQuery({ ...itemQuery(itemId, "image", ref), staleTime: 0 }),
    givenUp ? deleteDraft(userId, itemId) : findDraft(userId, itemId),
  ]);
  if (!item.permission.write) return { state: "no-access" };
  if (item.trash) return { state: "in-trash" };
  const saved = annotationsOf(item);
  if (!saved) return { state: "refused", item, reason: "newer" };
  try {
    const blob = await fetchPicture(item.originalImage ?? item.sourceUrl, signal);
    const [picture, isFirstFrame] = await Promise.all([decodePicture(blob), isAnimated(blob)]);
    if (signal.aborted) picture.close();
    signal.throwIfAborted();
    const editor = createEditor(picture, saved, { pixelRatio: item.capture?.pixelRatio });
    const isDrawnOn = draft && !isSameDocument(draft.document, saved);
    if (isDrawnOn) editor.replaceDocument(draft.document);
    if (givenUp) {
      editor.replaceDocument(givenUp);
      editor.replaceDocument(saved);
      editor.markSaved();
    }
    return { state: "open", open: { item, editor, saved, draft: isDrawnOn ? draft : null, isFirstFrame } };
  } catch (error) {
    if (error instanceof PictureError) return { state: "refused", item, reason: error.code };
    throw error;
  }
}

/** Fetches the bytes of a picture. The store may be on another host, so credentials are omitted. */
async function fetchPicture(url: string | null, signal?: AbortSignal): Promise<Blob> {
  const offline = (cause?: unknown): ApiError =>
    new ApiError({ status: 0, code: "offline", message: "The picture could not be fetched.", cause });
  if (url === null) throw offline();
  try {
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw offline(answer.status);
    return await answer.blob();
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    throw offline(error);
  }
}
