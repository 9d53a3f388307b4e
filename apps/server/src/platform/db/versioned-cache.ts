/** A value that was computed for one version of its source, with its cache weight. */
export interface Versioned<T> {
  version: number;
  weight: number;
  value: T;
}

/** A cached or running read for a version, or for a later one. */
interface Slot<T> {
  /** Minimum version while the read is in flight, then the exact version. */
  version: number;
  weight: number;
  value: Promise<Versioned<T>>;
}

/** Creates a cache that stores the latest value per key. A value is used if its version is not older than requested. */
export function createVersionedCache<T>(roomMax: number) {
  const slots = new Map<string, Slot<T>>();
  let room = roomMax;

  function drop(key: string, slot: Slot<T>): void {
    if (slots.get(key) !== slot) return;
    slots.delete(key);
    room += slot.weight;
  }

  return async (key: string, version: number, read: () => Promise<Versioned<T>>): Promise<Versioned<T>> => {
    const known = slots.get(key);
    if (known && known.version >= version) return known.value;
    if (known) drop(key, known);
    const slot: Slot<T> = { version, weight: 0, value: read() };
    slots.set(key, slot);
    try {
      const value = await slot.value;
      if (slots.get(key) === slot) {
        slot.version = value.version;
        slot.weight = value.weight;
        room -= value.weight;
        // A map iterates in insertion order, so the oldest entries are evicted first.
        for (const [eldest, other] of slots) if (room < 0 && other.weight > 0) drop(eldest, other);
      }
      return value;
    } catch (error) {
      drop(key, slot);
      throw error;
    }
  };
}
