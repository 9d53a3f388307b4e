import {
  insertionAt,
  segmentAt,
  sourceIn,
  timeOf,
  type ClipSegment,
  type Selection,
  type Timeline,
  type VideoEditor,
} from "../../core/index.ts";
import { snapped, SNAP_DISTANCE, snapTargets } from "./snapping.ts";
import type { TimelineView } from "./timeline-view.ts";

/** A position of the pointer: a second of the timeline, and the keys that are pressed. */
export interface DragPoint {
  time: number;
  /** Distance from the press in CSS pixels. */
  distance: number;
  alt: boolean;
}

/** A drag on the timeline. `move` is called in every frame. */
export interface Drag {
  move(point: DragPoint): unknown;
  end(point: DragPoint): void;
  /** Called instead of `end` when the browser takes the pointer away, and on Escape. */
  cancel(): void;
}

interface Parts {
  editor: VideoEditor;
  view: TimelineView;
}

/** A press that moves less than this selects only. In CSS pixels. */
const DRAG_MIN = 4;

const isSnapping = (editor: VideoEditor, { alt }: DragPoint): boolean => editor.getState().isSnapping && !alt;

/** Returns a function that moves seconds to a near target, and shows the line there. */
function snapperOf({ editor, view }: Parts, without: string | null): (time: number, point: DragPoint) => number {
  const targets = snapTargets(editor.getState(), without);
  return (time, point) => {
    const found = isSnapping(editor, point) ? snapped(targets, time, SNAP_DISTANCE / view.getState().scale) : null;
    view.set({ snap: found });
    return found ?? time;
  };
}

function finished({ editor, view }: Parts): void {
  editor.settle();
  view.set({ snap: null, drop: null });
}

/** Moves the playhead. */
export function scrub({ editor, view }: Parts, time: number): Drag {
  const snap = snapperOf({ editor, view }, null);
  editor.pause();
  editor.seek(time);
  const seek = (point: DragPoint): void => editor.seek(point.distance < DRAG_MIN ? time : snap(point.time, { ...point, alt: !point.alt }));
  return { move: seek, end: () => finished({ editor, view }), cancel: () => finished({ editor, view }) };
}

/** Selects a range from the press to the pointer. A press without a movement moves the playhead. */
export function selectRange({ editor, view }: Parts, time: number): Drag {
  const snap = snapperOf({ editor, view }, null);
  const { timeline } = editor.getState();
  const clamp = (at: number): number => Math.min(timeline.duration, Math.max(0, at));
  return {
    move: (point) => {
      if (point.distance < DRAG_MIN) return;
      const at = clamp(snap(point.time, point));
      const start = clamp(time);
      if (at !== start) editor.select({ kind: "range", from: Math.min(at, start), to: Math.max(at, start) });
    },
    end: (point) => {
      if (point.distance < DRAG_MIN) editor.seek(time);
      finished({ editor, view });
    },
    cancel: () => finished({ editor, view }),
  };
}

/** Scrolls the timeline with a finger. A press without a movement selects. */
export function pan({ editor, view }: Parts, time: number, selection: Selection): Drag {
  const { left, scale } = view.getState();
  return {
    // The content moves with the finger, so the second under it must not.
    move: (point) => point.distance >= DRAG_MIN && view.scrollTo(view.getState().left - (point.time - time) * scale),
    end: (point) => {
      if (point.distance >= DRAG_MIN) return;
      editor.select(selection);
      editor.seek(time);
    },
    cancel: () => view.scrollTo(left),
  };
}

/** Selects a clip, and moves it to another place in the playing order when it is dragged. */
export function moveClip({ editor, view }: Parts, index: number, time: number, isAdded: boolean): Drag {
  const { selection } = editor.getState();
  const known = selection?.kind === "clip" && isAdded ? selection.indexes.filter((one) => one !== index) : [];
  editor.select({ kind: "clip", indexes: [...known, index] });
  const targetOf = (at: number): { index: number; line: number } => {
    const { timeline } = editor.getState();
    const segment = segmentAt(timeline, Math.max(0, Math.min(timeline.duration, at)));
    return { index: insertionAt(segment, at, timeline.segments), line: at > (segment.from + segment.to) / 2 ? segment.to : segment.from };
  };
  return {
    move: (point) => view.set({ drop: point.distance < DRAG_MIN ? null : targetOf(point.time).line }),
    end: (point) => {
      if (point.distance >= DRAG_MIN) {
        const { index: to } = targetOf(point.time);
        editor.moveClip(index, to > index ? to - 1 : to);
      } else editor.seek(time);
      finished({ editor, view });
    },
    cancel: () => finished({ editor, view }),
  };
}

