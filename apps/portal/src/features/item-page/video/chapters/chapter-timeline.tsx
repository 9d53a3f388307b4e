import { formatClock, spokenTime } from "@stillreel/watch/core";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DraftChapter } from "./chapters.plan.ts";
import styles from "./chapters.module.css";
import type { ChapterDraft } from "./use-chapter-draft.ts";

const MOVES: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

/** Chapter starts on a timeline: each can be dragged or moved by arrow keys. Never mirrored. */
export function ChapterTimeline({ draft, durationS }: { draft: ChapterDraft; durationS: number }): ReactNode {
  const { t } = useTranslation("video");
  return (
    <div className={styles.timeline} dir="ltr" role="group" aria-label={t("chapters.timeline")}>
      {draft.chapters.map((chapter, index) => (
        <Knob key={chapter.key} chapter={chapter} index={index} draft={draft} durationS={durationS} />
      ))}
    </div>
  );
}

interface KnobProps {
  chapter: DraftChapter;
  index: number;
  draft: ChapterDraft;
  durationS: number;
}

function Knob({ chapter, index, draft, durationS }: KnobProps): ReactNode {
  const { t, i18n } = useTranslation("video");
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box) draft.moveTo(chapter.key, Math.round(((event.clientX - box.left) / box.width) * durationS));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const move = event.key === "Home" ? -durationS : event.key === "End" ? durationS : MOVES[event.key];
    if (move === undefined) return;
    draft.moveTo(chapter.key, Math.round(chapter.timestamp) + move * (event.shiftKey ? 10 : 1));
    event.preventDefault();
    event.stopPropagation();
  };
  const name = chapter.name || t("chapters.unnamed", { number: index + 1 });
  return (
    <div
      className={styles.knob}
      ref={(node) => node?.style.setProperty("left", `${(chapter.timestamp / durationS) * 100}%`)}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationS)}
      aria-valuenow={Math.round(chapter.timestamp)}
      aria-valuetext={spokenTime(chapter.timestamp, i18n.language)}
      title={`${formatClock(chapter.timestamp)} ${name}`}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={draft.settle}
      onPointerCancel={draft.settle}
      onKeyDown={handleKey}
      onBlur={draft.settle}
    />
  );
}
