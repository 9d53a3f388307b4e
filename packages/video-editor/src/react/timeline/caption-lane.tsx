import { useMemo, type ReactNode } from "react";
import { clock, timelineRanges } from "../../core/index.ts";
import { useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import type { Cue } from "../video-editor.types.ts";
import { RemovedWords, TextItem } from "./lane-items.tsx";
import { isRemovedSelected } from "./lanes.ts";
import { useIsVisible, useTimelineState } from "./timeline-view.ts";

/** Whether the user edits the video by the words of its transcript. */
export const useEditsWords = (): boolean => useEditorState(({ panel }) => panel === "words");

/** Captions where the clips show them. Beside the transcript, also the removed parts. */
export function CaptionLane({ cues }: { cues: readonly Cue[] }): ReactNode {
  const { t } = useTexts();
  const isVisible = useIsVisible();
  const editsWords = useEditsWords();
  const scale = useTimelineState((state) => state.scale);
  const timeline = useEditorState((state) => state.timeline);
  const shown = useMemo(() => ({ ...timeline, segments: timeline.segments.filter(({ kind }) => kind === "clip") }), [timeline]);
  const now = useEditorState(({ playhead }) =>
    cues.findIndex(({ itemId, from, to }) =>
      timelineRanges(shown, itemId, { from, to }).some((one) => playhead >= one.from && playhead < one.to),
    ),
  );
  return (
    <>
      {editsWords && <RemovedParts />}
      {cues.flatMap(({ itemId, from, to, text }, index) =>
        timelineRanges(shown, itemId, { from, to })
          .filter(isVisible)
          .map((range) => (
            <TextItem
              key={`${index}:${range.from}`}
              kind="caption"
              index={index}
              from={range.from}
              to={range.to}
              scale={scale}
              text={text}
              name={t("timeline.caption", { text, from: clock(range.from), to: clock(range.to) })}
              isSelected={now === index}
              isReachable={false}
            />
          )),
      )}
    </>
  );
}

/** The removed parts, on the lane of the words that they may contain. */
function RemovedParts(): ReactNode {
  const isVisible = useIsVisible();
  const scale = useTimelineState((state) => state.scale);
  const segments = useEditorState((state) => state.timeline.segments);
  const selection = useEditorState((state) => state.selection);
  return segments.filter(isVisible).map((segment) => {
    if (segment.kind !== "removed") return null;
    return <RemovedWords key={segment.start} segment={segment} scale={scale} isSelected={isRemovedSelected(selection, segment)} />;
  });
}
