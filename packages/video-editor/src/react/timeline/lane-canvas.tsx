import type { EditSource } from "@stillreel/contract";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { sourceIn, type Segment } from "../../core/index.ts";
import { useEditorState } from "../editor-context.tsx";
import { ROOM, useTimelineState, type TimelineViewState } from "./timeline-view.ts";
import styles from "./timeline.module.css";
import type { SourceMedia } from "./use-media.ts";

interface Drawn {
  ctx: CanvasRenderingContext2D;
  segments: readonly Segment[];
  view: TimelineViewState;
  height: number;
  find(segment: Segment): { source: EditSource; media: SourceMedia } | null;
  colors: { strong: string; faint: string };
}

/** Counts changes of the theme, whose colours a canvas has to read again. */
function useTheme(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setCount((before) => before + 1));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-mantine-color-scheme"] });
    return () => observer.disconnect();
  }, []);
  return count;
}

interface Props {
  height: number;
  media: ReadonlyMap<string, SourceMedia>;
  draw: (drawn: Drawn) => void;
}

/** A canvas over the visible part of a lane. It draws the visible segments again when the clips or the visible part change. */
export function LaneCanvas({ height, media, draw }: Props): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useTimelineState((state) => state, isSameView);
  const timeline = useEditorState((state) => state.timeline);
  const sources = useEditorState((state) => state.sources);
  const theme = useTheme();
  useLayoutEffect(() => {
    const element = canvas.current;
    const ctx = element?.getContext("2d");
    if (!element || !ctx || view.width === 0) return;
    const ratio = devicePixelRatio;
    element.width = Math.round(view.width * ratio);
    element.height = Math.round(height * ratio);
    ctx.scale(ratio, ratio);
    ctx.translate(ROOM - view.left, 0);
    const style = getComputedStyle(element);
    const [from, to] = [(view.left - ROOM) / view.scale, (view.left + view.width) / view.scale];
    draw({
      ctx,
      segments: timeline.segments.filter((segment) => segment.to > from && segment.from < to),
      view,
      height,
      find: ({ itemId }) => {
        const source = itemId === undefined ? sources[0] : sources.find((one) => one.itemId === itemId);
        const found = source && media.get(source.itemId);
        return source && found ? { source, media: found } : null;
      },
      colors: { strong: style.getPropertyValue("--ink-3"), faint: style.getPropertyValue("--line-strong") },
    });
  }, [view, timeline, sources, media, height, draw, theme]);
  return <canvas ref={canvas} className={styles.canvas} style={{ height }} aria-hidden="true" />;
}

const isSameView = (one: TimelineViewState, other: TimelineViewState): boolean =>
  one.scale === other.scale && one.left === other.left && one.width === other.width;

/** Draws the frames of the clips, each at its time. */
export function drawFrames({ ctx, segments, view, height, find }: Drawn): void {
  for (const segment of segments) {
    if (segment.kind !== "clip") continue;
    const found = find(segment);
    if (!found?.media.sheet) continue;
    const { source, media } = found;
    const sheet = media.sheet as HTMLImageElement;
    const [x, width] = [segment.from * view.scale, (segment.to - segment.from) * view.scale];
    const tileWidth = (height * source.width) / Math.max(1, source.height);
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(
      x,
      0,
      Math.max(1, width - 1),
      height,
      [3, 12, 12, 3].map((radius) => Math.min(radius, width / 2)),
    );
    ctx.clip();
    const first = Math.max(0, Math.floor((view.left - ROOM - x) / tileWidth));
    const last = Math.min(width, view.left + view.width - x);
    for (let index = first; index * tileWidth < last; index += 1) {
      const at = sourceIn(segment, segment.from + ((index + 0.5) * tileWidth) / view.scale);
      drawTile(ctx, sheet, media, at, { x: x + index * tileWidth, width: tileWidth, height });
    }
    ctx.restore();
  }
}

function drawTile(
  ctx: CanvasRenderingContext2D,
  sheet: HTMLImageElement,
  { storyboard }: SourceMedia,
  at: number,
  { x, width, height }: { x: number; width: number; height: number },
): void {
  if (!storyboard) return ctx.drawImage(sheet, x, 0, width, height);
  const number = Math.min(storyboard.count - 1, Math.max(0, Math.floor(at / storyboard.interval)));
  // The sheet may be smaller than planned, when the server made it so.
  const [tileWidth, tileHeight] = [sheet.naturalWidth / storyboard.columns, sheet.naturalHeight / storyboard.rows];
  const [column, row] = [number % storyboard.columns, Math.floor(number / storyboard.columns)];
  ctx.drawImage(sheet, column * tileWidth, row * tileHeight, tileWidth, tileHeight, x, 0, width, height);
}

const BAR = { width: 2, step: 3.5 } as const;

/** Draws the levels of the sound as bars, fainter where the video is removed or muted. */
export function drawLevels({ ctx, segments, view, height, find, colors }: Drawn): void {
  for (const segment of segments) {
    const found = find(segment);
    const peaks = found?.media.peaks;
    if (!found || !peaks || peaks.length === 0) continue;
    const volume = segment.kind === "clip" ? (segment.clip.volume ?? 1) : 1;
    ctx.fillStyle = segment.kind === "removed" || volume === 0 ? colors.faint : colors.strong;
    const from = Math.max(segment.from * view.scale, view.left - ROOM);
    const to = Math.min(segment.to * view.scale, view.left + view.width);
    for (let x = Math.ceil(from / BAR.step) * BAR.step; x < to; x += BAR.step) {
      const at = sourceIn(segment, x / view.scale);
      const level = peaks[Math.min(peaks.length - 1, Math.floor((at / Math.max(0.001, found.source.duration)) * peaks.length))] ?? 0;
      const bar = Math.max(1.5, Math.min(1, level * (volume === 0 ? 1 : volume)) * (height - 4));
      ctx.fillRect(x, (height - bar) / 2, BAR.width, bar);
    }
  }
}
