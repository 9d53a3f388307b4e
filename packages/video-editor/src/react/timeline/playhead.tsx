import { useEffect, type ReactNode } from "react";
import { clock } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { ROOM, useTimelineState, useTimelineView } from "./timeline-view.ts";
import styles from "./timeline.module.css";

/** The line at the playhead and its handle, a slider. Only this part renders again while the video plays. */
export function Playhead(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const view = useTimelineView();
  const playhead = useEditorState((state) => state.playhead);
  const duration = useEditorState((state) => state.timeline.duration);
  const scale = useTimelineState((state) => state.scale);
  useEffect(() => {
    let { seeks } = editor.getState();
    return editor.subscribe(() => {
      const state = editor.getState();
      if (state.isPlaying || state.seeks !== seeks) view.reveal(state.playhead);
      seeks = state.seeks;
    });
  }, [editor, view]);
  const x = ROOM + playhead * scale;
  return (
    <div className={styles.playhead} style={{ transform: `translateX(${x}px)` }}>
      <div
        className={styles.handle}
        // Near the start it stays inside of the timeline.
        style={{ transform: `translateX(max(-50%, ${-x}px))` }}
        data-item="playhead"
        role="slider"
        tabIndex={0}
        aria-label={t("timeline.playhead")}
        aria-valuemin={0}
        aria-valuemax={Math.round(duration * 10) / 10}
        aria-valuenow={Math.round(playhead * 10) / 10}
        aria-valuetext={clock(playhead, 1)}
      >
        {clock(playhead, 1)}
      </div>
    </div>
  );
}

/** The selected range, where a dragged clip would be put, and what a drag snapped to. */
export function Marks(): ReactNode {
  const selection = useEditorState((state) => state.selection);
  const { scale, drop, snap } = useTimelineState((state) => state);
  return (
    <>
      {selection?.kind === "range" && (
        <div className={styles.range} style={{ left: ROOM + selection.from * scale, width: (selection.to - selection.from) * scale }} />
      )}
      {drop !== null && <div className={styles.mark} style={{ left: ROOM + drop * scale }} />}
      {snap !== null && <div className={styles.mark} data-thin style={{ left: ROOM + snap * scale }} />}
    </>
  );
}
