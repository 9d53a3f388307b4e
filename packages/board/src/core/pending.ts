import { BOARD_MESSAGE_BYTES_MAX, BOARD_UPDATE_ELEMENTS_MAX, type BoardCanvas, type BoardElement } from "@stillreel/contract";
import { bytesOf } from "./fields.ts";
import { isNewer, isSameVersion } from "./versions.ts";

/** A message with changes that the server has not acknowledged. */
interface Sent {
  id: number;
  elements: readonly BoardElement[];
  canvas: BoardCanvas | undefined;
}

/** Changes that the server has not acknowledged, as they are stored on this device. */
export interface Waiting {
  elements: BoardElement[];
  canvas?: BoardCanvas;
}

/** Bytes of a message besides its elements. */
const ENVELOPE_BYTES = 2_000;

/**
 * Changes of this page that the server has not acknowledged: those that wait, and those that are sent. Each element waits once, in its
 * newest state.
 */
// oxlint-disable-next-line max-lines-per-function -- its methods share the changes that wait
export function createPending() {
  const waiting = new Map<string, BoardElement>();
  let canvas: BoardCanvas | undefined;
  let sent: Sent[] = [];
  let lastId = 0;
  /** Maximum number of elements of the next message. It is smaller while one of several elements is refused and unknown. */
  let most = BOARD_UPDATE_ELEMENTS_MAX;

  /** Returns the newest state of each element that is not acknowledged. */
  const all = (): Map<string, BoardElement> => {
    const result = new Map<string, BoardElement>();
    for (const element of [...sent.flatMap(({ elements }) => elements), ...waiting.values()])
      if (isNewer(element, result.get(element.id))) result.set(element.id, element);
    return result;
  };
  const take = (id: number): Sent | undefined => {
    const found = sent.find((message) => message.id === id);
    if (found) sent = sent.filter((message) => message !== found);
    return found;
  };
  const putBack = (message: Sent): void => {
    for (const element of message.elements) if (isNewer(element, waiting.get(element.id))) waiting.set(element.id, element);
    canvas ??= message.canvas;
  };
  return {
    add: (element: BoardElement): void => void waiting.set(element.id, element),
    addCanvas: (next: BoardCanvas): void => void (canvas = next),
    /** Number of elements that are not acknowledged. */
    count: (): number => all().size + (canvas || sent.some((message) => message.canvas) ? 1 : 0),
    has: (id: string): boolean => waiting.has(id) || sent.some(({ elements }) => elements.some((element) => element.id === id)),
    inFlight: (): number => sent.length,
    /** Takes the next message that can be sent; null when nothing waits. */
    next(): Sent | null {
      if (waiting.size === 0 && !canvas) return null;
      const elements: BoardElement[] = [];
      let bytes = ENVELOPE_BYTES;
      for (const element of waiting.values()) {
        bytes += bytesOf(element) + 1;
        const isFull = elements.length >= most || (elements.length > 0 && bytes > BOARD_MESSAGE_BYTES_MAX);
        if (isFull) break;
        elements.push(element);
      }
      for (const { id } of elements) waiting.delete(id);
      lastId += 1;
      const message = { id: lastId, elements, canvas };
      canvas = undefined;
      sent.push(message);
      return message;
    },
    acknowledge(id: number): void {
      take(id);
      most = BOARD_UPDATE_ELEMENTS_MAX;
    },
    /**
     * The server refused a message. With `isAgain` it waits again. Otherwise its halves are sent, until the refused element is alone:
     * that one is given up and returned.
     */
    refuse(id: number, isAgain: boolean): readonly BoardElement[] {
      const message = take(id);
      const isSplit = !isAgain && (message?.elements.length ?? 0) > 1;
      if (isSplit) most = Math.ceil((message?.elements.length ?? 0) / 2);
      if (message && (isAgain || isSplit)) putBack(message);
      // A newer state of a given up element would be refused for the same reason.
      const lost = message && !isAgain && !isSplit ? message.elements : [];
      for (const { id: lostId } of lost) waiting.delete(lostId);
      return lost;
    },
    /** The connection is lost: what was sent waits again. */
    reset(): void {
      for (const message of sent.toReversed()) putBack(message);
      sent = [];
    },
    /** Removes a change that lost against a newer state of the server. */
    drop(newer: BoardElement): void {
      const mine = waiting.get(newer.id);
      if (mine && !isNewer(mine, newer) && !isSameVersion(mine, newer)) waiting.delete(newer.id);
    },
    clear(): void {
      waiting.clear();
      sent = [];
      canvas = undefined;
    },
    /** Everything that is not acknowledged, to be stored on this device. */
    stored(): Waiting {
      const shown = canvas ?? sent.findLast((message) => message.canvas)?.canvas;
      return { elements: [...all().values()], ...(shown && { canvas: shown }) };
    },
  };
}
