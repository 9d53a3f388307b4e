import type { CSSProperties, ReactNode } from "react";
import styles from "./status.module.css";

/** A badge at the lower end of a page's illustration. `size` in pixels. */
export function ArtBadge({ size, children }: { size: number; children: ReactNode }): ReactNode {
  return (
    <span className={styles.badge} style={{ "--size": `${size}px` } as CSSProperties}>
      {children}
    </span>
  );
}
