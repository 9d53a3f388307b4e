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
  const [selection, select] = useState<WordSelection | null>(null);
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
