import { useCallback, useEffect, useRef, useState } from "react";
import { boxAt, type BoxEffect, type VideoEditor } from "../../core/index.ts";
import { followEffect } from "../../preview/index.ts";
import { useEditor } from "../editor-context.tsx";

/** What following a box did, for the sentence below the switch. */
export type FollowOutcome =
  | { kind: "running"; part: number }
  | { kind: "followed" }
  | { kind: "lost"; from: number; to: number }
  | { kind: "plain" }
  | { kind: "unreadable" }
  | null;

/** Removes the positions of an effect. Its box stays where it is at the playhead. */
function unfollow(editor: VideoEditor, effect: BoxEffect): void {
  const { keys: _keys, ...rest } = effect;
  editor.repositionEffect({ ...rest, ...boxAt(effect, editor.shown().at) });
}

/** Follows the content of an effect's box, and stores its positions as one undo step. */
export function useFollow(effect: BoxEffect): { outcome: FollowOutcome; start(): void; cancel(): void; stop(): void } {
  const editor = useEditor();
  const [outcome, setOutcome] = useState<FollowOutcome>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), [effect.id]);
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setOutcome(null);
  }, []);
  const start = (): void => {
    const source = editor.sourceOf(effect.itemId);
    if (!source) return;
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    editor.pause();
    setOutcome({ kind: "running", part: 0 });
    const shown = editor.shown();
    const at = shown.itemId === effect.itemId ? shown.at : effect.start;
    followEffect(source, effect, {
      at,
      signal: abort.signal,
      onProgress: (part) => !abort.signal.aborted && setOutcome({ kind: "running", part }),
    }).then(
      ({ keys, lost, isPlain }) => {
        if (abort.signal.aborted) return;
        running.current = null;
        if (isPlain) return setOutcome({ kind: "plain" });
        editor.updateEffect(effect.id, { keys });
        const [first] = lost;
        setOutcome(first ? { kind: "lost", from: first.from, to: first.to } : { kind: "followed" });
      },
      () => {
        if (!abort.signal.aborted) setOutcome({ kind: "unreadable" });
      },
    );
  };
  const stop = (): void => {
    cancel();
    unfollow(editor, effect);
  };
  return { outcome, start, cancel, stop };
}
