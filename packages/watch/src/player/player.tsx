import { useEffect, useImperativeHandle, useRef, type CSSProperties, type ReactNode } from "react";
import { showInMediaSession, type PlayerCore } from "../core/index.ts";
import { useTexts } from "../texts-context.tsx";
import { PlayerOverlay } from "./overlay/player-overlay.tsx";
import styles from "./player.module.css";
import type { PlayerProps } from "./player.types.ts";
import { StripBar } from "./strip/strip-bar.tsx";
import { usePlayer, usePlayerState } from "./use-player.ts";

/** Default aspect ratio while the video's is unknown. */
const SCREEN_RATIO = 16 / 9;

/** Loads the addresses of a video again when its version changes. */
function useRefresh(player: PlayerCore, version: PlayerProps["version"]): void {
  const first = useRef(version);
  useEffect(() => {
    if (first.current === version) return;
    first.current = version;
    void player.refresh();
  }, [player, version]);
}

/** A video with its controls over it and its timeline below it. To show another item, change its `key`. */
export function Player(props: PlayerProps): ReactNode {
  const {
    itemId,
    title,
    ratio: knownRatio,
    load,
    version,
    startAt,
    onWatched,
    onEnded,
    handleRef,
    pins,
    onPin,
    chapters,
    ticks,
    children,
    ...actions
  } = props;
  const { language } = useTexts();
  const element = useRef<HTMLVideoElement>(null);
  const player = usePlayer({ itemId, load, startAt, language, onWatched, onEnded });
  useImperativeHandle(handleRef, () => player, [player]);
  useEffect(() => (element.current ? player.attach(element.current) : undefined), [player]);
  useRefresh(player, version);

  const poster = usePlayerState(player, (state) => state.playback?.posterUrl ?? null);
  const ratio = usePlayerState(player, (state) => state.ratio);
  const hasStarted = usePlayerState(player, (state) => state.hasStarted);
  useEffect(() => (hasStarted ? showInMediaSession(player, { title, artwork: poster }) : undefined), [player, title, poster, hasStarted]);

  const shape = { "--ratio": ratio ?? knownRatio ?? SCREEN_RATIO } as CSSProperties;
  return (
    <div
      className={styles.root}
      style={shape}
      data-player-root
      data-theatre={actions.isTheatre || undefined}
      // A press on the video moves the focus into the player.
      tabIndex={actions.hasOwnKeys ? -1 : undefined}
    >
      <div className={styles.stage} dir="ltr">
        {/* Captions are drawn over the video, from the tracks that the server lists. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a preview of a recording has no captions */}
        <video
          ref={element}
          className={styles.video}
          playsInline
          preload="metadata"
          poster={poster ?? undefined}
          aria-label={title}
          tabIndex={-1}
        />
        <PlayerOverlay player={player} {...actions} />
      </div>
      <StripBar player={player} pins={pins} onPin={onPin} chapters={chapters} ticks={ticks} />
      {children}
    </div>
  );
}
