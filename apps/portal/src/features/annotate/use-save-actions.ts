import type { Editor } from "@stillreel/editor/core";
import { toasts } from "@stillreel/ui";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { deleteDraft } from "../../entities/annotation-drafts/annotation-drafts.ts";
import { copyLink } from "../../entities/items/item-links.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import type { Saving } from "./use-saving.ts";

interface Of {
  editor: Editor;
  userId: string;
  item: ItemView;
  saving: Saving;
  keepsOriginal: boolean;
  goToItem: (item?: ItemView) => void;
}

/** Actions of the top bar, with their messages. */
export interface SaveActions {
  /** `isForced`: replaces concurrent changes too. */
  save: (isForced?: boolean) => Promise<void>;
  /** Saves, then opens the picture's page, where the sharing options are. It creates no link. */
  share: () => Promise<void>;
  saveAsCopy: (isAlone: boolean) => Promise<void>;
}

/** Returns the actions Save, Share and Keep both. */
export function useSaveActions({ editor, userId, item, saving, keepsOriginal, goToItem }: Of): SaveActions {
  const { t } = useTranslation("annotate");
  const isUnsaved = (): boolean => editor.getState().isChanged || (!keepsOriginal && item.annotated);
  const offerLink = (text: string, saved: ItemView): void =>
    toasts.show(text, { tone: "done", action: { label: t("copyLink"), run: () => void copyLink(saved) } });
  return {
    save: async (isForced = false) => {
      if (!isForced && !isUnsaved()) return toasts.show(t("nothingToSave"), { tone: "done" });
      const saved = await saving.save(isForced);
      if (!saved) return;
      offerLink(t("saved"), saved);
      // Without an original nothing can be edited further: the annotations are part of the picture.
      if (!keepsOriginal) goToItem();
    },
    share: async () => {
      if (!isUnsaved() || (await saving.save())) goToItem();
    },
    saveAsCopy: async (isAlone) => {
      const made = await saving.saveAsNew(isAlone);
      if (!made) return;
      await deleteDraft(userId, item.id);
      offerLink(t("conflict.keptBoth"), made);
      goToItem(made);
    },
  };
}

/** Reports once that the other version is displayed, and offers to restore the own one. */
export function useAnnounceOtherVersion(editor: Editor, isAfterGivingUp: boolean): void {
  const { t } = useTranslation("annotate");
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (!isAfterGivingUp || isAnnounced.current) return;
    isAnnounced.current = true;
    toasts.show(t("conflict.tookTheirs"), { tone: "done", action: { label: t("undo"), run: () => editor.run("undo") } });
  }, [isAfterGivingUp, editor, t]);
}
