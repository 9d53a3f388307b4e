import { isApiError } from "@stillreel/client";
import { flatten, type Editor, type FlattenOptions } from "@stillreel/editor/core";
import { toasts } from "@stillreel/ui";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../platform/api.ts";
import { addItem } from "../../entities/items/item-changes.ts";
import { cacheItem } from "../../entities/items/items.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { addAnnotated, replaceByAnnotated, type Annotated } from "./send-annotated.ts";

/** Reason why a save failed: conflict, deleted item or no connection. */
type Obstacle = "conflict" | "gone" | "offline" | null;

interface Of {
  editor: Editor;
  /** The item as last read or saved. */
  item: ItemView;
  /** `pictureVersion` on which the drawing is based. */
  baseVersion: () => number;
  keepsOriginal: boolean;
  /** Called after the server has accepted the save; later changes are not included. */
  onSaved: (item: ItemView) => Promise<void>;
}

/** Save actions. Each returns the saved item, or null when a message was shown instead. */
export interface Saving {
  /** Sent share, 0 to 1; null without a save in progress. */
  progress: number | null;
  obstacle: Obstacle;
  clear: () => void;
  /** Replaces the picture behind the link; `isForced` replaces concurrent changes too. */
  save: (isForced?: boolean) => Promise<ItemView | null>;
  /** Creates a new item: beside the item, or (`isAlone`) in the personal space. */
  saveAsNew: (isAlone: boolean) => Promise<ItemView | null>;
}

/** Returns lossy options for photos and lossless ones for all other pictures. */
const flattenOptions = (base: Blob): FlattenOptions =>
  base.type === "image/jpeg" ? { type: "image/jpeg", quality: 0.92 } : { type: "image/png" };

/** Saves the drawing, one save at a time. */
export function useSaving({ editor, item, baseVersion, keepsOriginal, onSaved }: Of): Saving {
  const { t } = useTranslation("annotate");
  const [progress, setProgress] = useState<number | null>(null);
  const [obstacle, setObstacle] = useState<Obstacle>(null);
  const isBusy = useRef(false);

  const send = useCallback(
    async (how: (annotated: Annotated) => Promise<ItemView>): Promise<ItemView | null> => {
      if (isBusy.current) return null;
      isBusy.current = true;
      setProgress(0);
      setObstacle(null);
      try {
        const { document } = editor.getState();
        const base = editor.picture.blob;
        const flat = await flatten(document, editor.picture, flattenOptions(base)).catch(() => null);
        if (!flat) {
          toasts.error(t("makeFailed"));
          return null;
        }
        return await how({ item, flat, base, document, keepsOriginal, onProgress: setProgress });
      } catch (error) {
        const found = obstacleOf(error);
        if (found) setObstacle(found);
        // For invalid annotations or pictures the server's message is the most precise.
        else if (!isApiError(error, "unauthenticated")) toasts.error(refusalText(error));
        return null;
      } finally {
        isBusy.current = false;
        setProgress(null);
      }
    },
    [editor, item, keepsOriginal, t],
  );

  const save = useCallback(
    (isForced = false) =>
      send(async (annotated) => {
        const saved = await replaceByAnnotated(annotated, isForced ? null : baseVersion());
        cacheItem(saved);
        if (editor.getState().document === annotated.document) editor.markSaved();
        await onSaved(saved);
        return saved;
      }),
    [send, baseVersion, editor, onSaved],
  );
  const saveAsNew = useCallback(
    (isAlone: boolean) =>
      send(async (annotated) => {
        const title = isAlone ? item.title : t("conflict.copyTitle", { title: item.title });
        const saved = await addAnnotated(annotated, isAlone ? "own-root" : "beside", title);
        editor.markSaved();
        addItem(saved);
        return saved;
      }),
    [send, item, editor, t],
  );
  return { progress, obstacle, clear: useCallback(() => setObstacle(null), []), save, saveAsNew };
}

function obstacleOf(error: unknown): Obstacle {
  if (isApiError(error, "edit-conflict")) return "conflict";
  if (isApiError(error, "not-found", "forbidden")) return "gone";
  return isApiError(error, "offline", "unavailable") ? "offline" : null;
}
