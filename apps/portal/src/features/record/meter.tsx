import type { ReactNode } from "react";
import styles from "./record.module.css";

/** Level meter. */
export function Meter({ level, label }: { level: number; label: string }): ReactNode {
  const percent = Math.round(level * 100);
  return (
    <span className={styles.meter} role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <i ref={(node) => node?.style.setProperty("inline-size", `${percent}%`)} />
    </span>
  );
}
