import type { EditorMenuEntry } from "@stillreel/editor/react";
import type { VideoEditor } from "../core/index.ts";
import { choosePosterHere } from "./panels/video-panel.tsx";
import type { VideoEditorTexts } from "./texts.ts";

/** Entries of the timeline's menu for what is selected. */
export function contextEntries(editor: VideoEditor, { t }: VideoEditorTexts): EditorMenuEntry[] {
  const { selection, document: edits } = editor.getState();
  const remove = { hint: "⌫", onSelect: () => editor.removeSelection() };
  const poster = { label: t("menu.poster"), onSelect: () => choosePosterHere(editor) };
  const here: EditorMenuEntry[] = [
    { label: t("toolbar.split"), hint: "S", onSelect: () => editor.split() },
    { label: t("toolbar.trimStart"), hint: "[", onSelect: () => editor.trimStart() },
    { label: t("toolbar.trimEnd"), hint: "]", onSelect: () => editor.trimEnd() },
    poster,
  ];
  switch (selection?.kind) {
    case "clip": {
      const index = selection.indexes[0] ?? 0;
      return [
        ...here,
        "divider",
        { label: t("menu.moveEarlier"), isDisabled: index === 0, onSelect: () => editor.moveClip(index, index - 1) },
        { label: t("menu.moveLater"), isDisabled: index === edits.clips.length - 1, onSelect: () => editor.moveClip(index, index + 1) },
        "divider",
        { label: t("toolbar.cut"), isDanger: true, ...remove },
      ];
    }
    case "removed":
      return [{ label: t("toolbar.bringBack"), ...remove }];
    case "effect":
      return [
        { label: t("menu.duplicate"), onSelect: () => editor.duplicateEffect(selection.ids[0] ?? "") },
        "divider",
        { label: t("toolbar.delete"), isDanger: true, ...remove },
      ];
    case "chapter":
      return [{ label: t("toolbar.delete"), isDanger: true, ...remove }];
    case "range":
      return [{ label: t("toolbar.cut"), isDanger: true, ...remove }];
    default:
      return here;
  }
}
