import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { findSpoken, type SpokenMatch, type SpokenSegment } from "../core/index.ts";

/** Search in a transcript: the typed text, its matches, and the current one. */
export interface TranscriptSearch {
  typed: string;
  matches: readonly SpokenMatch[];
  /** Index of the current match; -1 without matches. */
  current: number;
  type(text: string): void;
  step(by: 1 | -1): void;
  onKey(event: KeyboardEvent): void;
}

/** Returns the search of a transcript. `onMatches` receives the seconds of the matches. */
export function useSearch(
  segments: readonly SpokenSegment[],
  onMatches: ((seconds: readonly number[]) => void) | undefined,
): TranscriptSearch {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const matches = useMemo(() => findSpoken(segments, typed), [segments, typed]);
  useEffect(() => {
    onMatches?.([...new Set(matches.map(({ seconds }) => seconds))]);
  }, [matches, onMatches]);
  useEffect(() => () => onMatches?.([]), [onMatches]);
  const count = matches.length;
  const current = count === 0 ? -1 : Math.min(chosen, count - 1);
  const type = (text: string): void => {
    setTyped(text);
    setChosen(0);
  };
  const step = (by: 1 | -1): void => {
    if (count > 0) setChosen((current + by + count) % count);
  };
  return {
    typed,
    matches,
    current,
    type,
    step,
    onKey(event) {
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape" && typed !== "") type("");
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
