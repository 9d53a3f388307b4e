import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from "react";
import type { Editor, EditorState } from "../core/index.ts";

/** The editor that the components of one view use. */
export const EditorContext = createContext<Editor | null>(null);

/** Returns the editor of the view. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("This component must be inside of an ImageEditor.");
  return editor;
}

/**
 * Selects a part of the editor's state. The component only renders again when the result differs: dragging changes the document
 * in every frame, and bars and lists must not render for it.
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

/** Returns whether two lists have equal entries. */
export const isSameList = <T,>(before: readonly T[], after: readonly T[]): boolean =>
  before.length === after.length && before.every((entry, index) => Object.is(entry, after[index]));

/** Returns whether two flat records have equal fields. */
export const isSameRecord = <T extends object>(before: T, after: T): boolean => isSameList(Object.values(before), Object.values(after));
