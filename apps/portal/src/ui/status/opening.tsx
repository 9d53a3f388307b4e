import type { ReactNode } from "react";
import styles from "./opening.module.css";

/** Shown while an editor is opened. An opening without a visible delay shows no text. */
export function Opening({ text }: { text: string }): ReactNode {
  return (
    <main className={styles.opening} aria-busy="true">
      <p role="status">{text}</p>
    </main>
  );
}
