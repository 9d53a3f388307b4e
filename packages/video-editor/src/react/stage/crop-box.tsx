import type { ReactNode } from "react";
import { boxToOutput, boxToPicture, type PixelBox } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { DragBox } from "./drag-box.tsx";
import { Dim } from "./dim.tsx";
import { boxLabel } from "./labels.ts";
import type { StageBoxProps } from "./stage.types.ts";
import styles from "./stage.module.css";

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The part of the picture that stays visible, while it is chosen. */
export function CropBox({ placement, scale }: StageBoxProps): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const crop = useEditorState((state) => state.document.crop) ?? WHOLE;
  const isSnapping = useEditorState((state) => state.isSnapping);
  const { target } = placement;
  const rect = boxToOutput(placement, crop);
  const change = (box: PixelBox): void => {
    const { x, y, width, height } = boxToPicture(placement, box);
    const [left, top, right, bottom] = [clamp(x), clamp(y), clamp(x + width), clamp(y + height)];
    if (right - left < 0.01 || bottom - top < 0.01) return;
    const isWhole = left < 0.001 && top < 0.001 && right > 0.999 && bottom > 0.999;
    editor.setCrop(isWhole ? null : { x: left, y: top, width: right - left, height: bottom - top }, "crop");
  };
  return (
    <>
      <Dim rect={rect} scale={scale} />
      <DragBox
        rect={rect}
        scale={scale}
        label={boxLabel(t, t("stage.crop"), crop)}
        name={t("stage.crop")}
        isSelected
        within={target}
        picture={target}
        snapsTo={[target]}
        isSnapping={isSnapping}
        onSelect={() => {}}
        onChange={change}
        onEnd={() => editor.settle()}
        onOpen={() => editor.setTool("select")}
      >
        <span className={styles.thirds} />
      </DragBox>
    </>
  );
}
