import { memo, type ReactNode } from "react";
import styles from "./folder-glyph.module.css";

/** Folder icon in its colour with its newest thumbnails. Decorative: the name is beside it. */
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

/** Hides a thumbnail with an expired address; the next folder query provides a new one. */
function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
