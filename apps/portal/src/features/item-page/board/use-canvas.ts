import type { ExcalidrawProps } from "@excalidraw/excalidraw/types";
import { useComputedColorScheme } from "@mantine/core";
import type { BoardClient } from "@stillreel/board/core";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { readItem } from "../../../entities/items/items.queries.ts";
import { itemPath } from "../../../entities/spaces/addresses.ts";
import { refusalText } from "../../../platform/api.ts";
import { uploadBoardImage } from "../../../entities/boards/new-board.ts";
import { useBoardMedia, type BoardPictures } from "./board-media.ts";
import { imageAdoption } from "./image-adoption.ts";
import { lastView, useStoredView } from "./last-view.ts";
import { bindScene, type SceneBinding } from "./scene-binding.ts";
import { addPicture, showFirst } from "./stage-actions.ts";
import type { Stage } from "./stage-store.ts";
import type { ShownVersion } from "./board-versions.tsx";

/** Connects the canvas with the board, and shows the drawing once when it has arrived. */
function useBinding(
  binding: RefObject<SceneBinding | null>,
  {
    stage,
    board,
    boardId,
    isDark,
    upload,
  }: { stage: Stage | null; board: BoardClient; boardId: string; isDark: boolean; upload: (file: Promise<File>) => Promise<string> },
  { refresh, isLocked, isStored, frameFile }: BoardPictures,
): void {
  const theme = useRef(isDark);
  useEffect(() => {
    theme.current = isDark;
  }, [isDark]);
  useEffect(() => {
    if (!stage) return undefined;
    const { api } = stage;
    const adopt = imageAdoption({ api, upload, isStored });
    const bound = bindScene({ api, board, context: () => ({ isDark: theme.current, isLocked, frameFile }), onPictures: refresh, adopt });
    binding.current = bound;
    refresh();
    let isFitted = false;
    const fitOnce = (): void => {
      if (isFitted || board.elements().length === 0) return;
      isFitted = true;
      showFirst(stage, lastView(boardId));
    };
    fitOnce();
    // What others add to an empty board does not move what the user sees. With the role, the drawing has arrived.
    isFitted ||= board.getState().role !== null;
    const stopFitting = board.onRemote(({ isWhole }) => {
      fitOnce();
      isFitted ||= isWhole;
    });
    return () => {
      stopFitting();
      bound.stop();
      binding.current = null;
    };
  }, [binding, stage, board, boardId, upload, refresh, isLocked, isStored, frameFile]);
}

/** Returns the item of a pasted address of this server. */
function linkedItem(text: string | undefined): { id: string; type: "image" | "video"; ref: string } | null {
  const given = text?.trim();
  if (!given?.startsWith(`${location.origin}/`) || !URL.canParse(given)) return null;
  const found = /^(?:\/w\/([^/]+))?\/(image|video)s\/([\w-]+)$/u.exec(new URL(given).pathname);
  return found ? { id: found[3] ?? "", type: found[2] as "image" | "video", ref: found[1] ?? "personal" } : null;
}

const openLink: NonNullable<ExcalidrawProps["onLinkOpen"]> = ({ link }, event) => {
  event.preventDefault();
  if (link) window.open(link, "_blank", "noopener,noreferrer");
};

/** The canvas of a board, its pictures, and the props of the stage. */
export function useCanvas(item: ItemView, board: BoardClient, shown: ShownVersion | null) {
  const { t } = useTranslation("boards");
  const isDark = useComputedColorScheme("light") === "dark";
  const [stage, setStage] = useState<Stage | null>(null);
  const binding = useRef<SceneBinding | null>(null);
  const redraw = useCallback(() => binding.current?.redraw(), []);
  const pictures = useBoardMedia(item.id, stage, redraw);
  const { noteStored } = pictures;
  const onUpload = useCallback(
    async (file: File | Promise<File>): Promise<string> => {
      try {
        const { fileId } = await uploadBoardImage(item.id, await file);
        noteStored(fileId);
        return fileId;
      } catch (error) {
        // Not `t` of this page: a change of the language would connect the drawing again, without the images that wait.
        toasts.error(i18next.t("boards:item.uploadFailed", { reason: refusalText(error) }));
        throw error;
      }
    },
    [item.id, noteStored],
  );
  useBinding(binding, { stage, board, boardId: item.id, isDark, upload: onUpload }, pictures);
  useStoredView(item.id, stage);
  useEffect(redraw, [redraw, isDark]);
  useEffect(() => binding.current?.show(shown?.document.elements ?? null), [binding, shown]);
  const addItem = useCallback(
    (chosen: ItemView): void => {
      const { width, height, id: itemId } = chosen;
      const size = { width: width ?? 0, height: height ?? 0 };
      if (stage) addPicture(stage, { ...size, fileId: null, itemId, isVideo: chosen.type === "video", link: itemPath(chosen) });
    },
    [stage],
  );
  const props = useMemo(() => {
    const onPaste: NonNullable<ExcalidrawProps["onPaste"]> = ({ text }) => {
      const link = linkedItem(text);
      if (!link) return true;
      void readItem(link).then(addItem, () => undefined);
      return false;
    };
    const onPointer: NonNullable<ExcalidrawProps["onPointerUpdate"]> = ({ pointer }) => board.setPresence({ pointer });
    return { isDark, label: t("canvas", { title: item.title }), onReady: setStage, onUpload, onPaste, onPointer, onLinkOpen: openLink };
  }, [isDark, t, item.title, onUpload, addItem, board]);
  return { stage, pictures, props, isDark, addItem };
}
