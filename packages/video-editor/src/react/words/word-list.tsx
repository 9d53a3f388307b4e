import { memo, useEffect, useId, useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { clock, type TidyProposal, type Word } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { rangeOfWords, type WordsModel } from "./use-words.ts";
import styles from "./words.module.css";

interface Props {
  model: WordsModel;
  proposals: readonly TidyProposal[];
  language: string | null;
  /** Cuts the selected words, or brings them back. */
  onStrike(): void;
}

/** Index of the first word of each segment. */
const startsOf = (words: readonly Word[]): number[] =>
  words.flatMap(({ segment }, index) => (index === 0 || words[index - 1]?.segment !== segment ? [index] : []));

const wordUnder = (target: EventTarget | null): number | null => {
  const word = target instanceof Element ? target.closest<HTMLElement>("[data-word]")?.dataset["word"] : undefined;
  return word === undefined ? null : Number(word);
};

/** The words of a video. They are selected like text, by pointer and keyboard. */
export function WordList({ model, proposals, language, onStrike }: Props): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const { words, struck, spoken, selection } = model;
  const list = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => startsOf(words), [words]);
  const handleKeyDown = useWordKeys(model, starts, onStrike);
  const [first, last] = selection ? rangeOfWords(selection) : [-1, -1];
  const cursor = selection?.cursor ?? -1;
  useEffect(() => {
    if (cursor >= 0) list.current?.querySelector(`[data-word="${cursor}"]`)?.scrollIntoView({ block: "nearest" });
  }, [cursor]);
  const marks = useMemo(() => marksOf(proposals), [proposals]);
  const pointer = useWordPointer(model);
  return (
    <div
      ref={list}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={t("words.list")}
      aria-multiselectable
      aria-activedescendant={cursor >= 0 ? `${id}-${cursor}` : undefined}
      data-stage-keys="words"
      lang={language ?? undefined}
      onKeyDown={handleKeyDown}
      {...pointer}
    >
      {starts.map((from, number) => {
        const to = starts[number + 1] ?? words.length;
        const isIn = (index: number): boolean => index >= from && index < to;
        return (
          <Paragraph
            key={from}
            id={id}
            from={from}
            words={words}
            struck={struck.slice(from, to).map(Number).join("")}
            marks={marks}
            first={first < to && last >= from ? Math.max(first, from) : -1}
            last={first < to && last >= from ? Math.min(last, to - 1) : -1}
            cursor={isIn(cursor) ? cursor : -1}
            spoken={isIn(spoken) ? spoken : -1}
          />
        );
      })}
    </div>
  );
}

/** Selects words by pointer. A press without a drag moves the playhead. */
function useWordPointer({ selection, select, seek }: WordsModel) {
  const pressed = useRef<{ anchor: number; isDrag: boolean } | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      const index = event.button === 0 ? wordUnder(event.target) : null;
      if (index === null) return;
      const anchor = event.shiftKey && selection ? selection.anchor : index;
      pressed.current = { anchor, isDrag: event.shiftKey };
      select({ anchor, cursor: index });
    },
    onPointerMove(event: PointerEvent) {
      const { current } = pressed;
      const index = current && wordUnder(document.elementFromPoint(event.clientX, event.clientY));
      if (!current || index === null || (index === current.anchor && !current.isDrag)) return;
      current.isDrag = true;
      select({ anchor: current.anchor, cursor: index });
    },
    onPointerUp() {
      const { current } = pressed;
      pressed.current = null;
      if (current && !current.isDrag) seek(current.anchor);
    },
    onPointerCancel() {
      pressed.current = null;
    },
  };
}

/** Words that are fillers, and silences after words (-1: before the first one). */
interface Marks {
  fillers: ReadonlySet<number>;
  silences: ReadonlyMap<number, number>;
}

const marksOf = (proposals: readonly TidyProposal[]): Marks => ({
  fillers: new Set(
    proposals.flatMap(({ kind, word, count }) => (kind === "filler" ? Array.from({ length: count }, (_, offset) => word + offset) : [])),
  ),
  silences: new Map(proposals.flatMap(({ kind, word, from, to }) => (kind === "silence" ? [[word, to - from] as const] : []))),
});

