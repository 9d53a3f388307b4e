import type { ComponentProps, ReactNode } from "react";
import styles from "./choice.module.css";

/** A choice in a dialog about an image: its name in bold, and its consequence. The page sets the layout by `className`. */
export function EditorChoice({ className = "", ...rest }: ComponentProps<"button">): ReactNode {
  return <button type="button" className={`${styles.choice} ${className}`} {...rest} />;
}
