import { useStable } from "@stillreel/editor/parts";
import { useEffect } from "react";
import type { VideoEditor } from "../../core/index.ts";
import { addChapter, addEffect, togglePlay } from "../actions.ts";
import { useEditor } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import type { VideoEditorTexts } from "../texts.ts";
import { idOf, laneItems, neighbourOf } from "../timeline/lanes.ts";
import type { TimelineView } from "../timeline/timeline-view.ts";

interface Keys {
  root: HTMLElement | null;
  view: TimelineView;
  onSave(): void;
  onHelp(): void;
}

interface Pressed {
  key: string;
  event: KeyboardEvent;
  editor: VideoEditor;
  texts: VideoEditorTexts;
  view: TimelineView;
}

const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" } as const;
type Direction = (typeof ARROWS)[keyof typeof ARROWS];

/** Handles the page's keys, except those that the focused control or a text field needs. */
export function useEditorKeys({ root, view, onSave, onHelp }: Keys): void {
  const editor = useEditor();
  const texts = useTexts();
  const handleDown = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isOurs(event, root)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isCommand = event.ctrlKey || event.metaKey;
    const pressed = { key, event, editor, texts, view };
    const isHandled =
      isCommand && key === "s"
        ? done(onSave)
        : isOfControl(event)
          ? false
          : key === "?"
            ? done(onHelp)
            : isCommand
              ? runCommand(pressed)
              : runArrow(pressed) || runPlaying(pressed) || runEdit(pressed);
    if (!isHandled) return;
    event.preventDefault();
    // The surrounding page has its own shortcuts.
    event.stopPropagation();
  });
  useEffect(() => {
    addEventListener("keydown", handleDown, true);
    return () => removeEventListener("keydown", handleDown, true);
  }, [handleDown]);
}

function done(act: () => void): true {
  act();
  return true;
}

/** Returns whether the focus is inside the editor or nowhere. */
function isOurs({ target }: KeyboardEvent, root: HTMLElement | null): boolean {
  if (!(target instanceof Element) || !root) return false;
  if (target === document.body || target === document.documentElement) return document.querySelector("[aria-modal=true]") === null;
  return root.contains(target);
}

