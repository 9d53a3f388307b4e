import { Loader } from "@mantine/core";
import { IconLock, IconPlayerPlayFilled } from "@tabler/icons-react";
import type { BoardClient, BoardState } from "@stillreel/board/core";
import { VisuallyHidden } from "@stillreel/ui";
import { useState, useTransition, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BoardItem } from "../../../entities/boards/boards.queries.ts";
import { formatDuration } from "../../../entities/items/item-facts.ts";
import { lazyView } from "../../../platform/lazy-view.ts";
import { useFocusReturn } from "../../../ui/focus-return.ts";
import { useAccessRequest } from "../../../ui/status/use-access-request.ts";
import { useWatchTexts } from "../use-watch-texts.ts";
import type { BoardPictures } from "./board-media.ts";
import { itemAddress } from "./item-address.ts";
import { personColor } from "./scene-colors.ts";
import styles from "./overlay.module.css";
import type { Stage, StageState } from "./stage-store.ts";
import { useStageState } from "./use-stage.ts";

const BoardVideo = lazyView(() => import("./board-video.tsx"), "BoardVideo");

type View = StageState["view"];
type Participant = BoardState["participants"][number];

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the position and size of an element on the stage. */
function areaOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }, view: View): Area {
  const { scrollX, scrollY, zoom } = view;
  return { left: (x + scrollX) * zoom, top: (y + scrollY) * zoom, width: width * zoom, height: height * zoom };
}

interface Props {
  stage: Stage;
  board: BoardClient;
  participants: readonly Participant[];
  self: string | null;
  pictures: Pick<BoardPictures, "items" | "secondOf">;
  /** Called when an item can be opened that could not be before. */
  onOpen: () => void;
}

/** Pointers and selections of other people, and captions of items, above the canvas. It receives no pointer events outside of its buttons. */
export function Overlay({ stage, board, participants, self, pictures, onOpen }: Props): ReactNode {
  const view = useStageState(stage, (state) => state.view);
  useStageState(stage, ({ revision }) => revision);
  const size = stage.api.getAppState();
  const shown = stage.api.getSceneElements().filter((one) => one.type === "image" && one.customData?.["itemId"]);
  return (
    <div className={styles.overlay}>
      {shown.map((one) => (
        <Caption
          key={one.id}
          item={pictures.items.get(one.customData?.["itemId"] as string)}
          at={pictures.secondOf(one)}
          area={areaOf(one, view)}
          size={size}
          zoom={view.zoom}
          onOpen={onOpen}
        />
      ))}
      <div aria-hidden="true">
        {participants
          .filter(({ id }) => id !== self)
          .map((one) => (
            <Pointer key={one.id} participant={one} board={board} view={view} />
          ))}
      </div>
    </div>
  );
}

/** Zoom under which captions would cover the drawing. */
const CAPTION_ZOOM = 0.4;

/** Asks for access to an item on the board. The board shows it when the user can open it. */
function AskForItem({ itemId, onOpen }: { itemId: string; onOpen: () => void }): ReactNode {
  const { t } = useTranslation();
  const { isAsked, ask } = useAccessRequest({ type: "item", id: itemId }, { level: "view", onOpen, isRead: false });
  return (
    <button type="button" disabled={isAsked} onClick={ask}>
      {t(isAsked ? "deadEnds.asked" : "deadEnds.askAccess")}
    </button>
  );
}

interface CaptionProps {
  item: BoardItem | undefined;
  /** Second of the video whose frame is shown. */
  at: number | undefined;
  area: Area;
  /** Size of the stage. */
  size: Pick<Area, "width" | "height">;
  zoom: number;
  onOpen: () => void;
}

