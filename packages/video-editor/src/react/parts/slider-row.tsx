import { Slider } from "@stillreel/editor/parts";
import type { ComponentProps, ReactNode } from "react";
import styles from "./parts.module.css";

/** A slider with its name before it and its value after it. */
export function SliderRow(props: Omit<ComponentProps<typeof Slider>, "isLabelled">): ReactNode {
  return (
    <div className={styles.slider}>
      <span aria-hidden="true">{props.label}</span>
      <Slider {...props} />
    </div>
  );
}
