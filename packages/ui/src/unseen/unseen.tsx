import type { ComponentProps, ReactNode } from "react";
import styles from "./unseen.module.css";

/** Text that only screen readers announce. */
export function Unseen(props: Omit<ComponentProps<"span">, "className">): ReactNode {
  return <span className={styles.unseen} {...props} />;
}
