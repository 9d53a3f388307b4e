import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from "react";
import type { Editor, EditorState } from "../core/index.ts";

/** The editor that the parts of one view work on. */
export const EditorContext = createContext<Editor | null>(null);

/** The editor of the view. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("This part stands inside of an ImageEditor.");
  return editor;
}

/**
 * Something of the editor's state. The part is drawn again only when the answer differs, so that dragging, which
 * changes the document with every frame, leaves bars and lists alone.
 */
export function useEditorState<T>(select: (state: EditorState) => T, isEqual: (before: T, after: T) => boolean = Object.is): T {
  const editor = useEditor();
  const last = useRef<{ value: T } | null>(null);
  const snapshot = (): T => {
    const value = select(editor.getState());
    if (last.current && isEqual(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  };
  const subscribe = useCallback((listener: () => void) => editor.subscribe(listener), [editor]);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** Are two lists the same, entry by entry? */
export const isSameList = <T,>(before: readonly T[], after: readonly T[]): boolean =>
  before.length === after.length && before.every((entry, index) => Object.is(entry, after[index]));

/** Are two flat records the same, field by field? */
export const isSameRecord = <T extends object>(before: T, after: T): boolean => isSameList(Object.values(before), Object.values(after));
