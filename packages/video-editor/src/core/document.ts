import { CLIP_MIN_S, EDIT_FORMAT, type EditClip, type EditDocument, type EditEffect } from "@stillreel/contract";

/** Length and picture of a source, as the server measured them. Images have the duration 0. */
export interface SourceFacts {
  type: "video" | "image";
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
}

/** Finds the facts of a source by its item; undefined is the edited video itself. Null when the item cannot be used. */
export type SourceLookup = (itemId: string | undefined) => SourceFacts | null;

/** Tolerance in seconds for times at the end of a source: probes of the same file differ by less than a frame. */
export const END_TOLERANCE_S = 0.05;

/** Returns the document of an unedited video: one clip over its whole length. */
export const wholeVideo = (duration: number): EditDocument => ({
  format: EDIT_FORMAT,
  clips: [{ start: 0, end: Math.max(duration, CLIP_MIN_S) }],
  effects: [],
  crop: null,
  rotate: 0,
  frame: null,
  audio: null,
  volume: 1,
  poster: null,
  chapters: null,
});

/** A fault of a document that its schema cannot find, because it depends on the sources. */
export interface EditFault {
  /** Path of the field, such as `clips.3.end`. */
  path: string;
  code: "beyond-end" | "source-missing";
}

const beyond = (at: number, facts: SourceFacts): boolean => facts.type === "video" && at > facts.duration + END_TOLERANCE_S;

/** Returns the faults of a document that depend on its sources: times beyond an end, and items that cannot be used. */
export function faultsOf({ clips, effects }: EditDocument, find: SourceLookup): EditFault[] {
  const faults: EditFault[] = [];
  const check = (path: string, { itemId, start, end }: EditClip | EditEffect): void => {
    const facts = find(itemId);
    if (facts === null) faults.push({ path: `${path}.itemId`, code: "source-missing" });
    else if (beyond(start, facts)) faults.push({ path: `${path}.start`, code: "beyond-end" });
    else if (beyond(end, facts)) faults.push({ path: `${path}.end`, code: "beyond-end" });
  };
  for (const [index, clip] of clips.entries()) check(`clips.${index}`, clip);
  for (const [index, effect] of effects.entries()) check(`effects.${index}`, effect);
  return faults;
}

/** Returns whether a clip plays its part of the source unchanged. */
export const isPlainClip = ({ speed = 1, volume = 1, fadeIn = 0, fadeOut = 0, itemId }: EditClip): boolean =>
  speed === 1 && volume === 1 && fadeIn === 0 && fadeOut === 0 && itemId === undefined;

/** Returns whether a document only removes or reorders parts. */
export const isOnlyCuts = ({ clips, effects, crop, rotate, frame, audio, volume }: EditDocument): boolean =>
  effects.length === 0 && crop === null && rotate === 0 && frame === null && audio === null && volume === 1 && clips.every(isPlainClip);

/** Returns whether a document shows its source unchanged. */
export function isUnedited(document: EditDocument, duration: number): boolean {
  const [clip] = document.clips;
  return (
    isOnlyCuts(document) &&
    document.clips.length === 1 &&
    clip !== undefined &&
    clip.start <= END_TOLERANCE_S &&
    clip.end >= duration - END_TOLERANCE_S &&
    document.chapters === null &&
    document.poster === null
  );
}
