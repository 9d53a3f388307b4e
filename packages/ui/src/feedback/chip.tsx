import type { ReactNode } from "react";
import styles from "./chip.module.css";

/** A short status. It always contains a word, because color alone is not accessible. */
export function Chip({
  tone = "plain",
  icon,
  children,
}: {
  tone?: "plain" | "ok" | "warn" | "bad" | "info" | "accent";
  icon?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={styles.chip} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
