import type { ReactNode } from "react";
import styles from "./settings.module.css";

/** A settings section: description at the start, controls at the end. */
export function SettingsSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <section className={styles.section}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
