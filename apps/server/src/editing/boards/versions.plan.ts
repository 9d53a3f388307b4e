import { gunzipSync, gzipSync } from "node:zlib";
import type { BoardElement } from "@stillreel/contract";

/** Compresses the JSON array of the elements that changed since the version before. */
export const packDelta = (text: string): Buffer => gzipSync(text);

export const unpackDelta = (delta: Buffer): BoardElement[] => JSON.parse(gunzipSync(delta).toString()) as BoardElement[];

/** Joins the contents of consecutive versions, the oldest first. A later state of an element replaces an earlier one. */
export function joinDeltas(deltas: readonly (readonly BoardElement[])[]): BoardElement[] {
  const elements = new Map<string, BoardElement>();
  for (const delta of deltas) for (const element of delta) elements.set(element.id, element);
  return [...elements.values()];
}

const indexOf = ({ index }: BoardElement): string => index ?? "";

/** Sorts elements in the order in which they are drawn. */
export const inOrder = (elements: readonly BoardElement[]): BoardElement[] =>
  elements.toSorted((one, other) => {
    const [a, b] = indexOf(one) === indexOf(other) ? [one.id, other.id] : [indexOf(one), indexOf(other)];
    return a < b ? -1 : Number(a > b);
  });

const isEqual = (one: BoardElement, other: BoardElement): boolean =>
  one.version === other.version && one.versionNonce === other.versionNonce;

/**
 * Returns the change that brings a board back to an earlier state: as newer versions of the elements, so that it is merged like any other
 * change. Elements that were added later are deleted.
 */
export function restoring(
  present: readonly BoardElement[],
  earlier: readonly BoardElement[],
  nonce: () => number,
  now: number,
): BoardElement[] {
  const known = new Map(present.map((element) => [element.id, element]));
  const wanted = new Map(earlier.filter(({ isDeleted }) => !isDeleted).map((element) => [element.id, element]));
  const change = (element: BoardElement, isDeleted: boolean): BoardElement => ({
    ...element,
    isDeleted,
    version: Math.max(element.version, known.get(element.id)?.version ?? 0) + 1,
    versionNonce: nonce(),
    updated: now,
  });
  const restored = [...wanted.values()].filter((element) => {
    const current = known.get(element.id);
    return !current || !isEqual(current, element);
  });
  const added = present.filter(({ id, isDeleted }) => !isDeleted && !wanted.has(id));
  return [...restored.map((element) => change(element, false)), ...added.map((element) => change(element, true))];
}

/** A version with the size of its content. */
export interface SizedVersion {
  n: number;
  name: string | null;
  bytes: number;
  createdAt: Date;
}

/**
 * Returns the versions that are merged into the next one: unnamed ones that are older than `before`, then further ones from the oldest while
 * all contents are larger than `bytesMax`. The last version stays, because the next one continues from it.
 */
export function toMerge(versions: readonly SizedVersion[], before: Date, bytesMax: number): number[] {
  let total = versions.reduce((sum, { bytes }) => sum + bytes, 0);
  const merged: number[] = [];
  for (const { n, name, bytes, createdAt } of versions.slice(0, -1)) {
    if (name !== null || (createdAt >= before && total <= bytesMax)) continue;
    merged.push(n);
    // At best nothing of it remains.
    total -= bytes;
  }
  return merged;
}
