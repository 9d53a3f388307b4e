import { Fragment, memo, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { formatClock, type PlayerHandle, type SpokenSegment } from "../core/index.ts";
import { useTexts } from "../texts-context.tsx";
import styles from "./transcript.module.css";
import type { TranscriptEdit } from "./transcript.types.ts";
import { useSpokenWord } from "./use-following.ts";

/** Words of a segment that match the search: the last index of a match by its first one. */
export interface RowMatches {
  ends: ReadonlyMap<number, number>;
  /** First word of the current match; -1 when it is elsewhere. */
  current: number;
}

interface RowProps {
  index: number;
  segment: SpokenSegment;
  language: string | null;
  handle: PlayerHandle | null;
  isCurrent: boolean;
  matches: RowMatches | null;
  edit: TranscriptEdit | null;
}

/** A segment with its time. A click on a word is handled by the list. */
export const SegmentRow = memo(function SegmentRow({ index, segment, language, handle, isCurrent, matches, edit }: RowProps): ReactNode {
  const { t } = useTexts();
  const [isEditing, setEditing] = useState(false);
  const time = formatClock(segment.start);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li className={styles.row} data-segment={index} data-current={isCurrent || undefined}>
      <button
        ref={button}
        type="button"
        className={styles.time}
        aria-label={t("transcript.goTo", { time })}
        aria-current={isCurrent || undefined}
        aria-keyshortcuts={edit ? "F2" : undefined}
        onClick={() => handle?.seek(segment.start, true)}
        onKeyDown={(event) => {
          if (event.key !== "F2" || !edit) return;
          event.preventDefault();
          setEditing(true);
        }}
      >
        {time}
      </button>
      {isEditing && edit ? (
        <SegmentEditor segment={segment} language={language} save={(text) => edit.save(index, text)} onClose={close} />
      ) : (
        <p className={styles.text} dir="auto" lang={language ?? undefined}>
          {isCurrent ? (
            <CurrentWords segment={segment} matches={matches} handle={handle} />
          ) : (
            <Words segment={segment} matches={matches} spoken={-1} />
          )}
        </p>
      )}
    </li>
  );
});

interface WordsProps {
  segment: SpokenSegment;
  matches: RowMatches | null;
  spoken: number;
}

function CurrentWords({ handle, ...props }: Omit<WordsProps, "spoken"> & { handle: PlayerHandle | null }): ReactNode {
  return <Words {...props} spoken={useSpokenWord(handle, props.segment)} />;
}

function Words({ segment, matches, spoken }: WordsProps): ReactNode {
  const { text, words } = segment;
  let matchEnd = -1;
  let isCurrentMatch = false;
  return words.map((word, index) => {
    const before = text.slice(index === 0 ? 0 : (words[index - 1]?.at ?? 0) + (words[index - 1]?.text.length ?? 0), word.at);
    const end = matches?.ends.get(index);
    if (end !== undefined) {
      matchEnd = end;
      isCurrentMatch = matches?.current === index;
    }
    const state = index > matchEnd ? undefined : isCurrentMatch ? "current" : "match";
    const rest = index === words.length - 1 ? text.slice(word.at + word.text.length) : "";
    return (
      <Fragment key={word.at}>
        {before}
        <span data-word={index} data-match={state} data-spoken={index === spoken || undefined}>
          {word.text}
        </span>
        {rest}
      </Fragment>
    );
  });
}

interface EditorProps {
  segment: SpokenSegment;
  language: string | null;
  save(text: string): Promise<boolean>;
  onClose(): void;
}

/** The text of a segment in a field: Enter saves, Escape cancels. */
function SegmentEditor({ segment, language, save, onClose }: EditorProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(segment.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = async (): Promise<void> => {
    if (text.trim() === segment.text || (await save(text.trim()))) onClose();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) void submit();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label={t("transcript.editLabel", { time: formatClock(segment.start) })}
        dir="auto"
        lang={language ?? undefined}
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <span className={styles.editorButtons}>
        <button type="button" className={styles.plain} onClick={onClose}>
          {t("transcript.cancel")}
        </button>
        <button type="submit" className={styles.strong}>
          {t("transcript.save")}
        </button>
      </span>
    </form>
  );
}
