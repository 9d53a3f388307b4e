import { useStable } from "@stillreel/editor/parts";
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";
import type { VideoEditor } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { moveChapter, moveClip, moveEdge, moveEffect, pan, scrub, selectRange, type Drag, type DragPoint } from "./drags.ts";
import { ROOM, useTimelineView, type TimelineView } from "./timeline-view.ts";

/** What the pointer pressed: elements carry `data-item` and `data-edge`. */
function dragOf(editor: VideoEditor, view: TimelineView, event: PointerEvent<HTMLElement>, time: number): Drag | null {
  const target = event.target as HTMLElement;
  const id = target.closest<HTMLElement>("[data-item]")?.dataset["item"] ?? "";
  const edge = target.closest<HTMLElement>("[data-edge]")?.dataset["edge"] as "start" | "end" | undefined;
  const parts = { editor, view };
  const [kind, first = "", second = ""] = id.split(":");
  switch (kind) {
    case "clip": {
      const index = Number(first);
      const segment = editor.getState().timeline.segments.find((one) => one.kind === "clip" && one.index === index);
      if (edge && segment?.kind === "clip") return moveEdge(parts, segment, edge, time);
      if (event.shiftKey) return selectRange(parts, time);
      // A finger scrolls, until the clip is selected.
      const { selection } = editor.getState();
      const isSelected = selection?.kind === "clip" && selection.indexes.includes(index);
      if (event.pointerType === "touch" && !isSelected) return pan(parts, time, { kind: "clip", indexes: [index] });
      return moveClip(parts, index, time, event.ctrlKey || event.metaKey);
    }
    case "removed":
      editor.select({ kind: "removed", start: Number(first), end: Number(second) });
      editor.seek(time);
      return null;
    case "effect":
      return moveEffect(parts, first, edge ?? null, time);
    case "chapter":
      return moveChapter(parts, Number(first), time);
    case "caption":
      editor.setPanel("captions");
      editor.seek(time);
      return null;
    case "sound":
      return selectRange(parts, time);
    case "playhead":
    case "ruler":
      return event.shiftKey ? selectRange(parts, time) : scrub(parts, time);
    default:
      editor.select(null);
      return event.shiftKey ? selectRange(parts, time) : scrub(parts, time);
  }
}

/** Two fingers zoom the timeline. */
class Pinch {
  readonly #fingers = new Map<number, number>();
  #start: { distance: number; scale: number } | null = null;

  get isActive(): boolean {
    return this.#start !== null;
  }

  get #distance(): number {
    const [one = 0, other = 0] = this.#fingers.values();
    return Math.max(1, Math.abs(one - other));
  }

  /** Returns whether this is the second finger. */
  down({ pointerId, clientX }: PointerEvent, scale: number): boolean {
    this.#fingers.set(pointerId, clientX);
    if (this.#fingers.size !== 2) return false;
    this.#start = { distance: this.#distance, scale };
    return true;
  }

  /** Returns the wanted scale. */
  move({ pointerId, clientX }: PointerEvent): number | null {
    if (this.#fingers.has(pointerId)) this.#fingers.set(pointerId, clientX);
    return this.#start && (this.#start.scale * this.#distance) / this.#start.distance;
  }

  up({ pointerId }: PointerEvent): void {
    this.#fingers.delete(pointerId);
    if (this.#fingers.size < 2) this.#start = null;
  }
}

type Handler = (event: PointerEvent<HTMLElement>) => void;

/** Handles presses and drags on the timeline, and returns the handlers for its content. */
export function useTimelinePointer(
  content: RefObject<HTMLElement | null>,
): Record<"onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel", Handler> {
  const editor = useEditor();
  const view = useTimelineView();
  const active = useRef<{ drag: Drag; pointerId: number; x: number } | null>(null);
  const [pinch] = useState(() => new Pinch());

  const timeAt = (clientX: number): number =>
    (clientX - (content.current?.getBoundingClientRect().left ?? 0) - ROOM) / view.getState().scale;
  const pointOf = ({ clientX, altKey }: PointerEvent): DragPoint => ({
    time: timeAt(clientX),
    distance: Math.abs(clientX - (active.current?.x ?? clientX)),
    alt: altKey,
  });
  const cancel = useStable(() => {
    active.current?.drag.cancel();
    active.current = null;
  });
  useCancelKey(cancel, () => active.current !== null);

  const handleEnd = (event: PointerEvent<HTMLElement>, isCancelled: boolean): void => {
    pinch.up(event);
    if (active.current?.pointerId !== event.pointerId) return;
    if (isCancelled) active.current.drag.cancel();
    else active.current.drag.end(pointOf(event));
    active.current = null;
  };

  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      if (event.pointerType === "touch" && pinch.down(event, view.getState().scale)) return cancel();
      const drag = dragOf(editor, view, event, timeAt(event.clientX));
      if (!drag) return;
      active.current = { drag, pointerId: event.pointerId, x: event.clientX };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      const scale = pinch.move(event);
      const left = content.current?.parentElement?.getBoundingClientRect().left ?? 0;
      if (scale !== null) view.zoomTo(scale, event.clientX - left);
      else if (active.current?.pointerId === event.pointerId) active.current.drag.move(pointOf(event));
    },
    onPointerUp: (event) => handleEnd(event, false),
    onPointerCancel: (event) => handleEnd(event, true),
  };
}

/** Escape cancels a drag. */
function useCancelKey(cancel: () => void, isDragging: () => boolean): void {
  const handleKey = useStable((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isDragging()) return;
    event.stopPropagation();
    cancel();
  });
  useEffect(() => {
    addEventListener("keydown", handleKey, true);
    return () => removeEventListener("keydown", handleKey, true);
  }, [handleKey]);
}
