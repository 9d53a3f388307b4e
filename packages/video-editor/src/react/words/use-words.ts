import { useMemo, useState } from "react";
import type { EditDocument } from "@stillreel/contract";
import {
  backOfWords,
  cutOfWords,
  type GivenTranscript,
  struckWords,
  timeOf,
  type VideoEditor,
  type Word,
  wordAt,
  wordsOf,
  withShortRests,
} from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";

/** Selected words: the cursor is where the selection grows. */
export interface WordSelection {
  anchor: number;
  cursor: number;
}

/** Words of a transcript with what the user does with them. */
export interface WordsModel {
  words: readonly Word[];
  /** For every word whether it is cut. */
  struck: readonly boolean[];
  /** Index of the word that is spoken at the playhead, -1 for none. */
  spoken: number;
  selection: WordSelection | null;
  select(selection: WordSelection | null): void;
  /** Cuts the selected words, or brings them back if all of them are cut. Returns how many changed. */
  strike(): { count: number; isCut: boolean } | null;
  /** Lets a cut end (or start) with a word: more or fewer words are cut, at least one. Returns how many changed. */
  moveEdge(edge: CutEdge, index: number): { count: number; isCut: boolean } | null;
  /** Moves the playhead to a word. */
  seek(index: number): void;
}

/** The start or the end of cut words: at their first or last word. */
export interface CutEdge {
  side: "start" | "end";
  word: number;
}

/** Returns the first and the last index of the cut words around one of them. */
export function runAt(struck: readonly boolean[], index: number): [first: number, last: number] {
  const next = struck.indexOf(false, index);
  return [struck.lastIndexOf(false, index) + 1, (next === -1 ? struck.length : next) - 1];
}

/** First and last index of a selection. */
export const rangeOfWords = ({ anchor, cursor }: WordSelection): [first: number, last: number] => [
  Math.min(anchor, cursor),
  Math.max(anchor, cursor),
];

/** Moves the playhead to a second of the edited video's own source, also inside of a removed part. */
export function seekSource(editor: VideoEditor, at: number): void {
  const { timeline, playhead } = editor.getState();
  const time = timeOf(timeline, { itemId: undefined, at }, playhead);
  if (time !== null) editor.seek(time);
}

const middleOf = ({ from, to }: Word): number => (from + to) / 2;

/**
 * Selects words. Cut words and their removed part on the timeline are one thing: when one is selected, the other is, too.
 * @returns the selection and a function that changes it
 */
function useLinkedSelection(
  words: readonly Word[],
  struck: readonly boolean[],
): [WordSelection | null, (selection: WordSelection | null) => void] {
  const editor = useEditor();
  const [own, setOwn] = useState<WordSelection | null>(null);
  const removed = useEditorState((state) => (state.selection?.kind === "removed" ? state.selection : null));
  const selection = useMemo(() => {
    if (!removed) return own;
    const isIn = (word: Word | undefined): boolean => word !== undefined && middleOf(word) >= removed.start && middleOf(word) < removed.end;
    if (own && isIn(words[own.anchor]) && isIn(words[own.cursor])) return own;
    const [anchor, cursor] = [words.findIndex(isIn), words.findLastIndex(isIn)];
    return anchor === -1 ? null : { anchor, cursor };
  }, [own, removed, words]);
  const select = (next: WordSelection | null): void => {
    setOwn(next);
    const [first, last] = next ? rangeOfWords(next) : [-1, -1];
    const [start, end] = [words[first], words[last]];
    const isCut = start !== undefined && end !== undefined && !struck.slice(first, last + 1).includes(false);
    const part = isCut
      ? editor
          .getState()
          .timeline.segments.find(
            (segment) => segment.kind === "removed" && segment.start <= middleOf(start) && segment.end > middleOf(end),
          )
      : undefined;
    if (part) editor.select({ kind: "removed", start: part.start, end: part.end });
    else if (removed) editor.select(null);
  };
  return [selection, select];
}

/** Returns the words of a transcript. `shown` is the document of the displayed video, in whose seconds the transcript is. */
export function useWords(transcript: GivenTranscript, shown: EditDocument | null): WordsModel {
  const editor = useEditor();
  const words = useMemo(() => wordsOf(transcript, shown), [transcript, shown]);
  const clips = useEditorState((state) => state.document.clips);
  const duration = useEditorState((state) => state.sources[0]?.duration ?? 0);
  const spoken = useEditorState(() => {
    const { itemId, at } = editor.shown();
    return itemId === undefined ? wordAt(words, at) : -1;
  });
  const struck = useMemo(() => struckWords({ clips }, words, duration), [clips, words, duration]);
  const [selection, select] = useLinkedSelection(words, struck);
  const set = (first: number, last: number, isCut: boolean): ReturnType<WordsModel["strike"]> => {
    const { document } = editor.getState();
    if (isCut) {
      const range = cutOfWords(words, first, last, duration);
      if (range) editor.cutSource(undefined, withShortRests(document, words, [range], duration));
    } else editor.bringBack(backOfWords(document, words, [first, last], duration));
    return editor.getState().document === document ? null : { count: last - first + 1, isCut };
  };
  const strike = (): ReturnType<WordsModel["strike"]> => {
    if (!selection) return null;
    const [first, last] = rangeOfWords(selection);
    return set(
      first,
      last,
      struck.slice(first, last + 1).some((isStruck) => !isStruck),
    );
  };
  const moveEdge = (edge: CutEdge, index: number): ReturnType<WordsModel["strike"]> => {
    const [first, last] = runAt(struck, edge.word);
    const to = edge.side === "end" ? Math.max(first, index) : Math.min(last, index);
    if (edge.side === "end") return to > last ? set(last + 1, to, true) : to < last ? set(to + 1, last, false) : null;
    return to < first ? set(to, first - 1, true) : to > first ? set(first, to - 1, false) : null;
  };
  const seek = (index: number): void => {
    const word = words[index];
    if (word) seekSource(editor, word.from);
  };
  return { words, struck, spoken, selection, select, strike, moveEdge, seek };
}
