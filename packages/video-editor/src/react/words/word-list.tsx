import { memo, useEffect, useId, useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { clock, type TidyProposal, type Word } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { type CutEdge, rangeOfWords, runAt, type WordsModel } from "./use-words.ts";
import styles from "./words.module.css";

interface Props {
  model: WordsModel;
  proposals: readonly TidyProposal[];
  language: string | null;
  /** Cuts the selected words, or brings them back. */
  onStrike(): void;
  /** Moves the edge of a cut to a word. */
  onEdge(edge: CutEdge, index: number): void;
  /** Opens the field for the text of a word. Null when texts cannot be changed. */
  onCorrect: ((index: number) => void) | null;
}

/** Index of the first word of each segment. */
const startsOf = (words: readonly Word[]): number[] =>
  words.flatMap(({ segment }, index) => (index === 0 || words[index - 1]?.segment !== segment ? [index] : []));

const wordUnder = (target: EventTarget | null): number | null => {
  const word = target instanceof Element ? target.closest<HTMLElement>("[data-word]")?.dataset["word"] : undefined;
  return word === undefined ? null : Number(word);
};

/** The words of a video. They are selected like text, by pointer and keyboard. */
export function WordList({ model, proposals, language, onStrike, onEdge, onCorrect }: Props): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const { words, struck, spoken, selection } = model;
  const list = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => startsOf(words), [words]);
  const handleKeyDown = useWordKeys(model, starts, { onStrike, onCorrect });
  const [first, last] = selection ? rangeOfWords(selection) : [-1, -1];
  const cursor = selection?.cursor ?? -1;
  useEffect(() => {
    if (cursor >= 0) list.current?.querySelector(`[data-word="${cursor}"]`)?.scrollIntoView({ block: "nearest" });
  }, [cursor]);
  const marks = useMemo(() => marksOf(proposals), [proposals]);
  const pointer = useWordPointer(model, onEdge);
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
            isContinued={(struck[from - 1] ?? false) && (struck[from] ?? false)}
            isContinuing={(struck[to] ?? false) && (struck[to - 1] ?? false)}
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

/** Returns the edge of a cut that is pressed. */
function edgeUnder(target: EventTarget | null): CutEdge | null {
  const { cutEdge, at } = (target instanceof Element && target.closest<HTMLElement>("[data-cut-edge]")?.dataset) || {};
  return cutEdge === undefined ? null : { side: cutEdge === "start" ? "start" : "end", word: Number(at) };
}

/** Selects words by pointer, and moves the edges of cuts. A press without a drag moves the playhead. */
function useWordPointer({ struck, selection, select, seek }: WordsModel, onEdge: (edge: CutEdge, index: number) => void) {
  const pressed = useRef<{ anchor: number; isDrag: boolean } | null>(null);
  const dragged = useRef<{ edge: CutEdge; fixed: number; index: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const edge = event.button === 0 ? edgeUnder(event.target) : null;
      if (edge) {
        const [first, last] = runAt(struck, edge.word);
        dragged.current = { edge, fixed: edge.side === "end" ? first : last, index: edge.word };
        event.currentTarget.setPointerCapture(event.pointerId);
        return select({ anchor: first, cursor: last });
      }
      const index = event.button === 0 ? wordUnder(event.target) : null;
      if (index === null) return undefined;
      const anchor = event.shiftKey && selection ? selection.anchor : index;
      pressed.current = { anchor, isDrag: event.shiftKey };
      return select({ anchor, cursor: index });
    },
    onPointerMove(event: PointerEvent) {
      const { current } = pressed;
      const drag = dragged.current;
      const index = (current || drag) && wordUnder(document.elementFromPoint(event.clientX, event.clientY));
      if (drag && index !== null) {
        drag.index = drag.edge.side === "end" ? Math.max(drag.fixed, index) : Math.min(drag.fixed, index);
        return select({ anchor: drag.fixed, cursor: drag.index });
      }
      if (!current || index === null || (index === current.anchor && !current.isDrag)) return undefined;
      current.isDrag = true;
      return select({ anchor: current.anchor, cursor: index });
    },
    onPointerUp() {
      const { current } = pressed;
      const drag = dragged.current;
      dragged.current = null;
      if (drag) return onEdge(drag.edge, drag.index);
      pressed.current = null;
      return current && !current.isDrag ? seek(current.anchor) : undefined;
    },
    onPointerCancel() {
      pressed.current = dragged.current = null;
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
  /** Whether a cut continues from the paragraph before, or into the next one. */
  isContinued: boolean;
  isContinuing: boolean;
  marks: Marks;
  first: number;
  last: number;
  cursor: number;
  spoken: number;
}

const Paragraph = memo(ParagraphView, (before, after) =>
  (["words", "struck", "isContinued", "isContinuing", "marks", "first", "last", "cursor", "spoken"] as const).every(
    (key) => before[key] === after[key],
  ),
);

function ParagraphView({
  id,
  from,
  words,
  struck,
  isContinued,
  isContinuing,
  marks,
  first,
  last,
  cursor,
  spoken,
}: ParagraphProps): ReactNode {
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
          const isFirst = isStruck && (offset === 0 ? !isContinued : struck[offset - 1] === "0");
          const isLast = isStruck && (offset === struck.length - 1 ? !isContinuing : struck[offset + 1] === "0");
          return (
            <span key={index}>
              {isFirst && <Edge side="start" word={index} />}
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
              </span>
              {isLast && <Edge side="end" word={index} />} <Silence seconds={marks.silences.get(index)} />
            </span>
          );
        })}
      </p>
    </div>
  );
}

/** A part that moves the edge of a cut by words. By keyboard, words beside it are selected and cut or brought back. */
const Edge = ({ side, word }: CutEdge): ReactNode => (
  <span className={styles.edge} data-cut-edge={side} data-at={word} aria-hidden="true" />
);

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
function useWordKeys(
  model: WordsModel,
  starts: readonly number[],
  { onStrike, onCorrect }: Pick<Props, "onStrike" | "onCorrect">,
): (event: KeyboardEvent) => void {
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
    else if (event.key === "F2" && onCorrect) onCorrect(cursor);
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
