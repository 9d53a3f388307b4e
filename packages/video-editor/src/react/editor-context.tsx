import { useSelectedState } from "@stillreel/editor/parts";
import { createContext, useContext } from "react";
import type { VideoEditor, VideoEditorState } from "../core/index.ts";

/** The editor that the components of one view use. */
export const VideoEditorContext = createContext<VideoEditor | null>(null);

/** Returns the editor of the view. */
export function useEditor(): VideoEditor {
  const editor = useContext(VideoEditorContext);
  if (!editor) throw new Error("This component must be inside of a VideoEditorView.");
  return editor;
}

/** Selects a part of the editor's state. The component only renders again when the result differs. */
export const useEditorState = <T,>(select: (state: VideoEditorState) => T, isEqual?: (before: T, after: T) => boolean): T =>
  useSelectedState(useEditor(), select, isEqual);
