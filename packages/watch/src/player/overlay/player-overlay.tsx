import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from "react";
import { formatClock, isAtEdge, type PlayerCommand, type PlayerCore } from "../../core/index.ts";
import { useTexts } from "../../texts-context.tsx";
import type { PlayerActions } from "../player.types.ts";
import { usePlayerState } from "../use-player.ts";
import { ControlsBar } from "./controls-bar.tsx";
import { Notices, UpdatingStrip } from "./notices.tsx";
import styles from "./player-overlay.module.css";
import { useFullScreen } from "./use-full-screen.ts";
import { useIdle } from "./use-idle.ts";
import { usePlayerKeys } from "./use-player-keys.ts";

interface Props extends PlayerActions {
  player: PlayerCore;
}

/** Display time of a key's effect over the video, in milliseconds. */
const FEEDBACK_MS = 900;

/** Overlay of a video: captions, controls, the large button before the start, and messages without a video. */
export function PlayerOverlay({ player, onComment, onLike, onAddLanguage, isTheatre, onTheatre, hasOwnKeys = false }: Props): ReactNode {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const phase = usePlayerState(player, (state) => state.phase);
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  const hasStarted = usePlayerState(player, (state) => state.hasStarted);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { isFull, toggle: toggleFull } = useFullScreen(box);
  const { isIdle, wake } = useIdle(box, !isPlaying || isMenuOpen);
  const [feedback, showFeedback] = useKeyFeedback(player);
  usePlayerKeys(player, { comment: onComment, like: onLike, fullScreen: toggleFull, scope: hasOwnKeys ? box : undefined }, (command) => {
    wake();
    showFeedback(command);
  });

  const handlePress = (event: PointerEvent): void => {
    // A tap first shows the controls. A mouse has shown them by moving.
    if (event.pointerType !== "mouse" && hasStarted && isIdle) wake();
    else if (event.pointerType === "mouse" || !hasStarted) player.toggle();
  };
  return (
    <div ref={box} className={styles.overlay} data-idle={isIdle || undefined} data-started={hasStarted || undefined}>
      {phase === "ready" && (
        <>
          {/* The buttons below do the same for keys and screen readers. */}
          <div className={styles.surface} aria-hidden="true" onPointerUp={handlePress} onDoubleClick={toggleFull} />
          <Captions player={player} />
          <div className={styles.feedback} aria-hidden="true">
            {feedback && <span>{feedback}</span>}
          </div>
          <ControlsBar
            player={player}
            isFull={isFull}
            onFull={toggleFull}
            isTheatre={isTheatre}
            onTheatre={onTheatre}
            onMenu={setMenuOpen}
            onAddLanguage={onAddLanguage}
          />
          {!hasStarted && (
            <button type="button" className={styles.big} aria-label={t("player.play")} onClick={() => player.play()}>
              <IconPlayerPlayFilled size={30} aria-hidden="true" />
            </button>
          )}
          <UpdatingStrip player={player} />
          <LiveMark player={player} />
        </>
      )}
      <Notices player={player} />
    </div>
  );
}

/** The current caption. It is hidden from screen readers, whose users have the sound. */
function Captions({ player }: { player: PlayerCore }): ReactNode {
  const lines = usePlayerState(player, (state) => state.captionLines);
  const language = usePlayerState(player, (state) => state.captions);
  if (lines.length === 0) return null;
  return (
    <div className={styles.captions} lang={language ?? undefined} aria-hidden="true">
      <p dir="auto">
        {lines.map((line, index) => (
          <span key={`${index}${line}`}>{line}</span>
        ))}
      </p>
    </div>
  );
}

/** Shows that the video is live, even while the controls are hidden. */
function LiveMark({ player }: { player: PlayerCore }): ReactNode {
  const { t } = useTexts();
  const atEdge = usePlayerState(player, isAtEdge);
  if (!atEdge) return null;
  return (
    <span className={styles.live}>
      <i aria-hidden="true" />
      {t("player.live")}
    </span>
  );
}

/** Shows the effect of the last key for a short time: the time after a seek, the speed after a change. */
function useKeyFeedback(player: PlayerCore): [string | null, (command: PlayerCommand) => void] {
  const { t } = useTexts();
  const [feedback, setFeedback] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!feedback) return;
    const timer = setTimeout(() => setFeedback(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [feedback]);
  const showFeedback = (command: PlayerCommand): void => {
    const { rate, captions, tracks, isMuted } = player.getState();
    const texts: Partial<Record<PlayerCommand, string>> = {
      back: formatClock(player.time),
      forward: formatClock(player.time),
      previousChapter: formatClock(player.time),
      nextChapter: formatClock(player.time),
      slower: `${rate}×`,
      faster: `${rate}×`,
      mute: t(isMuted ? "player.muted" : "player.unmuted"),
      ...(tracks.length > 0 ? { captions: t(captions === null ? "player.captionsOff" : "player.captions") } : {}),
    };
    const text = texts[command];
    if (text !== undefined) setFeedback({ text });
  };
  return [feedback?.text ?? null, showFeedback];
}
