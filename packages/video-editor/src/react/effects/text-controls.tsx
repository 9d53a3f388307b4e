import type { EditEffectOf } from "@stillreel/contract";
import { ColorSwatches } from "@stillreel/editor/parts";
import type { ReactNode } from "react";
import { useEditor } from "../editor-context.tsx";
import { SliderRow } from "../parts/slider-row.tsx";
import { Switch } from "../parts/switch.tsx";
import { useTexts } from "../texts-context.tsx";
import { AlignControl } from "./align-control.tsx";
import styles from "./effects.module.css";
import { live } from "./live.ts";

/** Text and style of a text on the video. */
export function TextControls({ effect }: { effect: EditEffectOf<"text"> }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const set = (name: string, patch: Partial<typeof effect>, isLive = false): void => live(editor, effect.id, name, patch, isLive);
  return (
    <>
      <label className={styles.group}>
        <span className={styles.label}>{t("effect.text")}</span>
        <textarea
          className={styles.text}
          dir="auto"
          value={effect.text}
          onChange={(event) => set("text", { text: event.currentTarget.value }, true)}
          onBlur={() => editor.settle()}
        />
      </label>
      <SliderRow
        label={t("effect.size")}
        min={0.02}
        max={0.25}
        step={0.005}
        value={effect.size}
        text={t("effect.percent", { value: Math.round(effect.size * 1_000) / 10 })}
        onChange={(size, isLive) => set("size", { size }, isLive)}
      />
      <AlignControl value={effect.align} onChange={(align) => set("align", { align })} />
      <Switch label={t("effect.bold")} isOn={effect.bold} onChange={(bold) => set("bold", { bold })} />
      <div className={styles.group}>
        <span className={styles.label}>{t("effect.color")}</span>
        <ColorSwatches
          label={t("effect.color")}
          customLabel={t("effect.customColor")}
          value={effect.color}
          onChange={(color, isLive) => set("color", { color }, isLive)}
        />
      </div>
      <Switch
        label={t("effect.background")}
        isOn={effect.background !== null}
        onChange={(isOn) => set("background", { background: isOn ? "#17161C" : null })}
      />
      {effect.background !== null && (
        <ColorSwatches
          label={t("effect.background")}
          customLabel={t("effect.customColor")}
          value={effect.background}
          onChange={(background, isLive) => set("background", { background }, isLive)}
        />
      )}
    </>
  );
}
