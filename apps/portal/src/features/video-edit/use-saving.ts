import { isApiError } from "@stillreel/client";
import { putEdits, renderEdits, type ClientResult } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { wholeVideo } from "@stillreel/video-editor/core";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { client, refusalText } from "../../platform/api.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { loadEdits, type OpenVideo } from "./open-video.ts";

/** Actions that store, render or replace edits. Each shows its outcome. */
export interface Saving {
  isBusy: boolean;
  /** Renders the edits into the video behind the link. */
  save(): Promise<void>;
  /** Renders the edits into a new video. */
  saveCopy(): Promise<void>;
  /** Returns to what the link plays. Undo brings the edits back. */
  discard(): void;
  /** After a conflict: loads the edits of the server. Undo brings the own ones back. */
  takeTheirs(): Promise<void>;
  /** After a conflict: renders the own edits into a new video, and leaves those of the server as they were. */
  saveMineAsCopy(): Promise<void>;
  /** Letters that the server cannot draw, while the user decides about them. */
  letters: { missing: string; onSave: () => void; onClose: () => void } | null;
}

type Rendering = ClientResult<typeof renderEdits>;

export function useSaving(open: OpenVideo, goToItem: (item?: ItemView) => void): Saving {
  const { t } = useTranslation("video-edit");
  const { isBusy, run } = useBusy();
  const { item, editor, keeper, shown } = open;
  const itemId = item.id;

  const { letters, render, rendered, reportCopy } = useRendering(open);

  return {
    isBusy,
    letters,
    save: () =>
      run(async () => {
        editor.pause();
        if (!(await keeper.flush())) return reportUnstored(keeper);
        if (!(await rendered(render("same", keeper.version)))) return;
        toasts.show(t("saving"), { tone: "done" });
        goToItem();
      }),
    saveCopy: () =>
      run(async () => {
        editor.pause();
        if (!(await keeper.flush())) return reportUnstored(keeper);
        const copy = await rendered(render("copy", keeper.version));
        if (copy) reportCopy(copy);
      }),
    discard: () => {
      editor.replaceDocument(shown ?? wholeVideo(editor.lengthOf(undefined)));
      toasts.show(t("discarded"), { action: { label: t("undo"), run: () => editor.undo() } });
    },
    takeTheirs: () =>
      run(async () => {
        const { document, version, source, joined, assets } = await loadEdits(itemId);
        editor.refresh([source, ...joined], assets);
        editor.replaceDocument(document);
        keeper.resolve(version, document);
        toasts.show(t("conflict.tookTheirs"), { action: { label: t("undo"), run: () => editor.undo() } });
      }),
    saveMineAsCopy: () =>
      run(async () => {
        const mine = editor.getState().document;
        const theirs = await loadEdits(itemId);
        const put = (version: number, document: typeof mine) => client.call(putEdits, { params: { itemId }, body: { version, document } });
        const { version } = await put(theirs.version, mine);
        const copy = await render("copy", version);
        const after = await put(version, theirs.document);
        // Without a copy the question about the conflict stays open, with the own edits.
        if (!copy) return;
        editor.replaceDocument(theirs.document);
        keeper.resolve(after.version, theirs.document);
        reportCopy(copy);
      }),
  };
}

/** Functions that render the edits, and that report a copy. */
function useRendering({ item, keeper }: OpenVideo) {
  const { t } = useTranslation("video-edit");
  const navigate = useNavigate();
  const { letters, ask } = useLettersQuestion();
  /** Returns null when the user does not want a video without some letters. */
  const render = async (as: "same" | "copy", version: number): Promise<Rendering | null> => {
    const title = as === "copy" ? { title: t("copyTitle", { title: item.title }) } : {};
    const request = (missingLetters: "draw" | "refuse"): Promise<Rendering> =>
      client.call(renderEdits, { params: { itemId: item.id }, body: { as, version, missingLetters, ...title } });
    try {
      return await request("refuse");
    } catch (error) {
      if (!isApiError(error, "letters-missing")) throw error;
      return (await ask(error.details[0]?.message ?? "")) ? request("draw") : null;
    }
  };
  /** Returns null after edits of another device were stored: their dialog opens. */
  const rendered = async (rendering: Promise<Rendering | null>): Promise<Rendering | null> => {
    try {
      return await rendering;
    } catch (error) {
      if (!isApiError(error, "edit-conflict")) throw error;
      keeper.stop();
      return null;
    }
  };
  const reportCopy = (copy: Rendering): void => {
    const open = (): void => void navigate({ to: itemPath({ ...item, id: copy.itemId }) });
    toasts.show(t("copying"), { tone: "done", action: { label: t("openCopy"), run: open } });
  };
  return { letters, render, rendered, reportCopy };
}

/** The question about missing letters as a function that resolves to the answer. `letters` is set while it is open. */
function useLettersQuestion(): { letters: Saving["letters"]; ask: (missing: string) => Promise<boolean> } {
  const [letters, setLetters] = useState<Saving["letters"]>(null);
  const ask = (missing: string): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (isWanted: boolean) => (): void => {
        setLetters(null);
        resolve(isWanted);
      };
      setLetters({ missing, onSave: answer(true), onClose: answer(false) });
    });
  return { letters, ask };
}

/** Runs one action after the other, and shows why one failed. */
function useBusy(): { isBusy: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!isApiError(error, "unauthenticated")) toasts.error(refusalText(error));
    } finally {
      setBusy(false);
    }
  }, []);
  return { isBusy, run };
}

/** Edits that the server does not have cannot be rendered. A conflict has its own dialog. */
function reportUnstored(keeper: OpenVideo["keeper"]): void {
  if (keeper.getState() === "failed") toasts.error(keeper.reason);
}
