import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { type Placement, type Point, toPicture } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { FigureDrawing, isFigureTool } from "./figure-drawing.ts";

/** Distance in CSS pixels after which a press becomes a drag. */
const DRAG_FROM = 4;

interface Options {
  canvas: RefObject<HTMLCanvasElement | null>;
  placement: Placement | null;
  /** A figure with a text was added that the user writes now. */
  onWrite(id: string): void;
}

/** A figure that is drawn, and where the pointer was pressed in the window. */
interface Press {
  drawing: FigureDrawing;
  pointerId: number;
  x: number;
  y: number;
  isDrag: boolean;
}

/** Draws new figures on the preview by pointer, and inserts them by Enter. Returns the handlers of the canvas. */
export function useStagePointer({ canvas, placement, onWrite }: Options) {
  const editor = useEditor();
  const press = useRef<Press | null>(null);
  const pointAt = ({ clientX, clientY }: PointerEvent): Point => {
    const element = canvas.current;
    if (!element || !placement) return { x: 0, y: 0 };
    const { left, top, width } = element.getBoundingClientRect();
    const scale = placement.size.width / width;
    return toPicture(placement, { x: (clientX - left) * scale, y: (clientY - top) * scale });
  };
  const finish = (drawing: FigureDrawing | null): void => {
    if (drawing?.finish() && drawing.tool === "callout") onWrite(drawing.id);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      if (event.button !== 0) return;
      event.currentTarget.dataset["pressed"] = "";
      event.currentTarget.focus({ preventScroll: true });
      // Otherwise the press would take the focus from a text that it creates.
      event.preventDefault();
      const { tool, isPlaying } = editor.getState();
      if (isPlaying) return editor.pause();
      if (tool === "select") return editor.select(null);
      if (!isFigureTool(tool) || !placement) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const drawing = FigureDrawing.start(editor, tool, pointAt(event));
      press.current = drawing && { drawing, pointerId: event.pointerId, x: event.clientX, y: event.clientY, isDrag: false };
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const { current } = press;
      if (current?.pointerId !== event.pointerId) return;
      current.isDrag ||= Math.hypot(event.clientX - current.x, event.clientY - current.y) >= DRAG_FROM;
      if (current.isDrag) current.drawing.extend(pointAt(event), event.shiftKey);
    },
    onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
      if (press.current?.pointerId !== event.pointerId) return;
      const { drawing } = press.current;
      press.current = null;
      finish(drawing);
    },
    onPointerCancel() {
      press.current?.drawing.cancel();
      press.current = null;
    },
    onBlur(event: { currentTarget: HTMLElement }) {
      delete event.currentTarget.dataset["pressed"];
    },
    onKeyDown(event: KeyboardEvent<HTMLCanvasElement>) {
      const { tool } = editor.getState();
      if (event.key !== "Enter" || !isFigureTool(tool)) return;
      finish(FigureDrawing.start(editor, tool, { x: 0.5, y: 0.5 }));
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
