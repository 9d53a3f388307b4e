import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { useEffect, useRef, type CSSProperties, type ReactNode } from "react";
import styles from "./slider.module.css";

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words. */
  text: string;
  /** Shows the label above. Otherwise only screen readers get it. */
  isLabelled?: boolean;
  onChange(value: number, isLive: boolean): void;
}

/** A slider. Changes during a drag are live, and the release ends them. */
export function Slider({ label, value, min, max, step, text, isLabelled = false, onChange }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  // React's `onChange` is the browser's `input`. The end of a drag is the browser's `change`.
  useEffect(() => {
    const element = input.current;
    const handleEnd = () => element && change.current(Number(element.value), false);
    element?.addEventListener("change", handleEnd);
    return () => element?.removeEventListener("change", handleEnd);
  }, []);
  const part = max > min ? (Math.min(max, Math.max(min, value)) - min) / (max - min) : 0;
  return (
    <label className={styles.slider} data-labelled={isLabelled || undefined}>
      <span className={isLabelled ? styles.label : VISUALLY_HIDDEN.always}>{label}</span>
      <input
        ref={input}
        className={styles.range}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        data-tip={isLabelled ? undefined : label}
        data-tip-always
        style={{ "--part": part } as CSSProperties}
        onChange={(event) => onChange(Number(event.target.value), true)}
      />
      <output className={styles.value} dir="ltr">
        {text}
      </output>
    </label>
  );
}
