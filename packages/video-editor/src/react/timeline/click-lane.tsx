import { useMemo, type ReactNode } from "react";
import { timelineRanges, timesOf } from "../../core/index.ts";
import { useEditorState } from "../editor-context.tsx";
import { ROOM, useTimelineState } from "./timeline-view.ts";
import styles from "./timeline.module.css";

/** Length of the range in which a click is searched for on the timeline, in seconds. */
const INSTANT_S = 1e-4;

/** Clicks of the recording, and the zooms that are offered for them. Screen readers get both from the panel that offers them. */
export function ClickLane({ isVisible }: { isVisible: (range: { from: number; to: number }) => boolean }): ReactNode {
  const pointer = useEditorState((state) => state.pointer);
  const offers = useEditorState((state) => state.offers);
  const timeline = useEditorState((state) => state.timeline);
  const scale = useTimelineState((state) => state.scale);
  const clicks = useMemo(() => pointer?.clicks.map(([at]) => at) ?? [], [pointer]);
  const times = useMemo(() => timesOf(timeline, clicks), [clicks, timeline]);
  return (
    <>
      {offers.flatMap((offer) =>
        timelineRanges(timeline, undefined, offer)
          .filter(isVisible)
          .map(({ from, to }) => (
            <i
              key={from}
              className={styles.offer}
              style={{ left: ROOM + from * scale, width: Math.max(3, (to - from) * scale) }}
              aria-hidden="true"
            />
          )),
      )}
      {times
        .filter((time) => isVisible({ from: time, to: time + INSTANT_S }))
        .map((time, index) => (
          <i key={`${time}:${index}`} className={styles.click} style={{ left: ROOM + time * scale }} aria-hidden="true" />
        ))}
    </>
  );
}
