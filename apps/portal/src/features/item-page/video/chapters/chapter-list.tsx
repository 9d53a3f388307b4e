import { ActionIcon, Button, TextInput } from "@mantine/core";
import { CHAPTER_NAME_MAX } from "@stillreel/contract";
import { ICON } from "@stillreel/ui";
import { formatClock, parseStart, tileStyle, type PlayerHandle, type Storyboard } from "@stillreel/watch/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSecond } from "../use-player-time.ts";
import type { Chapter } from "../watch.queries.ts";
import type { DraftChapter } from "./chapters.plan.ts";
import styles from "./chapters.module.css";
import type { ChapterDraft } from "./use-chapter-draft.ts";

const THUMB_PX = 84;
/** Step of an arrow key for a chapter in seconds; ten times as much with Shift. */
const NUDGE_S = 1;

interface PlayerContext {
  handle: PlayerHandle | null;
  durationS: number | null;
  storyboard: Storyboard | null;
}

/** Read-only chapters: a click seeks. */
export function ReadList({ chapters, handle, durationS, storyboard }: PlayerContext & { chapters: readonly Chapter[] }): ReactNode {
  const second = useSecond(handle);
  return (
    <ol className={styles.list}>
      {chapters.map(({ timestamp, name }, index) => {
        const end = chapters[index + 1]?.timestamp ?? durationS;
        return (
          <li key={timestamp}>
            <button
              type="button"
              className={styles.read}
              data-current={isIn(second, timestamp, end) || undefined}
              onClick={() => handle?.seek(timestamp)}
            >
              <Frame storyboard={storyboard} seconds={timestamp} />
              <span className={styles.words}>
                <bdi className={styles.name}>{name}</bdi>
                <Times from={timestamp} to={end} />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const isIn = (second: number | null, from: number, to: number | null): boolean =>
  second !== null && second >= Math.floor(from) && (to === null || second < Math.floor(to));

function Times({ from, to }: { from: number; to: number | null }): ReactNode {
  const { t } = useTranslation("video");
  return (
    <span className={styles.times}>
      <span className={styles.timecode} dir="ltr">
        {formatClock(from)}
      </span>
      {to !== null && to > from && t("chapters.long", { time: formatClock(to - from) })}
    </span>
  );
}

function Frame({ storyboard, seconds }: { storyboard: Storyboard | null; seconds: number }): ReactNode {
  return (
    <span className={styles.frame} aria-hidden="true">
      {storyboard && <span className={styles.tile} style={tileStyle(storyboard, seconds, THUMB_PX)} />}
    </span>
  );
}

/** Chapters in edit mode. */
export function ChapterList({ draft, handle, durationS, storyboard }: PlayerContext & { draft: ChapterDraft }): ReactNode {
  const { t } = useTranslation("video");
  const second = useSecond(handle);
  const [fresh, setFresh] = useState<string | null>(null);
  const { chapters } = draft;
  return (
    <>
      {chapters.length === 0 && <p className={styles.hint}>{t("chapters.empty")}</p>}
      <ol className={styles.list}>
        {chapters.map((chapter, index) => (
          <Row
            key={chapter.key}
            chapter={chapter}
            index={index}
            end={chapters[index + 1]?.timestamp ?? durationS}
            isCurrent={isIn(second, chapter.timestamp, chapters[index + 1]?.timestamp ?? durationS)}
            isFresh={fresh === chapter.key}
            draft={draft}
            handle={handle}
            storyboard={storyboard}
          />
        ))}
      </ol>
      <Button
        variant="default"
        className={styles.add}
        leftSection={<IconPlus {...ICON} />}
        onClick={() => setFresh(draft.add(chapters.length === 0 ? 0 : (handle?.time ?? 0)))}
      >
        {t("chapters.addAt", { time: formatClock(chapters.length === 0 ? 0 : (second ?? 0)) })}
      </Button>
    </>
  );
}

interface RowProps {
  chapter: DraftChapter;
  index: number;
  end: number | null;
  isCurrent: boolean;
  /** It was just added: its name field gets the focus. */
  isFresh: boolean;
  draft: ChapterDraft;
  handle: PlayerHandle | null;
  storyboard: Storyboard | null;
}

function Row({ chapter, index, end, isCurrent, isFresh, draft, handle, storyboard }: RowProps): ReactNode {
  const { t } = useTranslation("video");
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFresh) name.current?.focus();
  }, [isFresh]);
  const number = index + 1;
  const broken = draft.broken.filter((rule) => rule.index === index).map(({ rule }) => rule);
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={styles.go}
        aria-label={t("chapters.go", { time: formatClock(chapter.timestamp) })}
        onClick={() => handle?.seek(chapter.timestamp)}
      >
        <Frame storyboard={storyboard} seconds={chapter.timestamp} />
      </button>
      <div className={styles.fields}>
        <TextInput
          ref={name}
          size="xs"
          aria-label={t("chapters.nameOf", { number })}
          placeholder={t("chapters.name")}
          dir="auto"
          maxLength={CHAPTER_NAME_MAX}
          value={chapter.name}
          error={broken.includes("name") && chapter.name !== "" ? true : undefined}
          onChange={(event) => draft.rename(chapter.key, event.currentTarget.value)}
        />
        <div className={styles.times}>
          <TimeField
            label={t("chapters.startOf", { number })}
            seconds={chapter.timestamp}
            isInvalid={broken.some((rule) => rule === "start" || rule === "order" || rule === "length")}
            onChange={(seconds) => draft.moveTo(chapter.key, seconds)}
            onSettled={draft.settle}
          />
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              draft.moveTo(chapter.key, Math.floor(handle?.time ?? 0));
              draft.settle();
            }}
          >
            {t("chapters.usePlayhead")}
          </button>
          <span className={styles.long}>
            {end !== null && end > chapter.timestamp && t("chapters.long", { time: formatClock(end - chapter.timestamp) })}
          </span>
        </div>
      </div>
      <ActionIcon size={28} aria-label={t("chapters.remove", { number })} onClick={() => draft.remove(chapter.key)}>
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

interface TimeFieldProps {
  label: string;
  seconds: number;
  isInvalid?: boolean;
  onChange: (seconds: number) => void;
  /** Called on blur after a change. */
  onSettled?: () => void;
}

/** A time field, typed ("1:12") or changed by arrow keys. */
function TimeField({ label, seconds, isInvalid = false, onChange, onSettled }: TimeFieldProps): ReactNode {
  const [text, setText] = useState<string | null>(null);
  const take = (): void => {
    const typed = parseStart(text);
    setText(null);
    if (typed !== null && typed !== seconds) onChange(typed);
    onSettled?.();
  };
  const handleKey = (event: KeyboardEvent): void => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (event.key === "Enter") take();
    else if (direction === 0) return;
    else {
      setText(null);
      onChange(Math.max(0, (parseStart(text) ?? seconds) + direction * NUDGE_S * (event.shiftKey ? 10 : 1)));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      className={styles.time}
      dir="ltr"
      inputMode="numeric"
      aria-label={label}
      aria-invalid={isInvalid || (text !== null && parseStart(text) === null) || undefined}
      value={text ?? formatClock(seconds)}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={handleKey}
      onBlur={take}
    />
  );
}
