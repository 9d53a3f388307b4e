import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { formatClock, segmentAt, segmentsOf, spokenTime, type PlayerCore, type Segment } from "../../core/index.ts";
import { useTexts } from "../../texts-context.tsx";
import type { StripBarProps } from "../player.types.ts";
import { usePlayerState } from "../use-player.ts";
import { HoverFrame } from "./hover-frame.tsx";
import { PinsLane } from "./pins-lane.tsx";
import styles from "./strip-bar.module.css";
import { useStripWidth, useStripClock } from "./use-strip.ts";

const NOTHING: readonly never[] = [];
/** Seconds that Page Up and Page Down seek. */
const PAGE_S = 30;
/** Minimum width of a chapter with a visible name. */
const LABEL_MIN_PX = 84;

/** The timeline below a video: chapters, played and loaded ranges, pins. It is always visible. */
export function StripBar({ player, pins = NOTHING, onPin, chapters, ticks = NOTHING }: StripBarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const width = useStripWidth(bar);
  const duration = usePlayerState(player, (state) => state.duration);
  const known = usePlayerState(player, (state) => state.chapters);
  const [hovered, setHovered] = useState<number | null>(null);
  useEffect(() => {
    player.showChapters(chapters ?? null);
  }, [player, chapters]);
  const segments = segmentsOf(known, duration);
  const hasLabels = known.length > 0 && duration > 0;
  return (
    <div className={styles.strip} dir="ltr">
      <PinsLane player={player} pins={pins} width={width} duration={duration} onPin={onPin} />
      {hovered !== null && duration > 0 && (
        <HoverFrame player={player} seconds={hovered} duration={duration} width={width} segments={segments} />
      )}
      <Bar ref={bar} player={player} segments={segments} duration={duration} ticks={ticks} hovered={hovered} onHover={setHovered} />
      {hasLabels && <Labels player={player} segments={segments} duration={duration} width={width} />}
    </div>
  );
}

interface BarProps {
  ref: RefObject<HTMLDivElement | null>;
  player: PlayerCore;
  segments: readonly Segment[];
  duration: number;
  ticks: readonly number[];
  hovered: number | null;
  onHover(seconds: number | null): void;
}

function Bar({ ref, player, segments, duration, ticks, hovered, onHover }: BarProps): ReactNode {
  const { t, language } = useTexts();
  const seeking = useSeeking(player, duration, onHover);
  const whole = usePlayerState(player, (state) => Math.floor(state.time));
  const loaded = usePlayerState(player, (state) => state.loaded);
  useStripClock(ref, player);
  const chapter = segmentAt(segments, whole)?.name ?? "";
  // The browser takes 30 ms (120 ms on a phone) to load the names of units for the first spoken time: not before the timeline is used.
  const [isUsed, setUsed] = useState(false);
  const time = isUsed ? spokenTime(whole, language) : formatClock(whole);
  return (
    <div
      ref={ref}
      className={styles.bar}
      role="slider"
      tabIndex={0}
      aria-label={t("player.seek")}
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={whole}
      aria-valuetext={chapter === "" ? time : `${time}, ${chapter}`}
      onFocus={() => setUsed(true)}
      {...seeking}
    >
      {segments.map((segment, index) => (
        <span
          key={segment.from}
          className={styles.segment}
          data-last={index === segments.length - 1 || undefined}
          style={{ flexGrow: Math.max(0.001, segment.to - segment.from), ...spanOf(segment) }}
        >
          {loaded.map(([from, to]) => (
            <i key={from} className={styles.loaded} style={within(segment, from, to)} />
          ))}
          <i className={styles.played} />
        </span>
      ))}
      {duration > 0 &&
        ticks.map((seconds) => (
          <i
            key={seconds}
            className={styles.tick}
            style={{ left: `${(Math.min(seconds, duration) / duration) * 100}%` }}
            aria-hidden="true"
          />
        ))}
      {duration > 0 && <span className={styles.head} aria-hidden="true" />}
      {hovered !== null && duration > 0 && (
        <span className={styles.ghost} style={{ left: `${(hovered / duration) * 100}%` }} aria-hidden="true" />
      )}
    </div>
  );
}

/** Returns the handlers of the timeline: a pointer hovers and drags, keys seek. */
function useSeeking(player: PlayerCore, duration: number, onHover: BarProps["onHover"]): ComponentProps<"div"> {
  const isDragging = useRef(false);
  const secondsAt = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width))) * duration;
  };
  const move = (event: PointerEvent): void => {
    const seconds = secondsAt(event);
    onHover(seconds);
    if (isDragging.current) player.seek(seconds);
  };
  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || duration <= 0) return;
    isDragging.current = true;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    move(event);
  };
  const release = (event: PointerEvent): void => {
    isDragging.current = false;
    if (event.pointerType !== "mouse") onHover(null);
  };
  // The player handles the left and right arrow keys, independent of the focus.
  const handleKey = (event: KeyboardEvent): void => {
    const target = {
      Home: 0,
      End: duration,
      PageUp: player.time + PAGE_S,
      PageDown: player.time - PAGE_S,
      ArrowUp: player.time + 5,
      ArrowDown: player.time - 5,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    player.seek(target);
  };
  return {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: () => !isDragging.current && onHover(null),
    onKeyDown: handleKey,
  };
}

/** Passes the seconds of a part to the style sheet, which draws its played share. */
const spanOf = ({ from, to }: Segment): Record<string, number> => ({ "--from": from, "--span": Math.max(0.001, to - from) });

function within({ from, to }: Segment, start: number, end: number): { left: string; width: string } {
  const span = Math.max(0.001, to - from);
  const left = Math.min(1, Math.max(0, (start - from) / span));
  const right = Math.min(1, Math.max(0, (end - from) / span));
  return { left: `${left * 100}%`, width: `${Math.max(0, right - left) * 100}%` };
}

interface LabelsProps {
  player: PlayerCore;
  segments: readonly Segment[];
  duration: number;
  width: number;
}

/** The chapters' names below the timeline. On narrow ones only the current chapter. */
function Labels({ player, segments, duration, width }: LabelsProps): ReactNode {
  const { t } = useTexts();
  const index = usePlayerState(player, (state) => segments.findLastIndex(({ from }) => from <= state.time + 0.001));
  const current = segments[Math.max(0, index)];
  return (
    <>
      <div className={styles.labels} aria-hidden="true">
        {segments.map((segment, at) => (
          <span key={segment.from} data-on={at === index || undefined} style={{ flexGrow: Math.max(0.001, segment.to - segment.from) }}>
            {((segment.to - segment.from) / duration) * width >= LABEL_MIN_PX && segment.name !== "" && (
              <>
                <span className={styles.time}>{formatClock(segment.from)}</span>
                <bdi>{segment.name}</bdi>
              </>
            )}
          </span>
        ))}
      </div>
      {current && (
        <div className={styles.one} aria-hidden="true">
          <span className={styles.chip}>{formatClock(current.from)}</span>
          <bdi>{current.name}</bdi>
          <span className={styles.of}>{t("player.chapterOf", { index: Math.max(0, index) + 1, total: segments.length })}</span>
        </div>
      )}
    </>
  );
}
