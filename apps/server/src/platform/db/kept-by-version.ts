/** A value that was computed for one version of its source, with its cache weight. */
export interface Kept<T> {
  version: number;
  weight: number;
  value: T;
}

/** A cached or running read for a version, or for a later one. */
interface Slot<T> {
  /** Minimum version while the read is in flight, then the exact version. */
  version: number;
  weight: number;
  kept: Promise<Kept<T>>;
}

/** Creates a cache that stores the latest value per key. A value is used if its version is not older than requested. */
export function keptByVersion<T>(roomMax: number) {
  const slots = new Map<string, Slot<T>>();
  let room = roomMax;

  function drop(key: string, slot: Slot<T>): void {
    if (slots.get(key) !== slot) return;
    slots.delete(key);
    room += slot.weight;
  }

  return async (key: string, version: number, read: () => Promise<Kept<T>>): Promise<Kept<T>> => {
    const known = slots.get(key);
    if (known && known.version >= version) return known.kept;
    if (known) drop(key, known);
    const slot: Slot<T> = { version, weight: 0, kept: read() };
    slots.set(key, slot);
    try {
      const kept = await slot.kept;
      if (slots.get(key) === slot) {
        slot.version = kept.version;
        slot.weight = kept.weight;
        room -= kept.weight;
        // A map iterates in insertion order, so the oldest entries are evicted first.
        for (const [eldest, other] of slots) if (room < 0 && other.weight > 0) drop(eldest, other);
      }
      return kept;
    } catch (error) {
      drop(key, slot);
      throw error;
    }
  };
}
