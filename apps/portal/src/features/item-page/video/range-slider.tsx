import { formatClock } from "@stillreel/watch/core";
import type { ReactNode } from "react";
import styles from "./range-slider.module.css";
import type { Range } from "./gif-range.ts";

interface Props {
  range: Range;
  durationS: number;
  /** Names of both handles. */
  labels: { from: string; to: string };
  onMove: (end: "from" | "to", seconds: number) => void;
}

/** Chooses a range of a video with two handles. Time runs from left to right in every language. */
export function RangeSlider({ range, durationS, labels, onMove }: Props): ReactNode {
  return (
    <div className={styles.range} dir="ltr">
      <span
        className={styles.part}
        ref={(node) => {
          node?.style.setProperty("left", `${(range.from / durationS) * 100}%`);
          node?.style.setProperty("width", `${((range.to - range.from) / durationS) * 100}%`);
        }}
      />
      <Handle label={labels.from} seconds={range.from} durationS={durationS} onMove={(seconds) => onMove("from", seconds)} />
      <Handle label={labels.to} seconds={range.to} durationS={durationS} onMove={(seconds) => onMove("to", seconds)} />
    </div>
  );
}

interface HandleProps {
  label: string;
  seconds: number;
  durationS: number;
  onMove: (seconds: number) => void;
}

function Handle({ label, seconds, durationS, onMove }: HandleProps): ReactNode {
  return (
    <input
      type="range"
      className={styles.handle}
      aria-label={label}
      aria-valuetext={formatClock(seconds)}
      min={0}
      max={durationS}
      step={0.1}
      value={seconds}
      onChange={(event) => onMove(Number(event.currentTarget.value))}
    />
  );
}
