import { useEffect, useState } from "react";
import type { TidyProposal } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { seekSource } from "./use-words.ts";

/** Seconds that are played before and after a proposed cut. */
const AROUND_S = 2;

/** Plays the video around one proposal after the other, without the proposed part. */
export function useTidyPreview(proposals: readonly TidyProposal[]): {
  current: TidyProposal | null;
  start(): void;
  next(): void;
  stop(): void;
} {
  const editor = useEditor();
  const [current, setCurrent] = useState<TidyProposal | null>(null);
  useEffect(() => {
    if (!current) return undefined;
    seekSource(editor, Math.max(0, current.from - AROUND_S));
    editor.play();
    return editor.subscribe(() => {
      if (!editor.getState().isPlaying) return;
      const { itemId, at } = editor.shown();
      if (itemId !== undefined) return;
      if (at >= current.from && at < current.to) seekSource(editor, current.to);
      else if (at >= current.to + AROUND_S) editor.pause();
    });
  }, [editor, current]);
  const next = (): void => {
    const following = proposals.find(({ from }) => from > (current?.from ?? -1));
    if (!following) editor.pause();
    setCurrent(following ?? null);
  };
  const stop = (): void => {
    editor.pause();
    setCurrent(null);
  };
  return { current, start: () => setCurrent(proposals[0] ?? null), next, stop };
}
