import type { EditEffectOf } from "@stillreel/contract";
import type { ReactNode } from "react";
import { useEditor } from "../editor-context.tsx";
import { SliderRow } from "../parts/slider-row.tsx";
import { Switch } from "../parts/switch.tsx";
import { useTexts } from "../texts-context.tsx";
import { live } from "./live.ts";

/** Shape and darkness of a spotlight. */
export function LightControls({ effect }: { effect: EditEffectOf<"spotlight"> }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  return (
    <>
      <SliderRow
        label={t("effect.light")}
        min={0.1}
        max={0.95}
        step={0.05}
        value={effect.dim}
        text={t("effect.percent", { value: Math.round(effect.dim * 100) })}
        onChange={(dim, isLive) => live(editor, effect.id, "dim", { dim }, isLive)}
      />
      <Switch label={t("effect.round")} isOn={effect.round} onChange={(round) => live(editor, effect.id, "round", { round }, false)} />
    </>
  );
}
