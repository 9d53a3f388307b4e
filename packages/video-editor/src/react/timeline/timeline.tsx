import {
  IconBadgeCc,
  IconBlur,
  IconPointer,
  IconFlag,
  IconPencil,
  IconFocusCentered,
  IconTypography,
  IconVideo,
  IconVolume,
  IconZoomIn,
} from "@tabler/icons-react";
import { SMALL_ICON } from "@stillreel/editor/parts";
import { useEffect, useLayoutEffect, useMemo, useRef, type MouseEvent, type ReactNode } from "react";
import { clock, timelineRanges } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import type { VideoEditorTextKey } from "../texts.ts";
import type { Cue } from "../video-editor.types.ts";
import { CaptionLane, useEditsWords } from "./caption-lane.tsx";
import { ClickLane } from "./click-lane.tsx";
import { drawFrames, drawLevels, LaneCanvas } from "./lane-canvas.tsx";
import { EFFECT_ROW, EffectItem, SegmentItem, TextItem } from "./lane-items.tsx";
import { effectLanes, idOf, isRemovedSelected, laneItems, type EffectLane, type LaneOfEffects } from "./lanes.ts";
import { effectName } from "./effect-names.ts";
import { Marks, Playhead } from "./playhead.tsx";
import { Proposals } from "./proposals.tsx";
import { Ruler } from "./ruler.tsx";
import { ROOM, useIsVisible, useTimelineState, useTimelineView } from "./timeline-view.ts";
import styles from "./timeline.module.css";
import { useMedia } from "./use-media.ts";
import { useTimelinePointer } from "./use-timeline-pointer.ts";

/** Heights of the lanes in CSS pixels, and the space below each. */
const HEIGHTS = { chapters: 20, video: 54, sound: 40, captions: 24, clicks: 16 } as const;
const GAP = 7;

const ICONS = {
  chapters: IconFlag,
  video: IconVideo,
  sound: IconVolume,
  blur: IconBlur,
  text: IconTypography,
  figure: IconPencil,
  spotlight: IconFocusCentered,
  zoom: IconZoomIn,
  clicks: IconPointer,
  captions: IconBadgeCc,
} as const satisfies Record<string, typeof IconVideo>;

type LaneId = keyof typeof ICONS;
type Media = ReturnType<typeof useMedia>;

interface Props {
  cues: readonly Cue[];
  isNarrow: boolean;
  onContextMenu: (at: { x: number; y: number }) => void;
}

/** The lanes of the video with their times. Time runs from left to right in every language. */
export function Timeline({ cues, isNarrow, onContextMenu }: Props): ReactNode {
  const editor = useEditor();
  const duration = useEditorState((state) => state.timeline.duration);
  const { t } = useTexts();
  const nameOf = useLaneName();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const handlers = useTimelinePointer(content);
  const scale = useTimelineState((state) => state.scale);
  const media = useMedia(useEditorState((state) => state.sources));
  useScrolling(scroller);
  const rows = useRows(isNarrow, cues.length > 0);
  const handleMenu = (event: MouseEvent): void => {
    event.preventDefault();
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-item]")?.dataset["item"];
    const item = laneItems(editor.getState()).find((one) => one.id === id);
    if (item && id !== idOf(editor.getState().selection)) editor.select(item.selection);
    onContextMenu({ x: event.clientX, y: event.clientY });
  };
  return (
    <section className={styles.timeline} aria-label={t("timeline.label")} data-timeline>
      <div className={styles.labels}>
        {rows.map(({ lane, height }) => (
          <LaneLabel key={lane} lane={lane} name={nameOf(lane)} height={height} />
        ))}
      </div>
      <div ref={scroller} className={styles.scroller} dir="ltr">
        <div
          ref={content}
          className={styles.content}
          style={{ width: Math.ceil(duration * scale + 2 * ROOM) }}
          onContextMenu={handleMenu}
          {...handlers}
        >
          <Ruler />
          {rows.map(({ lane, height }) => (
            <div key={lane} className={styles.lane} style={{ height, marginBottom: GAP }} role="group" aria-label={nameOf(lane)}>
              <LaneContent lane={lane} height={height} cues={cues} media={media} />
            </div>
          ))}
          <Marks />
          <Playhead />
        </div>
      </div>
    </section>
  );
}

