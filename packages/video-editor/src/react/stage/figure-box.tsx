import type { EditEffectOf, Shape } from "@stillreel/contract";
import { boundsOf, boxOf, kindOf, rotationOf } from "@stillreel/editor/core";
import { useRef, type PointerEvent, type ReactNode } from "react";
import { boxToOutput, boxToPicture, type PixelBox, type Point, type ShareBox, type Size, toOutput, toPicture } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { effectName, effectNumber } from "../timeline/effect-names.ts";
import { DragBox } from "./drag-box.tsx";
import { boxLabel } from "./labels.ts";
import type { StageBoxProps } from "./stage.types.ts";
import styles from "./stage.module.css";

interface Props extends StageBoxProps {
  effect: EditEffectOf<"figure">;
  isSelected: boolean;
  onWrite(id: string): void;
}

/** The box of a figure of the image editor, with the points by which it is bent. */
export function FigureBox({ effect, isSelected, placement, scale, onWrite }: Props): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const number = useEditorState((state) => effectNumber(state.document.effects, effect));
  const isSnapping = useEditorState((state) => state.isSnapping);
  const started = useRef<Shape>(effect.shape);
  const { width, height } = editor.sourceOf(effect.itemId) ?? { width: 1, height: 1 };
  const kind = kindOf(effect.shape);
  const share = (box: PixelBox): ShareBox => ({
    x: box.x / width,
    y: box.y / height,
    width: box.width / width,
    height: box.height / height,
  });
  const bounds = share(boundsOf(effect.shape));
  const whole = boxToOutput(placement, { x: 0, y: 0, width: 1, height: 1 });
  const set = (shape: Shape): void => editor.updateEffect(effect.id, { shape }, `figure-${effect.id}`);
  const isWritten = effect.shape.type === "callout" || effect.shape.type === "text";
  return (
    <>
      <DragBox
        rect={boxToOutput(placement, bounds)}
        scale={scale}
        label={boxLabel(t, effectName(t, effect, number), bounds)}
        name={effectName(t, effect, number)}
        isSelected={isSelected}
        isResizable={kind.resizing !== "knobs" && rotationOf(effect.shape) === 0}
        ratio={kind.resizing === "uniform" ? boxOf(effect.shape).width / Math.max(1, boxOf(effect.shape).height) : null}
        picture={whole}
        snapsTo={[placement.target, whole]}
        isSnapping={isSnapping}
        onSelect={() => !isSelected && editor.select({ kind: "effect", ids: [effect.id] })}
        onStart={() => {
          started.current = effect.shape;
        }}
        onChange={(rect, start) =>
          set(changedShape(started.current, boxToPicture(placement, start), boxToPicture(placement, rect), { width, height }))
        }
        onEnd={() => editor.settle()}
        onOpen={isWritten ? () => onWrite(effect.id) : undefined}
      />
      {isSelected &&
        kind.knobs?.(effect.shape).map(({ name, at }) => (
          <Knob
            key={name}
            at={toOutput(placement, { x: at.x / width, y: at.y / height })}
            scale={scale}
            onMove={(point) => {
              const to = toPicture(placement, point);
              set(kind.dragged?.(effect.shape, name, { x: to.x * width, y: to.y * height }) ?? effect.shape);
            }}
            onEnd={() => editor.settle()}
          />
        ))}
    </>
  );
}

/** Returns a shape whose box was moved or resized, both given in shares of the picture. */
function changedShape(shape: Shape, from: ShareBox, to: ShareBox, { width, height }: Size): Shape {
  const kind = kindOf(shape);
  const isMove = Math.abs(to.width - from.width) < 1e-9 && Math.abs(to.height - from.height) < 1e-9;
  if (isMove) return kind.moved(shape, (to.x - from.x) * width, (to.y - from.y) * height);
  const pixels = ({ x, y, width: w, height: h }: ShareBox) => ({ x: x * width, y: y * height, width: w * width, height: h * height });
  return kind.scaled(shape, pixels(from), pixels(to));
}

interface KnobProps {
  /** In pixels of the edited video. */
  at: Point;
  scale: number;
  onMove(to: Point): void;
  onEnd(): void;
}

/** A point of a figure that is dragged on its own. */
function Knob({ at, scale, onMove, onEnd }: KnobProps): ReactNode {
  const offset = useRef<Point | null>(null);
  const end = (): void => {
    offset.current = null;
    onEnd();
  };
  return (
    <i
      className={styles.knob}
      style={{ left: at.x * scale, top: at.y * scale }}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.stopPropagation();
        event.preventDefault();
        event.currentTarget.setPointerCapture?.(event.pointerId);
        offset.current = { x: at.x - event.clientX / scale, y: at.y - event.clientY / scale };
      }}
      onPointerMove={(event) => {
        if (offset.current) onMove({ x: offset.current.x + event.clientX / scale, y: offset.current.y + event.clientY / scale });
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
