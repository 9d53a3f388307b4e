import type { EditEffectOf } from "@stillreel/contract";
import { ColorSwatches } from "@stillreel/editor/parts";
import type { ReactNode } from "react";
import { coverAs } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { Segments } from "../panels/fields.tsx";
import { SliderRow } from "../parts/slider-row.tsx";
import { useTexts } from "../texts-context.tsx";
import { live } from "./live.ts";

/** Kind and strength of a cover. */
export function CoverControls({ effect }: { effect: EditEffectOf<"blur" | "pixelate" | "solid"> }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  return (
    <>
      <Segments
        label={t("effect.mode")}
        value={effect.kind}
        options={(["blur", "pixelate", "solid"] as const).map((value) => ({ value, label: t(`effect.${value}`) }))}
        onChange={(kind) => kind !== effect.kind && editor.repositionEffect(coverAs(effect, kind))}
      />
      {effect.kind === "solid" ? (
        <ColorSwatches
          label={t("effect.color")}
          customLabel={t("effect.customColor")}
          value={effect.color}
          onChange={(color, isLive) => live(editor, effect.id, "color", { color }, isLive)}
        />
      ) : (
        <SliderRow
          label={t("effect.strength")}
          min={4}
          max={effect.kind === "blur" ? 60 : 80}
          step={1}
          value={effect.strength}
          text={String(Math.round(effect.strength))}
          onChange={(strength, isLive) => live(editor, effect.id, "strength", { strength }, isLive)}
        />
      )}
    </>
  );
}
