import type { ReactNode } from "react";
import { clock } from "../../core/index.ts";
import { useEditorState } from "../editor-context.tsx";
import { ROOM, useTimelineState } from "./timeline-view.ts";
import styles from "./timeline.module.css";

/** Distances between labels in seconds. Below one second, labels have digits after the point. */
const STEPS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200];
const LABEL_MIN = 88;
/** A label needs this space before the end, in CSS pixels. */
const LABEL_ROOM = 26;

/** Times above the lanes. */
export function Ruler(): ReactNode {
  const { scale, left, width } = useTimelineState((state) => state);
  const duration = useEditorState((state) => state.timeline.duration);
  const step = STEPS.find((one) => one * scale >= LABEL_MIN) ?? 7_200;
  const half = step / 2;
  const first = Math.max(0, Math.floor((left - ROOM) / scale / step)) * 2;
  const last = Math.min(duration, (left + width) / scale);
  const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  const ticks = Array.from({ length: Math.max(0, Math.floor(last / half + 1e-6) - first + 1) }, (_, index) => first + index);
  return (
    <div className={styles.ruler} data-item="ruler" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} className={styles.tick} data-minor={tick % 2 === 1 || undefined} style={{ left: ROOM + tick * half * scale }}>
          {tick % 2 === 0 && (duration - tick * half) * scale > LABEL_ROOM ? clock(tick * half, digits) : null}
        </span>
      ))}
    </div>
  );
}
