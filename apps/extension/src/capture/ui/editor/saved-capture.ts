import type { AnnotationDocument } from "@stillreel/contract";
import { type Editor, flatten } from "@stillreel/editor/core";
import { changeCapture, storeCapture } from "../../data/capture-store.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";
import { setQueueAlarm } from "../../data/upload-queue-alarm.ts";

/** Returns the annotations of an editor; null when there are none. */
export function drawnIn(editor: Editor): AnnotationDocument | null {
  const { document } = editor.getState();
  return document.shapes.length === 0 && document.crop === null ? null : document;
}

const isSame = (a: AnnotationDocument | null, b: AnnotationDocument | null): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Renders the picture with its current annotations as PNG. */
export async function pictureIn(editor: Editor, base: Blob): Promise<Blob> {
  const document = drawnIn(editor);
  return document === null ? base : flatten(document, editor.picture, { type: "image/png" });
}

/**
 * Stores the annotated picture and queues it for upload. Pixels, document and queue state are one write, so an upload never
 * mixes two saves.
 * @throws DiskFullError
 */
export async function saveDrawn(capture: StoredCapture, editor: Editor, base: Blob, isStored: boolean): Promise<StoredCapture | null> {
  const document = drawnIn(editor);
  const flat = document === null ? null : await flatten(document, editor.picture, { type: "image/png" });
  if (!isStored) await storeCapture(capture, base);
  const isAsSent = (now: StoredCapture): boolean =>
    isSame(document, now.savedDocument) && (now.item === null || now.item.keepOriginal === capture.keepOriginal);
  const saved = await changeCapture(
    capture.id,
    (now) => ({
      document,
      savedDocument: document,
      revision: isAsSent(now) ? now.revision : now.revision + 1,
      title: capture.title,
      fileName: capture.fileName,
      workspaceId: capture.workspaceId ?? null,
      folderId: capture.folderId,
      keepOriginal: capture.keepOriginal,
      touchedAt: Date.now(),
      upload: { state: "waiting" },
    }),
    flat,
  );
  await setQueueAlarm();
  return saved;
}

/** Detaches a saved capture from an item that another user has changed; it becomes a new item. */
export function asNewItem(id: string, title: string): Promise<StoredCapture | null> {
  return changeCapture(id, () => ({
    item: null,
    title,
    idempotencyKey: crypto.randomUUID(),
    triedRevision: null,
    upload: { state: "waiting" },
  }));
}

/** Lets a saved capture overwrite the current version of its item. */
export function overTheirs(id: string): Promise<StoredCapture | null> {
  return changeCapture(id, ({ item }) => ({
    item: item && { ...item, pictureVersion: null },
    triedRevision: null,
    upload: { state: "waiting" },
  }));
}
