import { useEffect, useId, useLayoutEffect, type PointerEvent, type ReactNode, type RefObject } from "react";
import type { Editor, PointerInput } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./stage.module.css";

interface Props {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Called when the secondary button was pressed, with the position in the window. */
  onContextMenu(at: { x: number; y: number }): void;
  /** Content over the image. */
  children: ReactNode;
}

/** The canvas of the image. It is never mirrored: an image has a fixed left side. */
export function Stage({ canvas, onContextMenu, children }: Props): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const help = useId();
  const cursor = useEditorState((state) => state.cursor);
  useCanvas(editor, canvas);
  useWheel(editor, canvas);
  const forward = (kind: PointerInput["kind"]) => (event: PointerEvent<HTMLCanvasElement>) => {
    if (kind === "down") {
      event.currentTarget.dataset["pressed"] = "";
      event.currentTarget.focus({ preventScroll: true });
      event.currentTarget.setPointerCapture?.(event.pointerId);
    }
    for (const sample of samplesOf(kind, event, editor)) editor.pointer(inputOf(kind, sample, event.currentTarget));
  };
  return (
    <div className={styles.stage} dir="ltr">
      {/* A drawing surface is an application: it gets arrows and letters instead of the screen reader's commands. */}
      <canvas
        ref={canvas}
        className={styles.canvas}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- the linter treats it as a region
        role="application"
        tabIndex={0}
        aria-label={t("canvas.label", { width: editor.picture.width, height: editor.picture.height })}
        aria-describedby={help}
        style={{ cursor }}
        // Otherwise the press would take the focus from a text that it creates.
        onMouseDown={(event) => event.preventDefault()}
        // Pointer users see the focus without a ring. The ring is for the keyboard.
        onBlur={(event) => delete event.currentTarget.dataset["pressed"]}
        onPointerDown={forward("down")}
        onPointerMove={forward("move")}
        onPointerUp={forward("up")}
        onPointerCancel={forward("cancel")}
        onDoubleClick={(event) => editor.pointer(inputOf("double", mouseAsPointer(event.nativeEvent), event.currentTarget))}
        onContextMenu={(event) => {
          event.preventDefault();
          onContextMenu({ x: event.clientX, y: event.clientY });
        }}
      />
      <p id={help} hidden>
        {t("canvas.help")}
      </p>
      {children}
    </div>
  );
}

/** Draws on the canvas in its current size until it is unmounted. */
function useCanvas(editor: Editor, canvas: RefObject<HTMLCanvasElement | null>): void {
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth > 0 && clientHeight > 0) editor.setViewport({ width: clientWidth, height: clientHeight });
    };
    measure();
    const detach = editor.attach(element);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      detach();
    };
  }, [editor, canvas]);
}

/** Scrolls the image with the wheel, never the page. Only a listener that is not passive can prevent that. */
function useWheel(editor: Editor, canvas: RefObject<HTMLCanvasElement | null>): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      // Some mice count lines or pages.
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? element.clientHeight : 1;
      editor.wheel({
        at: { x: event.clientX - left, y: event.clientY - top },
        deltaX: event.deltaX * unit,
        deltaY: event.deltaY * unit,
        mod: event.ctrlKey || event.metaKey,
        shift: event.shiftKey,
      });
    };
    element.addEventListener("wheel", handleWheel, { passive: false });
    return () => element.removeEventListener("wheel", handleWheel);
  }, [editor, canvas]);
}

type PointerSample = Pick<
  globalThis.PointerEvent,
  "clientX" | "clientY" | "pointerId" | "pointerType" | "button" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey"
>;

/** Returns all pointer positions between two frames for strokes. Other tools only need the last one. */
function samplesOf(kind: PointerInput["kind"], event: PointerEvent, editor: Editor): readonly PointerSample[] {
  const { tool } = editor.getState();
  if (kind !== "move" || (tool !== "pen" && tool !== "highlighter")) return [event];
  const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
  return all.length > 0 ? all : [event];
}

const mouseAsPointer = (event: MouseEvent): PointerSample => ({
  clientX: event.clientX,
  clientY: event.clientY,
  pointerId: 1,
  pointerType: "mouse",
  button: event.button,
  shiftKey: event.shiftKey,
  altKey: event.altKey,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
});

function inputOf(kind: PointerInput["kind"], sample: PointerSample, element: HTMLElement): PointerInput {
  const { left, top } = element.getBoundingClientRect();
  const type = sample.pointerType;
  return {
    kind,
    at: { x: sample.clientX - left, y: sample.clientY - top },
    pointerId: sample.pointerId,
    pointerType: type === "touch" || type === "pen" ? type : "mouse",
    // A move event has the button -1.
    button: Math.max(0, sample.button),
    shift: sample.shiftKey,
    alt: sample.altKey,
    mod: sample.ctrlKey || sample.metaKey,
  };
}
