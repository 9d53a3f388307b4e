import type { EditClip, EditEffect, EditEffectOf, PointerPoint } from "@stillreel/contract";
import { zoomBox } from "./effects.ts";

/** Clicks belong to one zoom when they follow each other within these seconds. */
const NEAR_S = 4;
/** Part of the zoom's box, around its middle, in which all of its clicks are. */
const NEAR_PART = 0.7;
/** Level of offered zooms. */
const LEVEL = 1.8;
const SIDE = 1 / LEVEL;
/** Seconds before the first click and after the last one of a zoom. They contain its slopes. */
const LEAD_S = 1;
const HOLD_S = 1.6;
const EASE_S = 0.6;
/** Minimum length of an offered zoom in seconds. */
const LEAST_S = 0.8;
/** Maximum number of offered zooms. */
export const OFFERS_MAX = 40;

/** A zoom that is offered, with the clicks that it shows. */
export interface OfferedZoom extends Pick<
  EditEffectOf<"zoom">,
  "kind" | "start" | "end" | "x" | "y" | "width" | "height" | "easeIn" | "easeOut"
> {
  clicks: number;
}

interface Group {
  first: number;
  last: number;
  clicks: number;
  x: [number, number];
  y: [number, number];
}

/** Returns the group with one more click, or null when it is too far away in time or in the picture. */
function withClick(group: Group, [at, x, y]: PointerPoint): Group | null {
  const most = SIDE * NEAR_PART;
  const next: Group = {
    ...group,
    last: at,
    clicks: group.clicks + 1,
    x: [Math.min(group.x[0], x), Math.max(group.x[1], x)],
    y: [Math.min(group.y[0], y), Math.max(group.y[1], y)],
  };
  return at - group.last <= NEAR_S && next.x[1] - next.x[0] <= most && next.y[1] - next.y[0] <= most ? next : null;
}

function groupsOf(clicks: readonly PointerPoint[]): Group[] {
  const groups: Group[] = [];
  for (const click of clicks) {
    const last = groups.at(-1);
    const grown = last && withClick(last, click);
    if (grown) groups[groups.length - 1] = grown;
    else groups.push({ first: click[0], last: click[0], clicks: 1, x: [click[1], click[1]], y: [click[2], click[2]] });
  }
  return groups;
}

/** Returns the zoom of a group, between the neighbours: each zoom ends in the middle between its last click and the next zoom's first. */
function zoomOf(group: Group, before: Group | undefined, after: Group | undefined, duration: number): OfferedZoom {
  const from = before ? (before.last + group.first) / 2 : 0;
  const to = after ? (group.last + after.first) / 2 : duration;
  const start = Math.max(0, from, group.first - LEAD_S);
  const end = Math.min(duration, to, group.last + HOLD_S);
  const box = zoomBox({ x: (group.x[0] + group.x[1] - SIDE) / 2, y: (group.y[0] + group.y[1] - SIDE) / 2, width: SIDE, height: SIDE });
  return { kind: "zoom", start, end, ...box, easeIn: EASE_S, easeOut: EASE_S, clicks: group.clicks };
}

/** Shortens a zoom so that it does not overlap others. Null when not enough of it is left. */
function beside(zoom: OfferedZoom, others: readonly EditEffect[]): OfferedZoom | null {
  let { start, end } = zoom;
  const middle = (start + end) / 2;
  for (const other of others) {
    if (other.end <= start || other.start >= end) continue;
    if (other.start <= middle && other.end > middle) return null;
    if (other.end <= middle) start = Math.max(start, other.end);
    else end = Math.min(end, other.start);
  }
  return end - start < LEAST_S ? null : { ...zoom, start, end };
}

/**
 * Returns zooms that show where was clicked: one for clicks that are near each other in time and in the picture. They never overlap each
 * other or the zooms that the video has. Clicks in removed parts count as none. Of too many zooms, those with the most clicks are offered.
 */
export function zoomsFromClicks(
  clicks: readonly PointerPoint[],
  { clips, effects }: { clips: readonly EditClip[]; effects: readonly EditEffect[] },
  duration: number,
): OfferedZoom[] {
  const isShown = ([at]: PointerPoint): boolean =>
    at < duration && clips.some(({ itemId, start, end }) => itemId === undefined && at >= start && at < end);
  const groups = groupsOf(clicks.filter(isShown));
  const zooms = effects.filter(({ kind, itemId }) => kind === "zoom" && itemId === undefined);
  const offers = groups.flatMap((group, index) => beside(zoomOf(group, groups[index - 1], groups[index + 1], duration), zooms) ?? []);
  if (offers.length <= OFFERS_MAX) return offers;
  const chosen = new Set(offers.toSorted((one, other) => other.clicks - one.clicks).slice(0, OFFERS_MAX));
  return offers.filter((offer) => chosen.has(offer));
}