interface Rows {
  lanes: readonly LaneOfEffects[];
  hasChapters: boolean;
  hasSound: boolean;
  hasClicks: boolean;
  hasCaptions: boolean;
}

/** Returns the lanes that the video has. A phone shows no effects, chapters and clicks. */
function useRows(isNarrow: boolean, hasCaptions: boolean): ReturnType<typeof rowsOf> {
  const { document, timeline } = useLanes();
  const hasChapters = useEditorState((state) => state.chapters.length > 0 && !isNarrow);
  const hasSound = useEditorState((state) => state.sources.some((source) => source.hasSound));
  const hasClicks = useEditorState((state) => (state.pointer?.clicks.length ?? 0) > 0 && !isNarrow);
  const lanes = useMemo(() => (isNarrow ? [] : effectLanes(document, timeline)), [document, timeline, isNarrow]);
  return rowsOf({ lanes, hasChapters, hasSound, hasClicks, hasCaptions });
}

/** Lanes with their heights, from top to bottom. */
function rowsOf({ lanes, hasChapters, hasSound, hasClicks, hasCaptions }: Rows): { lane: LaneId; height: number }[] {
  return [
    ...(hasChapters ? [{ lane: "chapters" as const, height: HEIGHTS.chapters }] : []),
    { lane: "video", height: HEIGHTS.video },
    ...(hasSound ? [{ lane: "sound" as const, height: HEIGHTS.sound }] : []),
    ...lanes.map(({ lane, rows }) => ({ lane, height: rows * EFFECT_ROW - 3 })),
    ...(hasClicks ? [{ lane: "clicks" as const, height: HEIGHTS.clicks }] : []),
    ...(hasCaptions ? [{ lane: "captions" as const, height: HEIGHTS.captions }] : []),
  ];
}

function useLanes(): Pick<ReturnType<ReturnType<typeof useEditor>["getState"]>, "document" | "timeline"> {
  const document = useEditorState((state) => state.document);
  const timeline = useEditorState((state) => state.timeline);
  return { document, timeline };
}

/** Returns the function that names a lane. Beside the transcript, the captions are its words. */
function useLaneName(): (lane: LaneId) => string {
  const { t } = useTexts();
  const editsWords = useEditsWords();
  return (lane) => t(lane === "captions" && editsWords ? "panels.tabs.words" : (`timeline.lanes.${lane}` satisfies VideoEditorTextKey));
}

function LaneLabel({ lane, name, height }: { lane: LaneId; name: string; height: number }): ReactNode {
  const Icon = ICONS[lane];
  return (
    <div className={styles.label} style={{ height, marginBottom: GAP }} aria-hidden="true">
      <Icon {...SMALL_ICON} />
      <span className={styles.labelText}>{name}</span>
    </div>
  );
}

interface ContentProps {
  lane: LaneId;
  height: number;
  cues: readonly Cue[];
  media: Media;
}

function LaneContent({ lane, height, cues, media }: ContentProps): ReactNode {
  switch (lane) {
    case "chapters":
      return <ChapterLane />;
    case "video":
      return <VideoLane height={height} media={media} />;
    case "sound":
      return (
        <>
          <SoundLane height={height} media={media} />
          <Proposals />
        </>
      );
    case "clicks":
      return <Clicks />;
    case "captions":
      return <CaptionLane cues={cues} />;
    default:
      return <EffectsLane lane={lane} />;
  }
}

/** Connects the scrolled position of the element with the view, and the wheel with zooming. */
function useScrolling(scroller: React.RefObject<HTMLDivElement | null>): void {
  const view = useTimelineView();
  const left = useTimelineState((state) => state.left);
  const duration = useEditorState((state) => state.timeline.duration);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => view.setSize(element.clientWidth, duration);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, view, duration]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && Math.abs(element.scrollLeft - left) >= 1) element.scrollLeft = left;
  }, [scroller, left]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const handleScroll = (): void => view.set({ left: element.scrollLeft });
    const handleWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      view.zoomTo(view.getState().scale * Math.exp(-event.deltaY * 0.004), x);
    };
    element.addEventListener("scroll", handleScroll, { passive: true });
    element.addEventListener("wheel", handleWheel, { passive: false });
    return () => {
      element.removeEventListener("scroll", handleScroll);
      element.removeEventListener("wheel", handleWheel);
    };
  }, [scroller, view]);
}

