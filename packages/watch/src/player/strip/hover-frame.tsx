import type { ReactNode } from "react";
import { formatClock, segmentAt, tileStyle, type PlayerCore, type Segment } from "../../core/index.ts";
import { usePlayerState } from "../use-player.ts";
import styles from "./strip-bar.module.css";

const FRAME_PX = 184;

interface Props {
  player: PlayerCore;
  seconds: number;
  duration: number;
  width: number;
  segments: readonly Segment[];
}

/** The frame of the second under the pointer, with its time and its chapter. */
export function HoverFrame({ player, seconds, duration, width, segments }: Props): ReactNode {
  const board = usePlayerState(player, (state) => state.playback?.storyboard ?? null);
  const name = segmentAt(segments, seconds)?.name ?? "";
  const half = board ? FRAME_PX / 2 + 6 : 48;
  // It stays inside the timeline's ends.
  const left = Math.max(Math.min(half, width / 2), Math.min(Math.max(width - half, width / 2), (seconds / duration) * width));
  return (
    <div className={styles.frame} style={{ left }} aria-hidden="true">
      {board && <span className={styles.picture} style={tileStyle(board, seconds, FRAME_PX)} />}
      <span className={styles.words}>
        <span className={styles.chip}>{formatClock(seconds)}</span>
        {name !== "" && <bdi>{name}</bdi>}
      </span>
    </div>
  );
}
