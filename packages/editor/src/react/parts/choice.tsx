import type { ComponentProps, ReactNode } from "react";
import styles from "./choice.module.css";

/** One of the ways on that a dialog about a picture offers: its name in bold, and what comes of it. The page lays them out by `className`. */
export function EditorChoice({ className = "", ...rest }: ComponentProps<"button">): ReactNode {
  return <button type="button" className={`${styles.choice} ${className}`} {...rest} />;
}
