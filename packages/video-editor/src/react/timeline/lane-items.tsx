import type { EditEffect, EditEffectOf } from "@stillreel/contract";
import { memo, type CSSProperties, type ReactNode } from "react";
import { boxAt, clock, levelOf, type RemovedSegment, type Segment } from "../../core/index.ts";
import { useTexts } from "../texts-context.tsx";
import type { EffectBar } from "./lanes.ts";
import { ROOM } from "./timeline-view.ts";
import styles from "./timeline.module.css";

const boxOf = ({ from, to }: { from: number; to: number }, scale: number): { left: number; width: number } => ({
  left: ROOM + from * scale,
  width: Math.max(3, (to - from) * scale - 1),
});

const removedId = ({ start, end }: RemovedSegment): string => `removed:${start}:${end}`;

/** Below this width in CSS pixels an item shows no text. */
const TEXT_MIN = 28;
/** Below this width the edges of an unselected item cannot be dragged, so that the item itself can be pressed. */
const EDGES_MIN = 40;

interface SegmentProps {
  segment: Segment;
  scale: number;
  title: string | null;
  hasFrames: boolean;
  isSelected: boolean;
  isReachable: boolean;
}

/** One clip or removed part of the video lane. */
export const SegmentItem = memo(function SegmentItem({
  segment,
  scale,
  title,
  hasFrames,
  isSelected,
  isReachable,
}: SegmentProps): ReactNode {
  const { t } = useTexts();
  const box = boxOf(segment, scale);
  const times = { from: clock(segment.from), to: clock(segment.to) };
  const common = { style: box, tabIndex: isReachable ? 0 : -1, "aria-pressed": isSelected, "data-selected": isSelected || undefined };
  if (segment.kind === "removed") {
    const kind = segment.isTrimmed ? "trimmed" : "cut";
    return (
      <button
        type="button"
        className={`${styles.item} ${styles.removed}`}
        data-item={removedId(segment)}
        aria-label={t(`timeline.${kind}`, times)}
        {...common}
      >
        {box.width > 48 && <span>{isSelected ? `${(segment.end - segment.start).toFixed(1)} s` : t(`timeline.${kind}Short`)}</span>}
      </button>
    );
  }
  const number = segment.index + 1;
  const { speed = 1, volume = 1 } = segment.clip;
  const facts = [speed === 1 ? null : t("timeline.speed", { value: speed }), volume === 0 ? t("timeline.muted") : null].filter(Boolean);
  return (
    <button
      type="button"
      className={`${styles.item} ${styles.clip}`}
      data-item={`clip:${segment.index}`}
      data-bare={!hasFrames || undefined}
      aria-label={title === null ? t("timeline.clip", { number, ...times }) : t("timeline.joined", { number, title, ...times })}
      {...common}
    >
      {facts.length > 0 && box.width > TEXT_MIN * 2 && <span className={styles.facts}>{facts.join(", ")}</span>}
      {(isSelected || box.width > EDGES_MIN) && (
        <>
          <span className={styles.edge} data-edge="start" />
          <span className={styles.edge} data-edge="end" />
        </>
      )}
    </button>
  );
});

interface RemovedWordsProps {
  segment: RemovedSegment;
  scale: number;
  isSelected: boolean;
}

/** A removed part on the lane of words. Screen readers and the keyboard have the part on the video lane. */
export const RemovedWords = memo(function RemovedWords({ segment, scale, isSelected }: RemovedWordsProps): ReactNode {
  return (
    <div
      className={`${styles.item} ${styles.removed}`}
      data-item={removedId(segment)}
      data-selected={isSelected || undefined}
      aria-hidden="true"
      style={boxOf(segment, scale)}
    />
  );
});

interface EffectProps {
  bar: EffectBar;
  scale: number;
  label: string;
  isSelected: boolean;
  isReachable: boolean;
}

/** Height of a row of effects in CSS pixels, with the gap below. */
export const EFFECT_ROW = 25;

/** Below this width a zoom shows no level. */
const LEVEL_MIN = 110;

const levelIn = (zoom: EditEffectOf<"zoom">): number => Math.round(levelOf(boxAt(zoom, zoom.start)) * 10) / 10;

/** The ease of a zoom as the slopes of its bar. */
function slopesOf(effect: EditEffect, scale: number): CSSProperties {
  if (effect.kind !== "zoom") return {};
  const part = Math.min(1, (effect.end - effect.start) / Math.max(1e-9, effect.easeIn + effect.easeOut));
  return { "--ease-in": `${effect.easeIn * part * scale}px`, "--ease-out": `${effect.easeOut * part * scale}px` } as CSSProperties;
}

/** One effect: a bar for every part of the timeline that shows it. The first one takes the focus. */
export const EffectItem = memo(
  function EffectItem({ bar, scale, label, isSelected, isReachable }: EffectProps): ReactNode {
    const { t } = useTexts();
    return bar.ranges.map((range, index) => {
      const box = boxOf(range, scale);
      return (
        <button
          key={index}
          type="button"
          className={`${styles.item} ${styles.effect}`}
          data-item={`effect:${bar.effect.id}`}
          data-selected={isSelected || undefined}
          data-slopes={bar.effect.kind === "zoom" || undefined}
          aria-pressed={isSelected}
          aria-label={t("timeline.effect", { name: label, from: clock(range.from), to: clock(range.to) })}
          tabIndex={isReachable && index === 0 ? 0 : -1}
          style={{ ...box, ...slopesOf(bar.effect, scale), top: bar.row * EFFECT_ROW }}
        >
          {box.width > TEXT_MIN && <bdi>{label}</bdi>}
          {box.width > LEVEL_MIN && bar.effect.kind === "zoom" && (
            <span className={styles.level}>{t("effect.levelValue", { value: levelIn(bar.effect) })}</span>
          )}
          {(isSelected || box.width > EDGES_MIN) && (
            <>
              <span className={styles.edge} data-edge="start" />
              <span className={styles.edge} data-edge="end" />
            </>
          )}
        </button>
      );
    });
  },
  (before, after) =>
    before.bar.effect === after.bar.effect &&
    before.bar.ranges === after.bar.ranges &&
    before.bar.row === after.bar.row &&
    before.label === after.label &&
    before.scale === after.scale &&
    before.isSelected === after.isSelected &&
    before.isReachable === after.isReachable,
);

interface BarProps {
  kind: "chapter" | "caption";
  index: number;
  from: number;
  to: number;
  scale: number;
  text: string;
  name: string;
  isSelected: boolean;
  isReachable: boolean;
}

/** A chapter or a caption. */
export const TextItem = memo(function TextItem({ kind, index, from, to, scale, text, name, isSelected, isReachable }: BarProps): ReactNode {
  const box = boxOf({ from, to: to - 1 / scale }, scale);
  return (
    <button
      type="button"
      className={`${styles.item} ${styles[kind]}`}
      data-item={`${kind}:${index}`}
      data-selected={(kind === "chapter" && isSelected) || undefined}
      data-now={(kind === "caption" && isSelected) || undefined}
      aria-label={name}
      aria-pressed={kind === "chapter" ? isSelected : undefined}
      tabIndex={isReachable ? 0 : -1}
      style={box}
    >
      {box.width > TEXT_MIN && <bdi>{text}</bdi>}
    </button>
  );
});
