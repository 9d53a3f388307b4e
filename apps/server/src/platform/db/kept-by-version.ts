/** Something that holds for one version of what it was made of, and how much room it takes. */
export interface Kept<T> {
  version: number;
  weight: number;
  value: T;
}

/** What is being read for a version, or a later one. */
interface Slot<T> {
  /** At least this one; the exact one once it is read. */
  version: number;
  weight: number;
  kept: Promise<Kept<T>>;
}

/** Keeps what was read last under each key, as long as it is not older than what is asked for and there is room. */
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
        // A map keeps the order of insertion: the eldest leave.
        for (const [eldest, other] of slots) if (room < 0 && other.weight > 0) drop(eldest, other);
      }
      return kept;
    } catch (error) {
      drop(key, slot);
      throw error;
    }
  };
}
