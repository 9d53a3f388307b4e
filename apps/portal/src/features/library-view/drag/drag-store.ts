import type { ItemView } from "../../../entities/items/item-list.ts";
import type { DragSubject } from "./drop-targets.ts";
import type { Chosen } from "../../../entities/items/chosen-items.ts";

/** The active drag. */
export interface Dragged {
  subject: DragSubject;
  /** Returns all dragged items; null for a folder. */
  read: (() => Promise<Chosen>) | null;
  /** Whether the whole selection is dragged. */
  isChoice: boolean;
  /** Items in the drag image, the one under the pointer first. */
  pictured: readonly ItemView[];
  /** Key of the current drop target. */
  target: string | null;
}

const listeners = new Set<() => void>();
let dragged: Dragged | null = null;

/** Store of the active drag. */
export const drag = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): Dragged | null => dragged,
  set: (next: Dragged | null): void => {
    if (next === dragged) return;
    dragged = next;
    for (const listener of listeners) listener();
  },
};
