import type { ItemView } from "../../../entities/items/item-list.ts";
import type { DragSubject } from "./drop-targets.ts";
import type { Chosen } from "../../../entities/items/chosen-items.ts";

/** What is being dragged now. */
export interface Dragged {
  subject: DragSubject;
  /** The dragged items, all of them; null for a folder. */
  read: (() => Promise<Chosen>) | null;
  /** Whether everything chosen is dragged. */
  isChoice: boolean;
  /** Items whose pictures the ghost shows, the one under the pointer first. */
  pictured: readonly ItemView[];
  /** Key of the target that would take a drop now. */
  target: string | null;
}

const listeners = new Set<() => void>();
let dragged: Dragged | null = null;

/** The drag on this page, for the parts that show it. */
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
