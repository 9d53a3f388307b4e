import type { SaveSubject } from "./save-subject.ts";

/** A save that this tab started. */
export interface TrackedSave {
  id: string;
  /** Thumbnail addresses by item. They are unknown after a reload. */
  thumbnails: Readonly<Record<string, string | null>>;
  /** Whether the link is copied when the save is done. */
  copiesLink: boolean;
}

/** Entry of the session storage with the ids of the saves of this tab. */
const ENTRY = "stillreel.saves";
const NONE: readonly TrackedSave[] = [];
const listeners = new Set<() => void>();
let saves: readonly TrackedSave[] | null = null;

/** Reads the ids that a reload left. */
function restored(): readonly TrackedSave[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(ENTRY) ?? "[]");
    if (!Array.isArray(ids)) return NONE;
    return ids.filter((id) => typeof id === "string").map((id) => ({ id, thumbnails: {}, copiesLink: false }));
  } catch {
    return NONE;
  }
}

function set(next: readonly TrackedSave[]): void {
  saves = next;
  sessionStorage.setItem(ENTRY, JSON.stringify(next.map(({ id }) => id)));
  for (const listener of listeners) listener();
}

/** The saves of this tab, oldest first, as a store for `useSyncExternalStore`. They outlive a reload. */
export const trackedSaves = {
  current: (): readonly TrackedSave[] => (saves ??= restored()),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  add(id: string, subjects: readonly SaveSubject[], copiesLink: boolean): void {
    const thumbnails = Object.fromEntries(subjects.map((one) => [one.id, one.thumbnailUrl]));
    set([...trackedSaves.current(), { id, thumbnails, copiesLink }]);
  },
  /** Shows an earlier save, such as one that a notification is about. */
  show(id: string, thumbnails: TrackedSave["thumbnails"] = {}): void {
    if (!trackedSaves.current().some((one) => one.id === id)) set([...trackedSaves.current(), { id, thumbnails, copiesLink: false }]);
  },
  remove(ids: readonly string[]): void {
    set(trackedSaves.current().filter(({ id }) => !ids.includes(id)));
  },
};