const OF_BUTTONS = new Set(["Enter", " ", "ArrowLeft", "ArrowRight", "Home", "End"]);
/** Where these keys move between the buttons. A button alone needs only those that press it. */
const ROWS = "[role=toolbar], [role=tablist], [role=menu], [role=listbox], [role=radiogroup], [role=group]";
/** Keys of a box on the preview. */
const OF_BOXES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-"]);
/** Keys of the list of words: it is used like a text. */
const OF_WORDS = new Set([...OF_BUTTONS, "ArrowUp", "ArrowDown", "Backspace", "Delete", "Escape"]);
const OF_SLIDERS = new Set([...OF_BUTTONS, "ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

/** Returns whether the focused control needs this key. The items of the timeline need none. */
function isOfControl({ target, key }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  if (key === "Tab") return true;
  if (element.isContentEditable || element.matches("textarea, select, input:not([type=range], [type=checkbox], [type=color])")) return true;
  if (element.closest("[data-editor-keys=own]")) return true;
  const stage = element.closest<HTMLElement>("[data-stage-keys]")?.dataset["stageKeys"];
  if (stage === "words") return OF_WORDS.has(key);
  if (stage !== undefined) return key === "Enter" || (stage === "box" && OF_BOXES.has(key));
  if (element.closest("[data-item]")) return false;
  if (element.matches("input")) return OF_SLIDERS.has(key);
  if (element.matches("button") && !element.closest(ROWS)) return key === "Enter" || key === " ";
  return OF_BUTTONS.has(key) && element.matches("button, a, [tabindex]");
}

/** Undo, redo, duplicate, zoom of the timeline. */
function runCommand({ key, event, editor, view }: Pressed): boolean {
  switch (key) {
    case "z":
      return done(() => (event.shiftKey ? editor.redo() : editor.undo()));
    case "y":
      return done(() => editor.redo());
    case "d": {
      const { selection } = editor.getState();
      return selection?.kind === "effect" && done(() => editor.duplicateEffect(selection.ids[0] ?? ""));
    }
    case "=":
    case "+":
      return done(() => view.zoomPart(view.zoom + 0.1, editor.getState().playhead));
    case "-":
      return done(() => view.zoomPart(view.zoom - 0.1, editor.getState().playhead));
    case "0":
      return done(() => view.fit());
    default:
      return false;
  }
}

/** Arrows: on an item of the timeline they move through the items, elsewhere they move the playhead. With Alt they move what is selected. */
function runArrow({ key, event, editor }: Pressed): boolean {
  const direction = ARROWS[key as keyof typeof ARROWS] as Direction | undefined;
  if (!direction) return false;
  const step = direction === "left" || direction === "up" ? -1 : 1;
  const isSideways = direction === "left" || direction === "right";
  if (event.altKey) return isSideways && moveSelected(editor, step, event.shiftKey);
  const item = (event.target as HTMLElement).closest<HTMLElement>("[data-item]")?.dataset["item"];
  if (item !== undefined && item !== "playhead") {
    const next = neighbourOf(laneItems(editor.getState()), item, direction);
    if (next) editor.select(next.selection);
    return true;
  }
  if (event.shiftKey && isSideways) return done(() => extendRange(editor, step));
  return done(() => editor.step(isSideways ? "second" : "cut", step));
}

/** Selects one second more or less from where the range started. */
function extendRange(editor: VideoEditor, step: 1 | -1): void {
  const { selection, playhead, timeline } = editor.getState();
  const range = selection?.kind === "range" ? selection : null;
  const fixed = range ? (playhead <= range.from + 1e-6 ? range.to : range.from) : playhead;
  const next = Math.min(timeline.duration, Math.max(0, playhead + step));
  editor.seek(next);
  editor.select(next === fixed ? null : { kind: "range", from: Math.min(fixed, next), to: Math.max(fixed, next) });
}

/** Moves the selected clip to its neighbour's place, or an effect by a frame. With Shift only the end moves. */
function moveSelected(editor: VideoEditor, step: 1 | -1, isEnd: boolean): boolean {
  const { selection, document: edits } = editor.getState();
  const frameOf = (itemId: string | undefined): number => step / (editor.sourceOf(itemId)?.frameRate ?? 30);
  if (selection?.kind === "clip") {
    const index = selection.indexes[0] ?? 0;
    const clip = edits.clips[index];
    if (!clip) return false;
    if (isEnd) editor.moveEdge(index, "end", clip.end + frameOf(clip.itemId));
    else editor.moveClip(index, Math.min(edits.clips.length - 1, Math.max(0, index + step)));
    return true;
  }
  const effect = selection?.kind === "effect" ? edits.effects.find(({ id }) => id === selection.ids[0]) : undefined;
  if (!effect) return false;
  const by = frameOf(effect.itemId);
  return done(() =>
    editor.moveEffect(effect.id, { from: isEnd ? effect.start : effect.start + by, to: effect.end + by }, `key:${effect.id}:${isEnd}`),
  );
}

const RATES = [1, 2, 4, 8];

/** J, K, L and Space. Each further press of J or L is faster. */
function runPlaying({ key, event, editor }: Pressed): boolean {
  const { rate, isPlaying, timeline } = editor.getState();
  const faster = (sign: 1 | -1): void => {
    const now = isPlaying && Math.sign(rate) === sign ? Math.abs(rate) : 0;
    editor.play({ rate: sign * (RATES.find((one) => one > now) ?? 8) });
  };
  switch (key) {
    case " ":
      return done(() => togglePlay(editor, event.altKey));
    case "j":
      return done(() => faster(-1));
    case "k":
      return done(() => (isPlaying ? editor.pause() : editor.play()));
    case "l":
      return done(() => faster(1));
    case ",":
      return done(() => editor.step("frame", -1));
    case ".":
      return done(() => editor.step("frame", 1));
    case "Home":
      return done(() => editor.seek(0));
    case "End":
      return done(() => editor.seek(timeline.duration));
    case "Enter":
      return enterItem(event, editor);
    default:
      return false;
  }
}

/** Enter on an item of the timeline selects it and moves the playhead to its start. */
function enterItem(event: KeyboardEvent, editor: VideoEditor): boolean {
  const id = (event.target as HTMLElement).closest<HTMLElement>("[data-item]")?.dataset["item"];
  const item = laneItems(editor.getState()).find((one) => one.id === id);
  if (!item) return false;
  editor.select(item.selection);
  editor.seek(item.from);
  return true;
}

/** Single letters and brackets. */
function runEdit({ key, event, editor, texts }: Pressed): boolean {
  if (event.altKey) return false;
  switch (key) {
    case "s":
      return done(() => editor.split());
    case "[":
      return done(() => editor.trimStart());
    case "]":
      return done(() => editor.trimEnd());
    case "Backspace":
    case "Delete":
      return done(() => editor.removeSelection());
    case "c":
      return done(() => editor.setTool(editor.getState().tool === "crop" ? "select" : "crop"));
    case "b":
      return done(() => addEffect(editor, "blur", texts));
    case "t":
      return done(() => addEffect(editor, "text", texts));
    case "z":
      return done(() => addEffect(editor, "zoom", texts));
    case "h":
      return done(() => addChapter(editor, texts));
    case "w":
      return done(() => editor.setPanel("words"));
    case "n":
      return done(() => editor.setSnapping(!editor.getState().isSnapping));
    case "v":
      return done(() => editor.setTool("select"));
    case "Escape":
      return leave(editor);
    default:
      return false;
  }
}

/** Escape ends the tool, then the selection. */
function leave(editor: VideoEditor): boolean {
  const { tool, selection } = editor.getState();
  if (tool !== "select") editor.setTool("select");
  else if (selection) editor.select(null);
  else return false;
  return true;
}

/** Moves the focus to the selected item when the focus is on an item of the timeline: the arrows moved the selection. */
export function useFocusOnSelected(root: HTMLElement | null, view: TimelineView): void {
  const editor = useEditor();
  useEffect(() => {
    let { selection } = editor.getState();
    return editor.subscribe(() => {
      const state = editor.getState();
      if (state.selection === selection) return;
      selection = state.selection;
      const id = idOf(selection);
      const focused = root?.ownerDocument.activeElement?.closest<HTMLElement>("[data-item]");
      if (id === null || !focused || focused.dataset["item"] === "playhead" || focused.dataset["item"] === id) return;
      const item = laneItems(state).find((one) => one.id === id);
      if (item) view.reveal(item.from);
      // The item exists after the next rendering.
      requestAnimationFrame(() => root?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }));
    });
  }, [editor, root, view]);
}
