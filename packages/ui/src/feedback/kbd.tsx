import type { ReactNode } from "react";
import styles from "./kbd.module.css";

/** A key as printed on a keyboard, e.g. `L`. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
