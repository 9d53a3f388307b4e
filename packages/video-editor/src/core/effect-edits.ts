import { EFFECT_KEYS_MAX, EFFECTS_MAX, type EditEffect, type EditEffectOf } from "@stillreel/contract";
import { keysOf, type BoxEffect, type ShareBox } from "./effects.ts";
import { rounded } from "./clip-edits.ts";
import type { Range } from "./time-map.ts";

/** Minimum length of an effect in seconds. */
export const EFFECT_MIN_S = 0.05;

export type EffectKind = EditEffect["kind"];
type Effects = EditEffect[];

/** An effect without its id. */
export type NewEffect = EditEffect extends infer E ? (E extends EditEffect ? Omit<E, "id"> : never) : never;

/** Values of an effect of any kind. */
export type EffectPatch = Partial<Omit<{ [K in EffectKind]: EditEffectOf<K> }[EffectKind], "id" | "kind" | "itemId">> &
  Record<string, unknown>;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Returns an id that no effect has. */
export function newEffectId(effects: Effects): string {
  const taken = new Set(effects.map(({ id }) => id));
  for (;;) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    if (!taken.has(id)) return id;
  }
}

/** Returns the free range around a position that no other zoom of the same source uses. Null when the position is in a zoom. */
function freeAround(effects: Effects, { id, itemId }: Pick<EditEffect, "id" | "itemId">, at: number): Range | null {
  let [from, to] = [0, Infinity];
  for (const other of effects) {
    if (other.kind !== "zoom" || other.id === id || other.itemId !== itemId) continue;
    if (other.start <= at && other.end > at) return null;
    if (other.end <= at) from = Math.max(from, other.end);
    if (other.start >= at) to = Math.min(to, other.start);
  }
  return { from, to };
}

/** Adds an effect above all others. Null when there are too many, or a zoom has no free place. */
export function withEffect(effects: Effects, effect: EditEffect): EditEffect[] | null {
  if (effects.length >= EFFECTS_MAX) return null;
  if (effect.kind !== "zoom") return [...effects, effect];
  const free = freeAround(effects, effect, effect.start);
  if (!free || free.to - effect.start < EFFECT_MIN_S) return null;
  return [...effects, { ...effect, end: Math.min(effect.end, free.to) }];
}

/** Changes values of an effect. Everything else of the document stays the same object. */
export const withEffectPatch = (effects: Effects, id: string, patch: EffectPatch): EditEffect[] =>
  effects.map((effect) => (effect.id === id ? ({ ...effect, ...patch } as EditEffect) : effect));

export const withoutEffects = (effects: Effects, ids: ReadonlySet<string>): EditEffect[] => effects.filter(({ id }) => !ids.has(id));

/** Moves the positions of an effect with it. */
const movedKeys = (effect: EditEffect, by: number): Partial<BoxEffect> =>
  effect.kind !== "figure" && effect.keys ? { keys: effect.keys.map((key) => ({ ...key, at: rounded(Math.max(0, key.at + by)) })) } : {};

/** Changes when an effect starts and ends, within its source and its neighbours. A move has the same length before and after. */
export function withEffectRange(effects: Effects, id: string, { from, to }: Range, sourceLength: number): EditEffect[] {
  const effect = effects.find((one) => one.id === id);
  if (!effect) return effects;
  const free = effect.kind === "zoom" ? freeAround(effects, effect, effect.start) : null;
  const [low, high] = [free?.from ?? 0, Math.min(sourceLength, free?.to ?? Infinity)];
  const isMove = Math.abs(to - from - (effect.end - effect.start)) < 1e-6;
  const length = Math.max(EFFECT_MIN_S, to - from);
  const start = isMove ? Math.min(high - length, Math.max(low, from)) : Math.min(high - EFFECT_MIN_S, Math.max(low, from));
  const end = isMove ? start + length : Math.min(high, Math.max(start + EFFECT_MIN_S, to));
  const patch = { start: rounded(Math.max(0, start)), end: rounded(end), ...(isMove ? movedKeys(effect, start - effect.start) : {}) };
  return patch.start === effect.start && patch.end === effect.end ? effects : withEffectPatch(effects, id, patch);
}

/** Adds a copy of an effect directly above it. A copied zoom follows the original, because zooms do not overlap. */
export function withDuplicate(effects: Effects, id: string, sourceLength: number): { effects: EditEffect[]; id: string } | null {
  const effect = effects.find((one) => one.id === id);
  if (!effect || effects.length >= EFFECTS_MAX) return null;
  const copy = { ...structuredClone(effect), id: newEffectId(effects) };
  if (copy.kind !== "zoom") return { effects: effects.toSpliced(effects.indexOf(effect) + 1, 0, copy), id: copy.id };
  const by = effect.end - effect.start;
  const end = Math.min(sourceLength, effect.end + by);
  if (end - effect.end < EFFECT_MIN_S) return null;
  const added = withEffect(effects, { ...copy, ...movedKeys(copy, by), start: effect.end, end } as EditEffect);
  return added && { effects: added, id: copy.id };
}

/** Two positions that are nearer than this are the same one: half a frame at 60 frames per second. */
const SAME_KEY_S = 0.008;

/** Sets the box of an effect at a second of the source: a new position, or a change of the one there. Null when there are too many. */
export function withKey(effect: BoxEffect, at: number, box: ShareBox): BoxEffect | null {
  const others = keysOf(effect).filter((key) => Math.abs(key.at - at) > SAME_KEY_S);
  if (others.length >= EFFECT_KEYS_MAX) return null;
  const { x, y, width, height } = box;
  const keys = [...others, { at: rounded(at), x, y, width, height }].toSorted((one, other) => one.at - other.at);
  return { ...effect, keys };
}

/** Removes the position at a second. The last one becomes the box of the effect. */
export function withoutKey(effect: BoxEffect, at: number): BoxEffect {
  const keys = keysOf(effect);
  const left = keys.filter((key) => Math.abs(key.at - at) > SAME_KEY_S);
  if (left.length > 0) return { ...effect, keys: left };
  const { keys: _keys, ...rest } = effect;
  const last = keys[0];
  return (last ? { ...rest, x: last.x, y: last.y, width: last.width, height: last.height } : rest) as BoxEffect;
}
