import { IconX } from "@tabler/icons-react";
import { VisuallyHidden } from "@stillreel/ui";
import type { PlayerHandle } from "@stillreel/watch/core";
import { Player, WatchTextsProvider, type WatchTexts } from "@stillreel/watch/player";
import { useCallback, useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { loadPlayback } from "../video/watch.queries.ts";
import styles from "./overlay.module.css";

interface Props {
  itemId: string;
  /** Second at which it starts. */
  at: number | undefined;
  /** Link by which the user can open the video; undefined when they need none. */
  share: string | undefined;
  title: string;
  /** Position of the video on the stage, in pixels. */
  area: { left: number; top: number; width: number; height: number };
  /** Whether the whole area is visible. */
  isInView: boolean;
  texts: WatchTexts;
  onClose: () => void;
}

/** Width from which a video plays on the board itself, in pixels. A smaller one, or one that is partly out of view, plays in a dialog. */
const ON_BOARD_MIN = 240;
/** Width that the controls of the player need, in pixels. A smaller player is scaled down. */
const CONTROLS_MIN = 400;

const play = (handle: PlayerHandle | null): void => handle?.play();

/** Plays a video that is on a board, with the rights of the reader. */
export function BoardVideo({ itemId, at, share, title, area, isInView, texts, onClose }: Props): ReactNode {
  const load = useCallback(() => loadPlayback(itemId, share), [itemId, share]);
  // A player that is open stays where it is when the zoom changes.
  const [isOnBoard] = useState(isInView && area.width >= ON_BOARD_MIN);
  const player = {
    itemId,
    title,
    load,
    ratio: area.width / area.height,
    startAt: at ?? null,
    handleRef: play,
  };
  return (
    <WatchTextsProvider texts={texts}>
      {isOnBoard ? (
        <OnBoard {...{ title, area, onClose }}>
          <Player {...player} hasOwnKeys />
        </OnBoard>
      ) : (
        <Dialog title={title} size={960} onClose={onClose}>
          <Player {...player} />
        </Dialog>
      )}
    </WatchTextsProvider>
  );
}

/** A player that covers its video on the stage, moves with it and is as large. The timeline is below. */
function OnBoard({ title, area, onClose, children }: Pick<Props, "title" | "area" | "onClose"> & { children: ReactNode }): ReactNode {
  const { t } = useTranslation("boards");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("[data-player-root]")?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || document.fullscreenElement) return;
    event.preventDefault();
    onClose();
  };
  const width = Math.max(area.width, CONTROLS_MIN);
  const scale = area.width / width;
  const style = {
    left: area.left,
    top: area.top,
    width,
    "--player-height": `${area.height / scale}px`,
    ...(scale < 1 && { transform: `scale(${scale})` }),
  } as CSSProperties;
  return (
    // Escape closes the player from each of its controls.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a group of controls, which has no action itself
    <div ref={box} className={styles.video} style={style} onKeyDown={onKeyDown}>
      {children}
      <button type="button" className={styles.closeVideo} onClick={onClose}>
        <IconX size={18} stroke={1.7} aria-hidden="true" />
        <VisuallyHidden>{t("item.stop", { title })}</VisuallyHidden>
      </button>
    </div>
  );
}
