import { VisuallyHidden } from "@stillreel/ui";
import { useState, type ReactNode } from "react";
import type { Rect } from "../../core/index.ts";
import { isSameRecord, useEditor, useEditorState } from "../editor-context.tsx";
import { Divider, EditorButton } from "../parts/button.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./bars.module.css";

const FIELDS = ["x", "y", "width", "height"] as const;
const round = ({ x, y, width, height }: Rect): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
const isSameRect = (before: Rect | null, after: Rect | null): boolean =>
  before === after || (before !== null && after !== null && isSameRecord(before, after));

/** Position and size of the crop in numbers, and its actions, while the crop is chosen. */
export function CropBar({ onDone }: { onDone(): void }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const cropping = useEditorState((state) => (state.cropping ? round(state.cropping) : null), isSameRect);
  const { width, height } = editor.picture;
  if (!cropping) return null;
  const isWhole = cropping.width === width && cropping.height === height;
  const finish = (command: "apply-crop" | "cancel-crop") => {
    editor.run(command);
    onDone();
  };
  return (
    <div className={`${styles.bar} on-raised`} role="toolbar" aria-label={t("crop.label")}>
      <span className={`${styles.name} ${styles.roomy}`}>{t("crop.label")}</span>
      <Divider />
      {FIELDS.map((field) => (
        <PixelField
          key={field}
          label={t(`crop.${field}`)}
          sign={{ x: "X", y: "Y", width: "W", height: "H" }[field]}
          value={cropping[field]}
          onChange={(value) => editor.setCropping({ ...cropping, [field]: value })}
        />
      ))}
      <VisuallyHidden role="status">{t("crop.size", { width: cropping.width, height: cropping.height })}</VisuallyHidden>
      <div className={styles.ending}>
        <EditorButton label={t("crop.reset")} isDisabled={isWhole} onPress={() => editor.run("reset-crop")} />
        <EditorButton label={t("crop.cancel")} onPress={() => finish("cancel-crop")} />
        <EditorButton label={t("crop.apply")} variant="filled" onPress={() => finish("apply-crop")} />
      </div>
    </div>
  );
}

interface PixelProps {
  label: string;
  sign: string;
  value: number;
  onChange(value: number): void;
}

/** A field for pixels that applies its value on Enter or blur. */
function PixelField({ label, sign, value, onChange }: PixelProps): ReactNode {
  const [text, setText] = useState(String(value));
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(String(value));
  }
  const commit = () => {
    const number = Number.parseInt(text, 10);
    if (Number.isFinite(number) && number !== value) onChange(number);
    else setText(String(value));
  };
  return (
    <label className={styles.pixels} data-tip={label} data-tip-always>
      <span aria-hidden="true">{sign}</span>
      <input
        inputMode="numeric"
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </label>
  );
}
