import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import type { TextBox } from "../../core/index.ts";
import { FONT_FAMILIES, TEXT_RENDERING } from "../../core/text/fonts.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./stage.module.css";

/**
 * Where a text is being written, a field lies exactly over it. Its own letters are not seen: the canvas draws them, so that
 * nothing jumps when the writing ends. The field is the caret, the marked words and the input method.
 */
export function TextOverlay({ canvas }: { canvas: RefObject<HTMLElement | null> }): ReactNode {
  const editor = useEditor();
  // Whatever moves the box: the text itself, its style, the view.
  const editing = useEditorState((state) => state.editing);
  useEditorState((state) => (state.editing === null ? null : state.document));
  useEditorState((state) => (state.editing === null ? null : state.camera));
  const box = editing === null ? null : editor.textBox();
  return box ? <Writing key={box.shapeId} box={box} canvas={canvas} /> : null;
}

const ALIGN = { start: "start", middle: "center", end: "end" } as const;

function Writing({ box, canvas }: { box: TextBox; canvas: RefObject<HTMLElement | null> }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  // The field keeps its own text, so that what an input method is composing is never set from outside; undo is.
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
      style={{
        left: box.rect.x,
        top: box.rect.y,
        // Room for the caret behind the last letter.
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
      }}
      onInput={(event) => editor.setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        // While an input method composes, Escape and Enter are its own.
        if (event.nativeEvent.isComposing || event.keyCode === 229) return;
        const isEnd = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
        if (!isEnd) return;
        event.preventDefault();
        editor.stopEditing();
        focusQuietly(canvas.current);
      }}
      onBlur={(event) => {
        // Colours and sizes are chosen while writing; a window that lost the focus gets it back.
        const goesTo = event.relatedTarget;
        const stays = goesTo === null ? !document.hasFocus() : goesTo.closest("[data-editor-keys], [data-while-writing]") !== null;
        if (!stays && editor.getState().editing === box.shapeId) editor.stopEditing();
      }}
    />
  );
}

/** What was written is framed: a ring around the whole picture would say nothing more. */
function focusQuietly(canvas: HTMLElement | null): void {
  if (!canvas) return;
  canvas.dataset["pressed"] = "";
  canvas.focus({ preventScroll: true });
}
