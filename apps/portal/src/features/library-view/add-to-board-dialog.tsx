import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { IconArtboard } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addBoard, boardsQuery } from "../../entities/boards/boards.queries.ts";
import { addItemToBoard } from "../../entities/boards/new-board.ts";
import type { VideoFrame } from "../../entities/boards/video-frame.ts";
import { formatDuration } from "../../entities/items/item-facts.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { errorText } from "../../platform/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./add-to-board-dialog.module.css";

interface Props {
  item: ItemView;
  /** The frame of the video that is added instead of the whole video. */
  frame?: VideoFrame | null;
  onClose: () => void;
}

/** Puts an image, a video or one frame of it onto a whiteboard of the same space, or onto a new one. */
export function AddToBoardDialog({ item, frame = null, onClose }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const navigate = useNavigate();
  const space = spaceOf(item);
  const { data } = useQuery(boardsQuery(space));
  const boards = data?.items.filter(({ permission }) => permission.write);
  const add = async (board: ItemView): Promise<void> => {
    await addItemToBoard(board.id, item, frame);
    const action = { label: t("add.open"), run: () => void navigate({ to: itemPath(board) }) };
    toasts.show(t("add.added", { title: board.title }), { tone: "done", action });
    onClose();
  };
  const run = (work: Promise<void>): void => {
    work.catch((error: unknown) => toasts.error(errorText(error)));
  };
  const addNew = async (): Promise<void> => add(await addBoard({ workspaceId: space, folderId: null }, t("titles.blank")));
  return (
    <Dialog title={t("add.title")} size={460} onClose={onClose}>
      {frame && <p className={styles.none}>{t("add.frame", { time: formatDuration(frame.at) })}</p>}
      {boards?.length === 0 && <p className={styles.none}>{t("add.none")}</p>}
      <ul className={styles.boards} aria-busy={!boards}>
        {boards?.map((board) => (
          <li key={board.id}>
            <button type="button" onClick={() => run(add(board))}>
              <IconArtboard size={20} stroke={1.6} aria-hidden="true" />
              <bdi>{board.title}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={() => run(addNew())}>
        {t("add.newBoard")}
      </Button>
    </Dialog>
  );
}