interface ParagraphProps {
  id: string;
  from: number;
  words: readonly Word[];
  /** One digit for each word: 1 is cut. As text, so that an unchanged paragraph does not render again. */
  struck: string;
  marks: Marks;
  first: number;
  last: number;
  cursor: number;
  spoken: number;
}

const Paragraph = memo(ParagraphView, (before, after) =>
  (["words", "struck", "marks", "first", "last", "cursor", "spoken"] as const).every((key) => before[key] === after[key]),
);

function ParagraphView({ id, from, words, struck, marks, first, last, cursor, spoken }: ParagraphProps): ReactNode {
  const { t } = useTexts();
  const start = words[from];
  if (!start) return null;
  const time = clock(start.from);
  return (
    <div className={styles.paragraph} role="group" aria-label={time}>
      {/* A press moves the playhead to the first word; by keyboard, arrows do. The name of the group has the time. */}
      <span className={styles.time} data-word={from} aria-hidden="true">
        {time}
      </span>
      <p className={styles.text} dir="auto">
        {from === 0 && <Silence seconds={marks.silences.get(-1)} />}
        {[...struck].map((digit, offset) => {
          const index = from + offset;
          const isStruck = digit === "1";
          const text = words[index]?.text ?? "";
          return (
            <span key={index}>
              <span
                id={`${id}-${index}`}
                className={styles.word}
                role="option"
                aria-selected={index >= first && index <= last}
                aria-label={isStruck ? t("words.wordCut", { word: text }) : undefined}
                data-word={index}
                data-struck={isStruck || undefined}
                data-filler={(!isStruck && marks.fillers.has(index)) || undefined}
                data-spoken={(index === spoken && !isStruck) || undefined}
                data-cursor={index === cursor || undefined}
              >
                {text}
              </span>{" "}
              <Silence seconds={marks.silences.get(index)} />
            </span>
          );
        })}
      </p>
    </div>
  );
}

/** The length of a silence that is proposed for removal. */
function Silence({ seconds }: { seconds: number | undefined }): ReactNode {
  const { t } = useTexts();
  if (seconds === undefined) return null;
  const value = seconds.toFixed(1);
  return (
    <>
      <span className={styles.silence} title={t("words.silence", { seconds: value })} dir="ltr">
        {t("words.gap", { seconds: value })}
      </span>{" "}
    </>
  );
}

/** Moves by words and paragraphs, selects with Shift, cuts, and plays from the cursor. */
function useWordKeys(model: WordsModel, starts: readonly number[], onStrike: () => void): (event: KeyboardEvent) => void {
  const editor = useEditor();
  const { words, selection, select, seek, spoken } = model;
  const targetOf = (key: string, cursor: number, isWide: boolean): number | null => {
    switch (key) {
      case "ArrowLeft":
        return cursor - 1;
      case "ArrowRight":
        return cursor + 1;
      case "ArrowUp":
        return starts.findLast((at) => at < cursor) ?? 0;
      case "ArrowDown":
        return starts.find((at) => at > cursor) ?? words.length - 1;
      case "Home":
        return isWide ? 0 : (starts.findLast((at) => at <= cursor) ?? 0);
      case "End":
        return isWide ? words.length - 1 : (starts.find((at) => at > cursor) ?? words.length) - 1;
      default:
        return null;
    }
  };
  return (event) => {
    if (event.target !== event.currentTarget || words.length === 0) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const cursor = selection?.cursor ?? Math.max(0, spoken);
    const target = event.altKey ? null : targetOf(event.key, cursor, isCommand);
    if (target !== null) {
      const next = Math.min(words.length - 1, Math.max(0, selection ? target : cursor));
      select({ anchor: event.shiftKey ? (selection?.anchor ?? next) : next, cursor: next });
    } else if (isCommand && event.key.toLowerCase() === "a") select({ anchor: 0, cursor: words.length - 1 });
    else if (event.key === "Backspace" || event.key === "Delete") onStrike();
    else if (event.key === " " && !isCommand) {
      if (editor.getState().isPlaying) editor.pause();
      else {
        seek(cursor);
        editor.play({ isThrough: event.altKey });
      }
    } else if (event.key === "Escape" && selection) select(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
