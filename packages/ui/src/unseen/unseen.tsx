import type { ComponentProps, ReactNode } from "react";
import styles from "./unseen.module.css";

/** Words that are read out and not shown. */
export function Unseen(props: Omit<ComponentProps<"span">, "className">): ReactNode {
  return <span className={styles.unseen} {...props} />;
}
