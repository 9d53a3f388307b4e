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

/** What stands in the way of a save: somebody was faster, the picture is gone, or nobody answers. */
export type Obstacle = "conflict" | "gone" | "offline" | null;

interface Of {
  editor: Editor;
  /** The item as it was last read or saved. */
  item: ItemView;
  /** `pictureVersion` on which it was drawn. */
  baseVersion: () => number;
  keepsOriginal: boolean;
  /** After the server took it; what was drawn meanwhile is not in it. */
  onSaved: (item: ItemView) => Promise<void>;
}

/** Saving of what is drawn. Each answers the item that the server holds then, or null when that was told in another way. */
export interface Saving {
  /** How much has left, 0 to 1; null while nothing is being saved. */
  progress: number | null;
  obstacle: Obstacle;
  clear: () => void;
  /** Replaces the picture behind the link; `isForced`: also one that others changed meanwhile. */
  save: (isForced?: boolean) => Promise<ItemView | null>;
  /** Makes a new picture of it: beside the item, or (`isAlone`) in one's own space. */
  saveAsNew: (isAlone: boolean) => Promise<ItemView | null>;
}

/** A photo stays a photo; everything else is kept to the pixel. */
export const flattenOptions = (base: Blob): FlattenOptions =>
  base.type === "image/jpeg" ? { type: "image/jpeg", quality: 0.92 } : { type: "image/png" };

/** Saves what is drawn, one save at a time. */
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
        // Of what is wrong with annotations or picture the server itself says most.
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
