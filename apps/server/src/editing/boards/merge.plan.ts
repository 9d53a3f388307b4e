import { BOARD_BYTES_MAX, BOARD_ELEMENTS_MAX, type BoardElement } from "@stillreel/contract";

/** What of a stored element the merge needs. */
export interface Stored {
  version: number;
  nonce: number;
  deleted: boolean;
  bytes: number;
}

/** Size of a board that limits new elements. */
export interface BoardSize {
  /** Elements that are not deleted. */
  elements: number;
  bytes: number;
}

/** Writes an element as JSON. */
export function write(element: BoardElement): Written {
  const text = JSON.stringify(element);
  return { element, text, bytes: Buffer.byteLength(text) };
}

/** Returns whether a state of an element replaces another: the higher version, with equal versions the lower nonce. */
export const replaces = (one: Pick<BoardElement, "version" | "versionNonce">, other: Pick<Stored, "version" | "nonce">): boolean =>
  one.version > other.version || (one.version === other.version && one.versionNonce < other.nonce);

const isSame = (one: Pick<BoardElement, "version" | "versionNonce">, other: Pick<Stored, "version" | "nonce">): boolean =>
  one.version === other.version && one.versionNonce === other.nonce;

/** An element with its JSON text, as it is stored and sent. */
export interface Written {
  element: BoardElement;
  text: string;
  bytes: number;
}

/** The result of one change. */
export interface Merged {
  /** Elements whose state is stored. */
  won: Written[];
  /** Ids of elements that are older than the stored ones. */
  lost: string[];
  /** Ids of elements for which the board has no room. */
  full: string[];
}

/**
 * Merges a change into the elements of a board. `known` and `size` are changed: they hold the state after the change. A state that is stored
 * already has no effect, so that a repeated message changes nothing.
 */
export function mergeInto(known: Map<string, Stored>, size: BoardSize, given: readonly Written[]): Merged {
  const won = new Map<string, Written>();
  const lost = new Set<string>();
  const full = new Set<string>();
  for (const one of given) {
    const { element, bytes } = one;
    const stored = known.get(element.id);
    if (stored && isSame(element, stored)) continue;
    if (stored && !replaces(element, stored)) {
      lost.add(element.id);
      continue;
    }
    const elements = size.elements + (element.isDeleted ? 0 : 1) - (stored && !stored.deleted ? 1 : 0);
    const total = size.bytes + bytes - (stored?.bytes ?? 0);
    // A change that makes the board smaller is always possible.
    const grows = (elements > size.elements && elements > BOARD_ELEMENTS_MAX) || (total > size.bytes && total > BOARD_BYTES_MAX);
    if (grows) {
      full.add(element.id);
      continue;
    }
    size.elements = elements;
    size.bytes = total;
    known.set(element.id, { version: element.version, nonce: element.versionNonce, deleted: element.isDeleted, bytes });
    won.set(element.id, one);
    lost.delete(element.id);
  }
  return { won: [...won.values()], lost: [...lost], full: [...full] };
}
