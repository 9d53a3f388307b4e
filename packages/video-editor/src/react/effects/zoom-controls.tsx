import type { EditEffectOf } from "@stillreel/contract";
import type { ReactNode } from "react";
import { boxAt, followWithLevel, levelOf } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { Segments } from "../panels/fields.tsx";
import { SliderRow } from "../parts/slider-row.tsx";
import { boxOfLevel, positionEffect } from "../stage/placing.ts";
import { useTexts } from "../texts-context.tsx";
import { FollowSwitch } from "../zooms/follow-switch.tsx";
import { live } from "./live.ts";

/** Seconds of the slopes, by their names. */
const SPEEDS = { slow: 1.2, normal: 0.6, cutSpeed: 0 } as const;
type Speed = keyof typeof SPEEDS;
const NAMES = ["slow", "normal", "cutSpeed"] as const satisfies readonly Speed[];

/** Level and slopes of a zoom. */
export function ZoomControls({ effect }: { effect: EditEffectOf<"zoom"> }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const at = useEditorState(() => editor.shown().at);
  const box = boxAt(effect, at);
  const level = Math.round(levelOf(box) * 10) / 10;
  const speed = NAMES.find((name) => SPEEDS[name] === effect.easeIn && SPEEDS[name] === effect.easeOut) ?? null;
  return (
    <>
      <SliderRow
        label={t("effect.level")}
        min={1.1}
        max={5}
        step={0.1}
        value={level}
        text={t("effect.levelValue", { value: level })}
        onChange={(next, isLive) => {
          const key = `level-${effect.id}`;
          if (effect.followsPointer) followWithLevel(editor, effect, next, key);
          else positionEffect(editor, effect, boxOfLevel(box, next), key);
          if (!isLive) editor.settle();
        }}
      />
      <Segments
        label={t("effect.speed")}
        value={speed}
        options={NAMES.map((value) => ({ value, label: t(`effect.${value}`) }))}
        onChange={(name) => live(editor, effect.id, "ease", { easeIn: SPEEDS[name], easeOut: SPEEDS[name] }, false)}
      />
      <FollowSwitch effect={effect} />
      {(["easeIn", "easeOut"] as const).map((side) => (
        <SliderRow
          key={side}
          label={t(`effect.${side}`)}
          min={0}
          max={3}
          step={0.1}
          value={effect[side]}
          text={t("effect.seconds", { value: Math.round(effect[side] * 10) / 10 })}
          onChange={(seconds, isLive) => live(editor, effect.id, side, { [side]: seconds }, isLive)}
        />
      ))}
    </>
  );
}
