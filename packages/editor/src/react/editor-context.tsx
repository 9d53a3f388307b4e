import { createContext, useContext } from "react";
import type { Editor, EditorState } from "../core/index.ts";
import { isSameList, useSelectedState } from "./selected-state.ts";

/** The editor that the components of one view use. */
export const EditorContext = createContext<Editor | null>(null);

/** Returns the editor of the view. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("This component must be inside of an ImageEditor.");
  return editor;
}

/** Selects a part of the editor's state. The component only renders again when the result differs. */
export const useEditorState = <T,>(select: (state: EditorState) => T, isEqual?: (before: T, after: T) => boolean): T =>
  useSelectedState(useEditor(), select, isEqual);

/** Returns whether two flat records have equal fields. */
export const isSameRecord = <T extends object>(before: T, after: T): boolean => isSameList(Object.values(before), Object.values(after));
