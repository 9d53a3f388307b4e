import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

/** Content of an empty list: one title, one sentence, actions. The hint line names keys. */
export function EmptyState({
  title,
  text,
  actions,
  hint,
}: {
  title: string;
  text: ReactNode;
  actions?: ReactNode;
  hint?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.texts}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

const TITLE_WIDTHS = ["62%", "48%", "70%", "40%"];
const FACT_WIDTHS = ["34%", "42%", "28%", "38%"];

/** Outlines of future cards. `first` fills the first cell (the yellow one). Must be placed in the grid's own class. */
export function GhostGrid({
  gridClassName,
  first,
  shape = "still",
  count = 8,
}: {
  gridClassName: string;
  first?: ReactNode;
  shape?: "still" | "reel";
  count?: number;
}): ReactNode {
  return (
    <div className={styles.ghosts}>
      <div className={gridClassName}>
        {Array.from({ length: count }, (_, index) =>
          index === 0 && first ? (
            <div key={index}>{first}</div>
          ) : (
            <div
              key={index}
              aria-hidden="true"
              ref={(cell) => cell?.style.setProperty("opacity", String(Math.max(0.08, 1 - index * 0.085)))}
            >
              <div className={styles.picture} data-shape={shape} />
              <div className={styles.line} ref={(line) => line?.style.setProperty("width", TITLE_WIDTHS[index % 4] ?? "50%")} />
              <div className={styles.thinLine} ref={(line) => line?.style.setProperty("width", FACT_WIDTHS[index % 4] ?? "30%")} />
            </div>
          ),
        )}
      </div>
    </div>
  );
}
