import type { ReactNode } from "react";
import styles from "./strip.module.css";

/** Progress bar in the product's shape: square start, round end. `value` is 0 to 1. Without it the progress is indeterminate. */
export function Strip({ value, label, height = 6 }: { value?: number; label: string; height?: number }): ReactNode {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      className={styles.strip}
      ref={(node) => node?.style.setProperty("--strip-height", `${height}px`)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i
        className={percent === undefined ? styles.unknown : styles.done}
        ref={(node) => node?.style.setProperty("--strip-done", `${percent ?? 30}%`)}
      />
    </div>
  );
}
