import { useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from "react";
import type { TextBox } from "../../core/index.ts";
import { FONT_FAMILIES, TEXT_RENDERING } from "../../core/text/fonts.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./stage.module.css";

/**
 * Places a field exactly over the text that is edited. Its own letters are transparent: the canvas draws them, so that nothing
 * moves when the editing ends. The field provides the caret, the text selection and the input method.
 */
export function TextOverlay({ canvas }: { canvas: RefObject<HTMLElement | null> }): ReactNode {
  const editor = useEditor();
  // The box depends on the text, its style and the view.
  const editing = useEditorState((state) => state.editing);
  useEditorState((state) => (state.editing === null ? null : state.document));
  useEditorState((state) => (state.editing === null ? null : state.camera));
  const box = editing === null ? null : editor.textBox();
  return box ? <Writing key={box.shapeId} box={box} canvas={canvas} /> : null;
}

const ALIGN = { start: "start", middle: "center", end: "end" } as const;

/** The style of the field, so that its letters and lines are where the canvas draws them. */
const styleOf = (box: TextBox): CSSProperties => ({
  left: box.rect.x,
  top: box.rect.y,
  // Space for the caret behind the last letter.
  width: box.rect.width + (box.grows ? 2 : 0),
  height: box.rect.height,
  rotate: box.rotation ? `${box.rotation}deg` : undefined,
  color: box.color,
  textRendering: TEXT_RENDERING,
  caretColor: box.color,
  background: box.background ?? "transparent",
  fontSize: box.fontSize,
  lineHeight: `${box.lineHeight}px`,
  fontWeight: box.bold ? 650 : 400,
  fontFamily: FONT_FAMILIES,
  textAlign: ALIGN[box.align],
});

function Writing({ box, canvas }: { box: TextBox; canvas: RefObject<HTMLElement | null> }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  // The field owns its text, so that the composition of an input method is never overwritten. Undo sets it.
  useLayoutEffect(() => {
    if (field.current && field.current.value !== box.text) field.current.value = box.text;
  }, [box.text]);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusQuietly(canvas.current);
    },
    [canvas],
  );
  return (
    <textarea
      ref={field}
      className={styles.writing}
      aria-label={t("text.label")}
      defaultValue={box.text}
      dir="auto"
      rows={1}
      wrap={box.grows ? "off" : "soft"}
      spellCheck={false}
      autoComplete="off"
      style={styleOf(box)}
      onInput={(event) => editor.setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        // While an input method composes, it handles Escape and Enter.
        if (event.nativeEvent.isComposing || event.keyCode === 229) return;
        const isEnd = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
        if (!isEnd) return;
        event.preventDefault();
        editor.stopEditing();
        focusQuietly(canvas.current);
      }}
      onBlur={(event) => {
        // Colors and sizes are changed while editing. A window that lost the focus gets it back.
        const goesTo = event.relatedTarget;
        const stays = goesTo === null ? !document.hasFocus() : goesTo.closest("[data-editor-keys], [data-while-writing]") !== null;
        if (!stays && editor.getState().editing === box.shapeId) editor.stopEditing();
      }}
    />
  );
}

/** Focuses the canvas without a ring, because the edited shape has a frame. */
function focusQuietly(canvas: HTMLElement | null): void {
  if (!canvas) return;
  canvas.dataset["pressed"] = "";
  canvas.focus({ preventScroll: true });
}
