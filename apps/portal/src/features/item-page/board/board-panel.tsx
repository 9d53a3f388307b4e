import { CloseButton } from "@mantine/core";
import type { BoardClient, BoardState } from "@stillreel/board/core";
import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { ItemDiscussion, useItemDiscussion } from "../item-discussion.tsx";
import { SharePanel } from "../share/share-panel.tsx";
import type { BoardPictures } from "./board-media.ts";
import type { PanelName } from "./board-top.tsx";
import { BoardVersions, type ShownVersion } from "./board-versions.tsx";
import styles from "./board.module.css";
import { ObjectList } from "./object-list.tsx";
import { personsOf } from "./people.tsx";
import type { Stage } from "./stage-store.ts";

interface Props {
  item: ItemView;
  board: BoardClient;
  state: BoardState;
  stage: Stage;
  panel: PanelName;
  pictures: BoardPictures;
  canEdit: boolean;
  shown: ShownVersion | null;
  onShow: (shown: ShownVersion | null) => void;
  onClose: () => void;
}

/** The panel beside the canvas: versions, share link, comments or the list of objects. */
export function BoardPanel({ panel, onClose, ...props }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const { item, board, state, stage, pictures, canEdit, shown, onShow } = props;
  return (
    <aside className={styles.panel} aria-label={t(`top.${panel}`)}>
      <div className={styles.panelHead}>
        <h2>{t(`top.${panel}`)}</h2>
        <CloseButton aria-label={t("panel.close")} onClick={onClose} />
      </div>
      <div className={styles.panelBody} data-bare={panel === "comments" || undefined}>
        {panel === "share" && <SharePanel item={item} />}
        {panel === "comments" && <Comments item={item} />}
        {panel === "objects" && <ObjectList stage={stage} board={board} items={pictures.items} />}
        {panel === "versions" && (
          <BoardVersions
            item={item}
            canEdit={canEdit}
            isOffline={state.sync === "offline"}
            people={personsOf(state.participants, state.self).length + 1}
            shown={shown}
            onShow={onShow}
          />
        )}
      </div>
    </aside>
  );
}

function Comments({ item }: { item: ItemView }): ReactNode {
  const store = useItemDiscussion(item.id);
  return <ItemDiscussion item={item} store={store} />;
}