/** Moves an edge of a clip. The edge follows the pointer in seconds of the source. */
export function moveEdge({ editor, view }: Parts, segment: ClipSegment, edge: "start" | "end", time: number): Drag {
  const snap = snapperOf({ editor, view }, null);
  const { speed = 1 } = segment.clip;
  const before = segment[edge];
  const at = edge === "start" ? segment.from : segment.to;
  const key = `edge:${segment.index}:${edge}`;
  editor.settle();
  const move = (point: DragPoint): void => {
    const moved = snap(at + point.time - time, point);
    editor.moveEdge(segment.index, edge, before + (moved - at) * speed, key);
    const now = editor.getState().timeline.segments.find((one) => one.kind === "clip" && one.index === segment.index);
    if (now) editor.seek(edge === "start" ? now.from : Math.max(now.from, now.to - 1e-3));
  };
  return {
    move,
    end: () => finished({ editor, view }),
    cancel: () => {
      editor.moveEdge(segment.index, edge, before, key);
      finished({ editor, view });
    },
  };
}

/** Returns the second of an effect's source under the pointer: of the segment there, or measured from the press. */
function sourceUnder(timeline: Timeline, itemId: string | undefined, time: number): number | null {
  const segment = segmentAt(timeline, Math.min(timeline.duration, Math.max(0, time)));
  return segment.itemId === itemId ? sourceIn(segment, time) : null;
}

/** Selects an effect and moves it, or one of its edges. */
export function moveEffect({ editor, view }: Parts, id: string, edge: "start" | "end" | null, time: number): Drag | null {
  const effect = editor.getState().document.effects.find((one) => one.id === id);
  if (!effect) return null;
  editor.settle();
  const { timeline } = editor.getState();
  const selection: Selection = { kind: "effect", ids: [id] };
  const pressed = sourceUnder(timeline, effect.itemId, time);
  const snap = snapperOf({ editor, view }, id);
  const key = `effect:${id}:${edge ?? "move"}`;
  editor.select(selection);
  const shifted = (at: number, by: number): number => {
    // The edge snaps on the timeline; its second there is found from the one of its source.
    const before = timeOf(timeline, { itemId: effect.itemId, at }, time);
    return before === null ? at + by : before + by;
  };
  const move = (point: DragPoint): void => {
    if (point.distance < DRAG_MIN && editor.getState().document.effects.includes(effect)) return;
    const lead = edge ?? "start";
    const target = snap(shifted(effect[lead], point.time - time), point);
    const found = sourceUnder(timeline, effect.itemId, target) ?? effect[lead] + point.time - time;
    const by = pressed === null ? point.time - time : found - effect[lead];
    const range = {
      from: edge === "end" ? effect.start : effect.start + by,
      to: edge === "start" ? effect.end : effect.end + by,
    };
    editor.moveEffect(id, range, key);
  };
  return {
    move,
    end: (point) => {
      if (point.distance < DRAG_MIN && edge === null) editor.seek(Math.min(timeline.duration, Math.max(0, time)));
      finished({ editor, view });
    },
    cancel: () => {
      editor.repositionEffect(effect, key);
      finished({ editor, view });
    },
  };
}

/** Selects a chapter, and moves its start. */
export function moveChapter({ editor, view }: Parts, index: number, time: number): Drag | null {
  const { chapters, timeline } = editor.getState();
  const chapter = chapters[index];
  if (!chapter) return null;
  const snap = snapperOf({ editor, view }, null);
  const others = chapters.toSpliced(index, 1);
  editor.settle();
  editor.select({ kind: "chapter", index });
  return {
    move: (point) => {
      if (point.distance < DRAG_MIN) return;
      const start = timeOf(timeline, { itemId: undefined, at: chapter.at }) ?? time;
      const at = sourceUnder(timeline, undefined, snap(start + point.time - time, point));
      if (at === null) return;
      const moved = { ...chapter, at };
      editor.setChapters([...others, moved], `chapter:${index}`);
      editor.select({ kind: "chapter", index: editor.getState().chapters.indexOf(moved) });
    },
    end: (point) => {
      if (point.distance < DRAG_MIN) editor.seek(timeOf(timeline, { itemId: undefined, at: chapter.at }) ?? time);
      finished({ editor, view });
    },
    cancel: () => {
      editor.setChapters(chapters, `chapter:${index}`);
      finished({ editor, view });
    },
  };
}
