import type { ReactNode } from "react";
import { timelineRanges } from "../../core/index.ts";
import { useEditorState } from "../editor-context.tsx";
import { ROOM, useTimelineState } from "./timeline-view.ts";
import styles from "./timeline.module.css";

/** Parts that could be removed, over the sound. Screen readers get them from the panel that proposes them. */
export function Proposals(): ReactNode {
  const proposals = useEditorState((state) => state.proposals);
  const timeline = useEditorState((state) => state.timeline);
  const scale = useTimelineState((state) => state.scale);
  return proposals.flatMap((proposal) =>
    timelineRanges(timeline, undefined, proposal).map(({ from, to }) => (
      <i
        key={from}
        className={styles.proposal}
        style={{ left: ROOM + from * scale, width: Math.max(3, (to - from) * scale) }}
        aria-hidden="true"
      />
    )),
  );
}