/** Id of the item that takes the focus when the user tabs into the timeline. */
const useReachable = (): string => useEditorState(({ selection }) => idOf(selection) ?? "clip:0");

function VideoLane({ height, media }: { height: number; media: Media }): ReactNode {
  const isVisible = useIsVisible();
  const scale = useTimelineState((state) => state.scale);
  const timeline = useEditorState((state) => state.timeline);
  const sources = useEditorState((state) => state.sources);
  const selection = useEditorState((state) => state.selection);
  const reachable = useReachable();
  const chosen = selection?.kind === "clip" ? selection.indexes : [];
  return (
    <>
      <LaneCanvas height={height} media={media} draw={drawFrames} />
      <div className={styles.overlay}>
        {timeline.segments.filter(isVisible).map((segment) => {
          const source = sources.find(({ itemId }, index) => (segment.itemId === undefined ? index === 0 : itemId === segment.itemId));
          const isSelected = segment.kind === "clip" ? chosen.includes(segment.index) : isRemovedSelected(selection, segment);
          return (
            <SegmentItem
              key={segment.kind === "clip" ? `clip:${segment.index}` : `removed:${segment.start}`}
              segment={segment}
              scale={scale}
              title={segment.itemId === undefined ? null : (source?.title ?? "")}
              hasFrames={source !== undefined && media.get(source.itemId)?.sheet !== null && media.has(source.itemId)}
              isSelected={isSelected}
              isReachable={
                segment.kind === "clip" ? reachable === `clip:${segment.index}` : reachable === `removed:${segment.start}:${segment.end}`
              }
            />
          );
        })}
      </div>
    </>
  );
}

const Clicks = (): ReactNode => <ClickLane isVisible={useIsVisible()} />;

function SoundLane({ height, media }: { height: number; media: Media }): ReactNode {
  return (
    <div data-item="sound">
      <LaneCanvas height={height} media={media} draw={drawLevels} />
    </div>
  );
}

function ChapterLane(): ReactNode {
  const { t } = useTexts();
  const isVisible = useIsVisible();
  const scale = useTimelineState((state) => state.scale);
  const chapters = useEditorState((state) => state.chapters);
  const timeline = useEditorState((state) => state.timeline);
  const reachable = useReachable();
  return chapters.map(({ at, name }, index) => {
    const [range] = timelineRanges(timeline, undefined, { from: at, to: chapters[index + 1]?.at ?? Infinity });
    if (!range || !isVisible(range)) return null;
    return (
      <TextItem
        key={index}
        kind="chapter"
        index={index}
        from={range.from}
        to={range.to}
        scale={scale}
        text={name}
        name={t("timeline.chapter", { name, from: clock(range.from) })}
        isSelected={reachable === `chapter:${index}`}
        isReachable={reachable === `chapter:${index}`}
      />
    );
  });
}

function EffectsLane({ lane }: { lane: EffectLane }): ReactNode {
  const { t } = useTexts();
  const isVisible = useIsVisible();
  const scale = useTimelineState((state) => state.scale);
  const { document, timeline } = useLanes();
  const selection = useEditorState((state) => state.selection);
  const reachable = useReachable();
  const found = useMemo(() => effectLanes(document, timeline).find((one) => one.lane === lane), [document, timeline, lane]);
  const chosen = selection?.kind === "effect" ? selection.ids : [];
  return found?.bars
    .filter(({ ranges }) => ranges.some(isVisible))
    .map((bar) => (
      <EffectItem
        key={bar.effect.id}
        bar={bar}
        scale={scale}
        label={effectName(t, bar.effect, bar.number)}
        isSelected={chosen.includes(bar.effect.id)}
        isReachable={reachable === `effect:${bar.effect.id}`}
      />
    ));
}
