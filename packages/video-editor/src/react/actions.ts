import { addDefaultEffect, editedTime, type BoxTool, type VideoEditor } from "../core/index.ts";
import type { VideoEditorTexts } from "./texts.ts";

/** Adds an effect and shows its controls. */
export function addEffect(editor: VideoEditor, tool: BoxTool, { t }: VideoEditorTexts): void {
  editor.setTool("select");
  if (addDefaultEffect(editor, tool, t("toolbar.text"))) editor.setPanel("properties");
}

/** Adds a chapter at the playhead with a name that the user can change. */
export const addChapter = (editor: VideoEditor, { t }: VideoEditorTexts): void =>
  editor.addChapter(t("chapters.fresh", { number: editor.getState().chapters.length + 1 }));

/** Starts or stops playing. `isThrough`: removed parts are played, too. */
export function togglePlay(editor: VideoEditor, isThrough = false): void {
  if (editor.getState().isPlaying) editor.pause();
  else editor.play({ isThrough });
}

/** Returns the length of the edited video and the time of the playhead in it. */
export function editedTimes(editor: VideoEditor): { now: number; length: number } {
  const { timeline, playhead } = editor.getState();
  return { now: editedTime(timeline, playhead), length: timeline.map.duration };
}
