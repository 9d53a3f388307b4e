import { formatClock, segmentsOf, spokenTime, tileStyle, type PlayerCore } from "@stillreel/watch/core";
import { usePlayerState, useTexts } from "@stillreel/watch/player";
import type { ReactNode } from "react";
import styles from "./panel.module.css";

const PICTURE_PX = 84;

/** The chapters as a list; a click seeks. */
export function Chapters({ player }: { player: PlayerCore }): ReactNode {
  const { t, language } = useTexts();
  const chapters = usePlayerState(player, (state) => state.chapters);
  const duration = usePlayerState(player, (state) => state.duration);
  const board = usePlayerState(player, (state) => state.playback?.storyboard ?? null);
  const segments = segmentsOf(chapters, duration);
  const current = usePlayerState(player, (state) => segments.findLastIndex(({ from }) => from <= state.time + 0.001));
  return (
    <ol className={styles.chapters}>
      {segments.map(({ from, to, name }, index) => (
        <li key={from}>
          <button
            type="button"
            className={styles.chapter}
            aria-current={index === current || undefined}
            aria-label={`${name}, ${spokenTime(from, language)}`}
            onClick={() => player.seek(from, true)}
          >
            {board && <span className={styles.picture} style={tileStyle(board, from, PICTURE_PX)} />}
            <span className={styles.words}>
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.facts}>
                <span className={styles.time}>{formatClock(from)}</span>
                {t("page.chapterLength", { time: formatClock(to - from) })}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
