import type { ReactNode } from "react";
import styles from "./thumb.module.css";

/** The frame of a thumbnail: 16:10, square corners for an image and round ones for a video, with a thin ring. */
export function Thumb({
  shape = "still",
  children,
  className,
}: {
  shape?: "still" | "reel";
  children?: ReactNode;
  className?: string;
}): ReactNode {
  return (
    <div className={className ? `${styles.thumb} ${className}` : styles.thumb} data-shape={shape}>
      {children}
    </div>
  );
}
