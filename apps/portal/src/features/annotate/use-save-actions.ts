import type { Editor } from "@stillreel/editor/core";
import { toasts } from "@stillreel/ui";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../platform/api.ts";
import { deleteDraft } from "../../entities/annotation-drafts/annotation-drafts.ts";
import { copyLink, makeLink } from "../../entities/items/item-links.ts";
import { copyText } from "../../platform/clipboard.ts";
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
      const saved = isUnsaved() ? saving.save() : Promise.resolve(item);
      const link = saved.then((now) => {
        if (!now) throw new NotSaved();
        return now.shareUrl ?? makeLink(now);
      });
      try {
        // The clipboard is used immediately, because the browser refuses it some time after the click.
        await copyText(link);
        toasts.show(t("linkCopied"), { tone: "done", action: { label: t("shareOptions"), run: () => goToItem() } });
      } catch (error) {
        if (!(error instanceof NotSaved)) toasts.error(error instanceof DOMException ? t("linkNotCopied") : errorText(error));
      }
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

/** Error whose reason was already shown. */
class NotSaved extends Error {}

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
