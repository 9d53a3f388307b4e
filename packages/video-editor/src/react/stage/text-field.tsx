import type { EditEffect, ShapeOf } from "@stillreel/contract";
import { boxOf, FONT_FAMILIES, LINE_HEIGHT, loadFonts, TEXT_RENDERING } from "@stillreel/editor/core";
import { useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from "react";
import { boxToOutput, type PixelBox, type Size, textShapeOf } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./stage.module.css";
import type { StageBoxProps } from "./stage.types.ts";

interface Props extends StageBoxProps {
  id: string;
  onDone(): void;
}

const ALIGN = { start: "start", middle: "center", end: "end" } as const;

type Written = ShapeOf<"text"> | ShapeOf<"callout">;

/** Returns the text of an effect as a shape of the image editor. Null for effects without text. */
function writtenOf(effect: EditEffect | undefined, at: number, picture: { width: number; height: number }): Written | null {
  if (effect?.kind === "text") return textShapeOf(effect, at, picture);
  return effect?.kind === "figure" && (effect.shape.type === "text" || effect.shape.type === "callout") ? effect.shape : null;
}

/** Returns the box of the letters of a text in pixels of the picture. */
const lettersOf = (shape: Written): PixelBox => {
  const box = boxOf(shape);
  return shape.type === "text" ? { ...box, x: shape.x, y: shape.y, width: shape.width ?? box.width } : box;
};

/** Returns the style of the field, so that its letters are where the preview draws them. */
function styleOf(shape: Written, picture: Size, { placement, scale }: StageBoxProps): CSSProperties {
  const box = lettersOf(shape);
  const at = boxToOutput(placement, {
    x: box.x / picture.width,
    y: box.y / picture.height,
    width: box.width / picture.width,
    height: box.height / picture.height,
  });
  const zoom = (at.width / Math.max(1, box.width)) * scale;
  return {
    left: at.x * scale,
    top: at.y * scale,
    width: at.width * scale,
    height: Math.max(at.height * scale, shape.fontSize * LINE_HEIGHT * zoom),
    caretColor: shape.color,
    fontFamily: FONT_FAMILIES,
    fontSize: shape.fontSize * zoom,
    fontWeight: shape.bold ? 650 : 400,
    lineHeight: LINE_HEIGHT,
    textAlign: ALIGN[shape.align],
    textRendering: TEXT_RENDERING,
  };
}

/**
 * A field over a text on the picture. Its own letters are transparent: the preview draws them, so that nothing moves when the editing
 * ends.
 */
export function TextField({ id, onDone, ...position }: Props): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const effect = useEditorState((state) => state.document.effects.find((one) => one.id === id));
  const picture = editor.sourceOf(effect?.itemId) ?? { width: 1, height: 1 };
  const shape = writtenOf(effect, editor.shown().at, picture);
  const text = shape?.text;
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  useLayoutEffect(() => {
    if (field.current && text !== undefined && field.current.value !== text) field.current.value = text;
  }, [text]);
  useEffect(() => {
    if (text === undefined) onDone();
  }, [text, onDone]);
  if (!shape || !effect) return null;
  const write = (value: string): void => {
    void loadFonts([value]);
    editor.updateEffect(id, effect.kind === "figure" ? { shape: { ...shape, text: value } } : { text: value }, `text-${id}`);
  };
  const finish = (): void => {
    editor.settle();
    if (shape.text.trim() === "" && effect.kind === "text") editor.removeEffects([id]);
    onDone();
  };
  return (
    <textarea
      ref={field}
      className={styles.writing}
      aria-label={t("stage.text")}
      defaultValue={shape.text}
      dir="auto"
      rows={1}
      spellCheck={false}
      autoComplete="off"
      style={styleOf(shape, picture, position)}
      onInput={(event) => write(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        // While an input method composes, it handles Escape and Enter.
        if (event.nativeEvent.isComposing) return;
        if (event.key !== "Escape" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
        event.preventDefault();
        finish();
      }}
      onBlur={finish}
    />
  );
}
