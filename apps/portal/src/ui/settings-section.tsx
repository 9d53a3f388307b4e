import type { ReactNode } from "react";
import styles from "./settings.module.css";

interface Props {
  title: string;
  text?: ReactNode;
  /** Lets addresses lead to the section. */
  id?: string;
  children: ReactNode;
}

/** A settings section: description at the start, controls at the end. */
export function SettingsSection({ title, text, id, children }: Props): ReactNode {
  return (
    <section id={id} className={styles.section}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
