import type { ReactNode } from "react";
import type { PixelBox } from "../../core/index.ts";
import styles from "./stage.module.css";

/** Darkens the picture outside of a box. */
export function Dim({ rect, scale }: { rect: PixelBox; scale: number }): ReactNode {
  const position = { left: rect.x * scale, top: rect.y * scale, width: rect.width * scale, height: rect.height * scale };
  return (
    <div className={styles.shade}>
      <div className={styles.dim} style={position} />
    </div>
  );
}
