import { memo, type ReactNode } from "react";
import styles from "./folder-glyph.module.css";

/** A folder in its colour, with its newest thumbnails peeking out. Drawn for the eye alone: its name stands beside it. */
export const FolderGlyph = memo(function FolderGlyph({
  color,
  thumbnails = [],
  size = "tile",
}: {
  color: string;
  thumbnails?: readonly string[];
  size?: "tile" | "small";
}): ReactNode {
  return (
    <span className={styles.glyph} data-size={size} style={{ "--folder": color } as Record<string, string>} aria-hidden="true">
      <i className={styles.back} />
      <i className={styles.tab} />
      {thumbnails.slice(0, 2).map((address, index) => (
        <img key={index} src={address} alt="" loading="lazy" decoding="async" draggable={false} onError={hide} />
      ))}
      <i className={styles.front} />
    </span>
  );
});

/** An address that has died: the folder looks well without it, and the next reading of the tree brings a new one. */
function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
