import type { KeyboardEvent, ReactNode } from "react";
import { boxAt, levelOf, type BoxEffect, boxToOutput, boxToPicture, zoomBox } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { effectName, effectNumber } from "../timeline/effect-names.ts";
import { DragBox } from "./drag-box.tsx";
import { Dim } from "./dim.tsx";
import { boxLabel } from "./labels.ts";
import { boxOfLevel, positionEffect } from "./placing.ts";
import styles from "./stage.module.css";
import type { StageBoxProps } from "./stage.types.ts";

interface Props extends StageBoxProps {
  effect: BoxEffect;
  isSelected: boolean;
  onWrite(id: string): void;
}

/** Step of the level of a zoom by the keys + and -. */
const LEVEL_STEP = 0.1;
/** The box of an effect on the preview. */
export function EffectBox({ effect, isSelected, placement, scale, onWrite }: Props): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const number = useEditorState((state) => effectNumber(state.document.effects, effect));
  const isSnapping = useEditorState((state) => state.isSnapping);
  const at = useEditorState(() => editor.shown().at);
  const own = editor.sourceOf(effect.itemId);
  const isZoom = effect.kind === "zoom";
  const given = boxAt(effect, at);
  const box = isZoom ? zoomBox(given) : given;
  const rect = boxToOutput(placement, box);
  const whole = boxToOutput(placement, { x: 0, y: 0, width: 1, height: 1 });
  const plainName = effectName(t, effect, number);
  const name = isZoom ? t("stage.zoomName", { name: plainName, level: Math.round(levelOf(box) * 10) / 10 }) : plainName;
  const key = `box-${effect.id}`;
  const ratio = isZoom && own ? whole.width / whole.height : null;
  const handleKey = (event: KeyboardEvent): boolean => {
    if (isZoom && (event.key === "+" || event.key === "=" || event.key === "-")) {
      positionEffect(editor, effect, boxOfLevel(box, levelOf(box) + (event.key === "-" ? -LEVEL_STEP : LEVEL_STEP)), key);
      return true;
    }
    return false;
  };
  return (
    <>
      {isZoom && isSelected && <Dim rect={rect} scale={scale} />}
      <DragBox
        rect={rect}
        scale={scale}
        label={boxLabel(t, name, box)}
        name={name}
        isSelected={isSelected}
        isOutlined={effect.kind !== "text"}
        ratio={ratio}
        within={isZoom ? whole : null}
        picture={whole}
        snapsTo={[placement.target, whole]}
        isSnapping={isSnapping}
        onSelect={() => !isSelected && editor.select({ kind: "effect", ids: [effect.id] })}
        onChange={(next) => positionEffect(editor, effect, boxToPicture(placement, next), key)}
        onEnd={() => editor.settle()}
        onOpen={effect.kind === "text" ? () => onWrite(effect.id) : undefined}
        onKey={handleKey}
      >
        {isZoom && isSelected && <b className={styles.aim} />}
      </DragBox>
    </>
  );
}
