import { tileFill } from "@stillreel/watch/core";
import type { ReactNode } from "react";
import styles from "./card-scrub.module.css";
import type { ItemView } from "../../../entities/items/item-list.ts";

/** Storyboard frame of a video at a second, with chapter ticks and a position line at the bottom edge. */
export function CardScrub({ item, seconds }: { item: ItemView; seconds: number }): ReactNode {
  const { storyboard, duration, chapters, chaptersEnabled } = item;
  if (!storyboard || !duration) return null;
  const part = (at: number): string => `${Math.min(100, (at / duration) * 100)}%`;
  return (
    <span className={styles.scrub} dir="ltr" aria-hidden="true">
      <span className={styles.picture} style={tileFill(storyboard, seconds)} />
      <span className={styles.line}>
        <i className={styles.played} style={{ width: part(seconds) }} />
        {chaptersEnabled &&
          chapters.map(({ timestamp }) => timestamp > 0 && <i key={timestamp} className={styles.tick} style={{ left: part(timestamp) }} />)}
      </span>
    </span>
  );
}