function Caption({ item, at, area, size, zoom, onOpen }: CaptionProps): ReactNode {
  const { t } = useTranslation("boards");
  const [isPlaying, setPlaying] = useState(false);
  // The button shows that the player is loading, until its module is there.
  const [isLoading, startLoading] = useTransition();
  useFocusReturn(isPlaying);
  if (!item) return null;
  if (item.type === null)
    return (
      <div className={styles.locked} style={area}>
        <IconLock size={Math.max(14, 26 * Math.min(1, zoom))} stroke={1.6} aria-hidden="true" />
        {zoom >= CAPTION_ZOOM && (
          <>
            <span>{t("item.locked")}</span>
            <AskForItem itemId={item.itemId} onOpen={onOpen} />
          </>
        )}
      </div>
    );
  const facts = [
    item.owner === null ? null : t("item.by", { name: item.owner }),
    item.comments ? t("item.comments", { count: item.comments }) : null,
  ].filter((fact) => fact !== null);
  const stop = (): void => setPlaying(false);
  const isInView = area.left >= 0 && area.top >= 0 && area.left + area.width <= size.width && area.top + area.height <= size.height;
  return (
    <>
      {item.type === "video" && item.url !== null && (
        <button
          type="button"
          className={styles.play}
          // The focus returns to it when the player is closed.
          aria-hidden={isPlaying || undefined}
          tabIndex={isPlaying ? -1 : undefined}
          style={{ left: area.left + area.width / 2, top: area.top + area.height / 2 }}
          aria-busy={isLoading || undefined}
          onClick={() => startLoading(() => setPlaying(true))}
        >
          {isLoading ? <Loader size={18} color="currentColor" /> : <IconPlayerPlayFilled size={18} aria-hidden="true" />}
          <VisuallyHidden>{t("item.play", { title: item.title ?? "" })}</VisuallyHidden>
          {(at ?? item.duration) !== null && <span>{formatDuration(at ?? item.duration ?? 0)}</span>}
        </button>
      )}
      {isPlaying && <PlayedVideo {...{ item, at, area, isInView, onClose: stop }} />}
      {!isPlaying && zoom >= CAPTION_ZOOM && (
        <div className={styles.caption} style={{ left: area.left, top: area.top + area.height, width: area.width }}>
          <a href={itemAddress(item.pageUrl, at)} target="_blank" rel="noopener noreferrer">
            <bdi>{item.title}</bdi>
          </a>
          <small>
            <bdi>
              {t(`item.${item.type}`)} {facts.join(", ")}
            </bdi>
          </small>
        </div>
      )}
    </>
  );
}

/** Returns the link by which the user can open the item; undefined when they need none. */
const shareOf = ({ pageUrl }: BoardItem): string | undefined => /^\/s\/([^?]+)/u.exec(pageUrl ?? "")?.[1];

interface PlayedProps {
  item: BoardItem;
  at: number | undefined;
  area: Area;
  isInView: boolean;
  onClose: () => void;
}

function PlayedVideo({ item, at, area, isInView, onClose }: PlayedProps): ReactNode {
  const texts = useWatchTexts();
  return <BoardVideo {...{ itemId: item.itemId, at, share: shareOf(item), title: item.title ?? "", area, isInView, texts, onClose }} />;
}

function Pointer({ participant, board, view }: { participant: Participant; board: BoardClient; view: View }): ReactNode {
  const { t } = useTranslation("boards");
  const color = personColor(participant.colour);
  const { pointer, selected, person } = participant;
  return (
    <>
      {selected.map((id) => {
        const element = board.element(id);
        return element && !element.isDeleted ? (
          <span key={id} className={styles.selection} style={{ ...areaOf(element, view), borderColor: color }} />
        ) : null;
      })}
      {pointer && (
        <span
          className={styles.pointer}
          data-laser={pointer.tool === "laser" || undefined}
          style={{
            transform: `translate(${(pointer.x + view.scrollX) * view.zoom}px, ${(pointer.y + view.scrollY) * view.zoom}px)`,
            color,
          }}
        >
          {pointer.tool === "laser" ? (
            <span className={styles.laser} />
          ) : (
            <svg width="18" height="20" viewBox="0 0 18 20">
              <path d="M2 2l5.4 14.4 2.4-5.8 6-2.2z" fill="currentColor" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
            </svg>
          )}
          <bdi className={styles.name} style={{ backgroundColor: color }}>
            {person?.displayName ?? t("people.visitor")}
          </bdi>
        </span>
      )}
    </>
  );
}
