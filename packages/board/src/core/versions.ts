import type { BoardElement } from "@stillreel/contract";

/** The part of an element that decides between two of its states. */
export type Versioned = Pick<BoardElement, "version" | "versionNonce">;

/** Returns whether `next` replaces `before`. The rule of the server: the higher version wins, then the lower nonce. */
export function isNewer(next: Versioned, before: Versioned | undefined): boolean {
  if (before === undefined || next.version !== before.version) return before === undefined || next.version > before.version;
  return next.versionNonce < before.versionNonce;
}

/** Returns whether two values are the same state of an element. */
export const isSameVersion = (a: Versioned, b: Versioned): boolean => a.version === b.version && a.versionNonce === b.versionNonce;

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns elements from the lowest to the highest: by fractional index, then by id. Elements without an index are the highest. */
export const inOrder = <T extends { id: string; index?: string | null }>(elements: Iterable<T>): T[] =>
  [...elements].toSorted((a, b) => {
    if (a.index && b.index) return before(a.index, b.index) || before(a.id, b.id);
    return a.index ? -1 : b.index ? 1 : before(a.id, b.id);
  });
