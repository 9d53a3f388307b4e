import type { EditDocument, EditEffect } from "@stillreel/contract";
import {
  timelineRanges,
  type EffectKind,
  type Range,
  type RemovedSegment,
  type Selection,
  type Timeline,
  type VideoEditorState,
} from "../../core/index.ts";

/** Lanes of effects, from top to bottom. */
const EFFECT_LANES = ["blur", "text", "figure", "spotlight", "zoom"] as const;
export type EffectLane = (typeof EFFECT_LANES)[number];

/** The three ways to hide something share a lane. */
const LANE_OF: Readonly<Record<EffectKind, EffectLane>> = {
  blur: "blur",
  pixelate: "blur",
  solid: "blur",
  text: "text",
  figure: "figure",
  spotlight: "spotlight",
  zoom: "zoom",
};

/** One effect on its lane. */
export interface EffectBar {
  effect: EditEffect;
  /** Number among the effects of its kind, from 1. */
  number: number;
  /** Where the timeline shows it. Empty when all its clips are removed. */
  ranges: readonly Range[];
  /** Row of the lane, from 0. */
  row: number;
}

export interface LaneOfEffects {
  lane: EffectLane;
  rows: number;
  bars: readonly EffectBar[];
}

const ranges = new WeakMap<EditEffect, { timeline: Timeline; ranges: Range[] }>();

/** Dragging changes one effect in every frame, so the places of the others are stored. */
function rangesOf(effect: EditEffect, timeline: Timeline): Range[] {
  const known = ranges.get(effect);
  if (known?.timeline === timeline) return known.ranges;
  const found = timelineRanges(timeline, effect.itemId, { from: effect.start, to: effect.end });
  ranges.set(effect, { timeline, ranges: found });
  return found;
}

/** Puts every effect into the first row of its lane in which it overlaps no other one. */
export function effectLanes({ effects }: Pick<EditDocument, "effects">, timeline: Timeline): LaneOfEffects[] {
  const numbers = new Map<EffectKind, number>();
  const bars = effects.map((effect) => {
    const number = (numbers.get(effect.kind) ?? 0) + 1;
    numbers.set(effect.kind, number);
    return { effect, number, ranges: rangesOf(effect, timeline), row: 0 };
  });
  return EFFECT_LANES.flatMap((lane) => {
    const own = bars.filter(({ effect }) => LANE_OF[effect.kind] === lane);
    if (own.length === 0) return [];
    const ends: number[] = [];
    for (const bar of own.toSorted((one, other) => (one.ranges[0]?.from ?? 0) - (other.ranges[0]?.from ?? 0))) {
      const from = bar.ranges[0]?.from ?? 0;
      const free = ends.findIndex((end) => end <= from + 1e-6);
      bar.row = free === -1 ? ends.length : free;
      ends[bar.row] = bar.ranges.at(-1)?.to ?? from;
    }
    return [{ lane, rows: ends.length, bars: own }];
  });
}

/** Returns whether a name is that of a lane of effects. */
export const isEffectLane = (name: string): name is EffectLane => (EFFECT_LANES as readonly string[]).includes(name);

/** Returns the id of a lane's effect at the playhead, or of the nearest one in time. Null without effects. */
export function nearestEffect({ document, timeline, playhead }: VideoEditorState, lane: EffectLane): string | null {
  const bars = effectLanes(document, timeline).find((one) => one.lane === lane)?.bars ?? [];
  const distance = ({ ranges: own }: EffectBar): number =>
    Math.min(...own.map(({ from, to }) => Math.max(0, from - playhead, playhead - to)), Infinity);
  return bars.toSorted((one, other) => distance(one) - distance(other))[0]?.effect.id ?? null;
}

/** Returns whether a removed part is selected. */
export const isRemovedSelected = (selection: Selection | null, { start, end }: RemovedSegment): boolean =>
  selection?.kind === "removed" && selection.start === start && selection.end === end;

/** Something on the timeline that can be selected: its lane, its place, and what selecting it means. */
export interface LaneItem {
  lane: "chapters" | "video" | EffectLane;
  id: string;
  from: number;
  to: number;
  selection: Selection;
}

/** Name of a selection in the elements of the timeline. */
export function idOf(selection: Selection | null): string | null {
  switch (selection?.kind) {
    case "clip":
      return `clip:${selection.indexes[0] ?? 0}`;
    case "removed":
      return `removed:${selection.start}:${selection.end}`;
    case "effect":
      return `effect:${selection.ids[0] ?? ""}`;
    case "chapter":
      return `chapter:${selection.index}`;
    default:
      return null;
  }
}

/** Lists everything on the timeline, lane by lane and in the order of time. */
export function laneItems({ document, timeline, chapters }: VideoEditorState): LaneItem[] {
  const items: LaneItem[] = [];
  const add = (lane: LaneItem["lane"], { from, to }: Range, selection: Selection): void => {
    items.push({ lane, id: idOf(selection) ?? "", from, to, selection });
  };
  for (const [index, { at }] of chapters.entries()) {
    const [range] = timelineRanges(timeline, undefined, { from: at, to: chapters[index + 1]?.at ?? Infinity });
    if (range) add("chapters", range, { kind: "chapter", index });
  }
  for (const segment of timeline.segments) {
    const { start, end } = segment;
    add("video", segment, segment.kind === "clip" ? { kind: "clip", indexes: [segment.index] } : { kind: "removed", start, end });
  }
  for (const { lane, bars } of effectLanes(document, timeline)) {
    for (const { effect, ranges } of bars.toSorted((one, other) => (one.ranges[0]?.from ?? 0) - (other.ranges[0]?.from ?? 0))) {
      const from = ranges[0]?.from ?? 0;
      add(lane, { from, to: ranges.at(-1)?.to ?? from }, { kind: "effect", ids: [effect.id] });
    }
  }
  return items;
}

/** Returns the neighbour of an item: beside it in its lane, or the one nearest in time in the next lane. Null at the ends. */
export function neighbourOf(items: readonly LaneItem[], id: string, direction: "left" | "right" | "up" | "down"): LaneItem | null {
  const item = items.find((one) => one.id === id);
  if (!item) return items[0] ?? null;
  const lanes = [...new Set(items.map(({ lane }) => lane))];
  if (direction === "left" || direction === "right") {
    const own = items.filter(({ lane }) => lane === item.lane);
    return own[own.indexOf(item) + (direction === "left" ? -1 : 1)] ?? null;
  }
  const lane = lanes[lanes.indexOf(item.lane) + (direction === "up" ? -1 : 1)];
  const distance = ({ from, to }: LaneItem): number => Math.max(0, from - item.from, item.from - to);
  return items.filter((one) => one.lane === lane).toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}
