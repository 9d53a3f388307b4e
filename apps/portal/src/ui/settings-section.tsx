import type { ReactNode } from "react";
import styles from "./settings.module.css";

interface Props {
  /** Fragment of the section in the address of the page. */
  id?: string | undefined;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A settings section: description at the start, controls at the end. */
export function SettingsSection({ id, title, text, children }: Props): ReactNode {
  return (
    <section className={styles.section} id={id}>
      <div>
        <h2 className={styles.title} tabIndex={id === undefined ? undefined : -1}>
          {title}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
