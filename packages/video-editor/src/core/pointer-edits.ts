import { EFFECTS_MAX, type EditEffect, type EditEffectOf, type PointerTrack } from "@stillreel/contract";
import type { OfferedZoom } from "./click-zooms.ts";
import { rounded } from "./clip-edits.ts";
import { newEffectId } from "./effect-edits.ts";
import { boxAt, type ShareBox, zoomBox } from "./effects.ts";
import type { VideoEditor } from "./editor.types.ts";
import { followedKeys } from "./pointer-path.ts";

type Zoom = EditEffectOf<"zoom">;

/** Returns whether a zoom can follow the pointer: positions were recorded, and it is a zoom of the edited video itself. */
export const canFollow = (track: PointerTrack | null, { itemId }: Pick<Zoom, "itemId">): boolean =>
  itemId === undefined && track !== null && track.moves.length + track.clicks.length > 0;

const sideAt = (zoom: Zoom, at: number): number => zoomBox(boxAt(zoom, at)).width;

/** Returns a zoom with positions that follow the pointer. Null when that is not possible. */
function following(zoom: Zoom, track: PointerTrack | null, side: number): Zoom | null {
  const keys = track && canFollow(track, zoom) ? followedKeys(track, zoom, side) : null;
  return keys && { ...zoom, followsPointer: true, keys };
}

/** Returns a zoom that does not follow the pointer any more. Without `box` it has the positions that it had. */
function unfollowed({ followsPointer: _follows, ...zoom }: Zoom, box?: ShareBox): Zoom {
  if (!box) return zoom;
  const { keys: _keys, ...rest } = zoom;
  return { ...rest, ...box };
}

/**
 * Returns the effects of a change in which zooms that follow the pointer do so at their new times. A zoom whose positions were set by hand
 * does not follow it any more.
 */
export function refollowed(before: readonly EditEffect[], after: EditEffect[], track: PointerTrack | null): EditEffect[] {
  if (!after.some((effect) => effect.kind === "zoom" && effect.followsPointer)) return after;
  const known = new Map(before.map((effect) => [effect.id, effect]));
  return after.map((effect) => {
    if (effect.kind !== "zoom" || !effect.followsPointer) return effect;
    const was = known.get(effect.id);
    if (was === effect || (was?.kind === "zoom" && !was.followsPointer)) return effect;
    if (was?.kind !== "zoom" || was.start !== effect.start || was.end !== effect.end)
      return following(effect, track, sideAt(effect, effect.start)) ?? unfollowed(effect);
    return was.keys === effect.keys ? effect : unfollowed(effect);
  });
}

/** Replaces a zoom without further computing, because its positions are computed already. */
function replaceZoom(editor: VideoEditor, zoom: Zoom, key: string | null = null): void {
  const { document } = editor.getState();
  editor.change({ ...document, effects: document.effects.map((one) => (one.id === zoom.id ? zoom : one)) }, key);
}

/** Lets a zoom follow the pointer, or stay where it is at the playhead. */
export function followPointer(editor: VideoEditor, zoom: Zoom, isOn: boolean): void {
  const { pointer } = editor.getState();
  const { itemId, at } = editor.shown();
  const now = itemId === zoom.itemId ? at : zoom.start;
  if (!isOn) return replaceZoom(editor, unfollowed(zoom, zoomBox(boxAt(zoom, now))));
  const followed = following(zoom, pointer, sideAt(zoom, now));
  if (followed) replaceZoom(editor, followed);
  else editor.refuse("too-many");
}

/** Changes the level of a zoom that follows the pointer. */
export function followWithLevel(editor: VideoEditor, zoom: Zoom, level: number, key: string): void {
  const followed = following(zoom, editor.getState().pointer, 1 / level);
  if (followed) replaceZoom(editor, followed, key);
}

/** Adds offered zooms as one undo step. Returns how many were added. */
export function addOffered(editor: VideoEditor, offers: readonly OfferedZoom[]): number {
  const { document } = editor.getState();
  if (document.effects.length + offers.length > EFFECTS_MAX) {
    editor.refuse("too-many");
    return 0;
  }
  const effects = [...document.effects];
  for (const { clicks: _clicks, ...zoom } of offers)
    effects.push({ ...zoom, id: newEffectId(effects), start: rounded(zoom.start), end: rounded(zoom.end) });
  editor.change({ ...document, effects });
  return offers.length;
}
