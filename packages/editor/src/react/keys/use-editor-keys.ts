import { useEffect, type RefObject } from "react";
import { type Editor, type KeyInput, TOOL_KEYS } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { useStable } from "../parts/stable.ts";
import { useAnnounce } from "../announcements/announcer.tsx";
import { useTexts } from "../texts-context.tsx";

interface Keys {
  root: HTMLElement | null;
  canvas: RefObject<HTMLCanvasElement | null>;
  onSave(): void;
  onCopy(): void;
  onHelp(): void;
}

/** Keys that focused controls handle. */
const OF_CONTROLS = new Set(["Enter", " ", "Tab", "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
const OF_LISTS = new Set(["Delete", "Backspace"]);
const TURN_FAR = 15;

/** Passes the page's keys to the editor, except those that the focused control or a text field needs. */
export function useEditorKeys({ root, canvas, onSave, onCopy, onHelp }: Keys): void {
  const editor = useEditor();
  const { t } = useTexts();
  const announce = useAnnounce();

  const isKnown = (input: KeyInput, event: KeyboardEvent): boolean => {
    const key = input.key.length === 1 ? input.key.toLowerCase() : input.key;
    if (key === "?" && !input.mod) return done(onHelp);
    if (input.mod && key === "c" && isNothingChosen(editor)) return done(onCopy);
    if (input.mod && key === "z") return undoing(editor, input, () => announce(t(input.shift ? "said.redone" : "said.undone")));
    if (!input.mod && (key === "j" || key === "k")) return done(() => chooseNext(editor, key === "j" ? 1 : -1));
    return turns(editor, input, event) || editor.keyDown(input);
  };

  const handleDown = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isOurs(event, root)) return;
    const input = inputOf(event);
    const isSaving = input.mod && !input.alt && !input.shift && input.key.toLowerCase() === "s";
    if (isSaving) {
      if (editor.getState().editing !== null) editor.stopEditing();
      onSave();
    } else if (isOfControl(event, canvas.current) || !isKnown(input, event)) return;
    // A user who selects a tool by its letter draws next, also by Enter.
    if (!input.mod && input.key.toLowerCase() in TOOL_KEYS && editor.getState().editing === null)
      canvas.current?.focus({ preventScroll: true });
    event.preventDefault();
    // The surrounding page has its own shortcuts.
    event.stopPropagation();
  });
  const handleUp = useStable((event: KeyboardEvent) => editor.keyUp(inputOf(event)));
  // The release of a key in another window sends no event.
  const handleBlur = useStable(() => editor.keyUp({ key: " ", shift: false, alt: false, mod: false }));

  useEffect(() => {
    addEventListener("keydown", handleDown, true);
    addEventListener("keyup", handleUp, true);
    addEventListener("blur", handleBlur);
    return () => {
      removeEventListener("keydown", handleDown, true);
      removeEventListener("keyup", handleUp, true);
      removeEventListener("blur", handleBlur);
    };
  }, [handleDown, handleUp, handleBlur]);
}

const inputOf = (event: KeyboardEvent): KeyInput => ({
  key: event.key,
  shift: event.shiftKey,
  alt: event.altKey,
  mod: event.ctrlKey || event.metaKey,
});

const done = (act: () => void): true => {
  act();
  return true;
};

/** Returns whether the focus is inside the editor or nowhere. Other focused elements (a dialog of the page) have their own keys. */
function isOurs({ target }: KeyboardEvent, root: HTMLElement | null): boolean {
  if (!(target instanceof Element) || !root) return false;
  if (target === document.body || target === document.documentElement) return document.querySelector("[aria-modal=true]") === null;
  return root.contains(target);
}

/** Returns whether the focused control needs this key. */
function isOfControl(event: KeyboardEvent, canvas: HTMLElement | null): boolean {
  const target = event.target as HTMLElement;
  if (target === canvas || target === document.body) return event.key === "Tab";
  if (target.isContentEditable || target.matches("textarea, select, input:not([type=range], [type=checkbox], [type=color])")) return true;
  if (target.closest("[data-editor-keys=own]")) return true;
  if (target.closest("[data-editor-keys=arrows]") && OF_LISTS.has(event.key)) return true;
  return OF_CONTROLS.has(event.key) && target.matches("button, a, input, [tabindex]");
}

/** Returns whether neither a shape nor a text of the page can be copied. */
const isNothingChosen = (editor: Editor): boolean =>
  editor.getState().selection.length === 0 && (document.getSelection()?.isCollapsed ?? true);

function undoing(editor: Editor, input: KeyInput, announceChange: () => void): boolean {
  const before = editor.getState().document;
  const isKnown = editor.keyDown(input);
  if (editor.getState().document !== before) announceChange();
  return isKnown;
}

function chooseNext(editor: Editor, step: 1 | -1): void {
  const { document: drawn, selection } = editor.getState();
  const ids = drawn.shapes.filter(({ hidden }) => !hidden).map(({ id }) => id);
  if (ids.length === 0) return;
  const at = ids.indexOf(selection[0] ?? "");
  const next = ids[at < 0 ? (step === 1 ? 0 : ids.length - 1) : (at + step + ids.length) % ids.length];
  if (next === undefined) return;
  editor.setTool("select");
  editor.select([next]);
  editor.reveal(next);
}

function turns(editor: Editor, { key, shift, alt, mod }: KeyInput, { code }: KeyboardEvent): boolean {
  if (alt || mod || editor.getState().selection.length === 0) return false;
  const direction = key === "," || (shift && code === "Comma") ? -1 : key === "." || (shift && code === "Period") ? 1 : 0;
  if (direction === 0) return false;
  editor.rotateBy(direction * (shift ? TURN_FAR : 1));
  return true;
}
