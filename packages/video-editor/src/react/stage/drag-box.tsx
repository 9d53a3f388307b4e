import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, type Ref } from "react";
import { BOX_GRIPS, type BoxGrip, draggedBox, type PixelBox, snapBy, snapPositions } from "../../core/index.ts";
import styles from "./stage.module.css";

/** Distance within which a box snaps, and minimum side of a box, in CSS pixels. */
const SNAP = 6;
const LEAST = 8;
/** Sides shorter than this, in CSS pixels, have no handle in their middle. */
const SIDES_FROM = 48;
/** Steps of the arrow keys, as shares of the picture. */
const STEP = 0.01;
const LARGE_STEP = 0.1;

export interface DragBoxProps {
  /** In pixels of the edited video. */
  rect: PixelBox;
  /** CSS pixels per pixel of the edited video. */
  scale: number;
  /** Position and name for screen readers. */
  label: string;
  /** Shown above the box while it is selected. */
  name: string | null;
  isSelected: boolean;
  /** Thin outline while it is not selected. */
  isOutlined?: boolean;
  isResizable?: boolean;
  ratio?: number | null;
  within?: PixelBox | null;
  /** The picture: keys move the box by shares of it. */
  picture: PixelBox;
  /** Boxes whose edges and middles it snaps to. */
  snapsTo: readonly PixelBox[];
  isSnapping: boolean;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
  onSelect(): void;
  onStart?(): void;
  /** Is called for every step of a drag, with the box at its start. */
  onChange(rect: PixelBox, start: PixelBox): void;
  onEnd(): void;
  onOpen?(): void;
  /** Handles a key that the box does not know. Returns whether it did. */
  onKey?(event: KeyboardEvent): boolean;
}

interface Drag {
  pointerId: number;
  grip: BoxGrip | null;
  at: { x: number; y: number };
  start: PixelBox;
}

const px = (value: number): string => `${Math.round(value * 100) / 100}px`;

/** A box on the preview that can be moved and resized by pointer and keyboard. */
export function DragBox(props: DragBoxProps): ReactNode {
  const { rect, scale, label, name, isSelected, isOutlined, isResizable = true, ref, children } = props;
  const { guides, handlers } = useBoxDrag(props);
  const position: CSSProperties = {
    left: px(rect.x * scale),
    top: px(rect.y * scale),
    width: px(rect.width * scale),
    height: px(rect.height * scale),
  };
  const grips = BOX_GRIPS.filter(({ x, y }) => {
    if (x !== 0 && y !== 0) return true;
    return (x === 0 ? rect.width : rect.height) * scale >= SIDES_FROM;
  });
  return (
    <>
      <div
        ref={ref}
        className={styles.box}
        style={position}
        role="button"
        tabIndex={0}
        aria-label={label}
        aria-pressed={isSelected}
        data-selected={isSelected || undefined}
        data-outlined={isOutlined || undefined}
        data-box
        data-stage-keys="box"
        onFocus={(event) => event.target === event.currentTarget && props.onSelect()}
        onDoubleClick={props.onOpen}
        onKeyDown={(event) => handleKey(event, props)}
        {...handlers(null)}
      >
        {isSelected && name !== null && <em className={styles.name}>{name}</em>}
        {isSelected &&
          isResizable &&
          grips.map((grip) => <i key={`${grip.x}${grip.y}`} className={styles.grip} data-x={grip.x} data-y={grip.y} {...handlers(grip)} />)}
        {children}
      </div>
      {guides.x !== null && <i className={styles.guide} data-axis="x" style={{ left: px(guides.x * scale) }} />}
      {guides.y !== null && <i className={styles.guide} data-axis="y" style={{ top: px(guides.y * scale) }} />}
    </>
  );
}

const NONE = { x: null, y: null };

/** Moves and resizes by pointer. */
function useBoxDrag(props: DragBoxProps) {
  const { rect, scale, ratio = null, within = null, snapsTo, isSnapping } = props;
  const drag = useRef<Drag | null>(null);
  const [guides, setGuides] = useState<{ x: number | null; y: number | null }>(NONE);
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { current } = drag;
    if (!current || current.pointerId !== event.pointerId) return;
    const { grip, at, start } = current;
    const by = { x: (event.clientX - at.x) / scale, y: (event.clientY - at.y) / scale };
    const options = { ratio, least: LEAST / scale, within };
    let box = draggedBox(start, grip, by, options);
    let lines: { x: number | null; y: number | null } = NONE;
    if (isSnapping && !event.altKey) {
      const snapped = snapBy(box, grip, snapPositions(snapsTo), SNAP / scale);
      box = draggedBox(start, grip, { x: by.x + snapped.by.x, y: by.y + snapped.by.y }, options);
      lines = { x: snapped.x, y: snapped.y };
    }
    setGuides(lines);
    props.onChange(box, start);
  };
  const end = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current?.pointerId !== event.pointerId) return;
    drag.current = null;
    setGuides(NONE);
    props.onEnd();
  };
  const handlers = (grip: BoxGrip | null) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || drag.current) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const box = event.currentTarget.closest<HTMLElement>("[data-box]");
      // Pointer users see the frame of the selection instead of a focus ring.
      if (box) box.dataset["pressed"] = "";
      box?.focus({ preventScroll: true });
      event.preventDefault();
      props.onSelect();
      props.onStart?.();
      drag.current = { pointerId: event.pointerId, grip, at: { x: event.clientX, y: event.clientY }, start: rect };
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  });
  return { guides, handlers };
}

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Moves a box by arrow keys, in larger steps with Shift, and resizes it with Alt. */
function handleKey(event: KeyboardEvent<HTMLElement>, props: DragBoxProps): void {
  if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
  delete event.currentTarget.dataset["pressed"];
  const { rect, picture, ratio = null, within = null, scale } = props;
  const arrow = event.ctrlKey || event.metaKey ? undefined : ARROWS[event.key];
  if (arrow) {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const by = { x: arrow.x * step * picture.width, y: arrow.y * step * picture.height };
    const grip = event.altKey && props.isResizable !== false ? { x: arrow.x === 0 ? 0 : 1, y: arrow.y === 0 ? 0 : 1 } : null;
    props.onStart?.();
    props.onChange(draggedBox(rect, grip as BoxGrip | null, by, { ratio, least: LEAST / scale, within }), rect);
  } else if (event.key === "Enter" && props.onOpen) props.onOpen();
  else if (!props.onKey?.(event)) return;
  event.preventDefault();
  event.stopPropagation();
}
