/** Playback settings that this browser stores. */
export interface Settings {
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** A language, `off`, or null without a choice: then captions are shown when the sound is off. */
  captions: string | null;
}

/** Player data that is stored between visits. Without browser storage it is empty. */
export interface Memory {
  settings(): Settings;
  storeSettings(settings: Settings): void;
  /** Returns the last position of an item, in seconds. Null without one, or when the end was nearly reached. */
  position(itemId: string): number | null;
  /** Stores a position. A position in the first seconds or in the last twentieth deletes the stored one. */
  storePosition(itemId: string, seconds: number, duration: number): void;
  /** Returns a random id for viewing sessions of this item only. */
  session(itemId: string): string;
}

const KEYS = {
  settings: "stillreel.watch.settings",
  positions: "stillreel.watch.positions",
  sessions: "stillreel.watch.sessions",
} as const;
/** Maximum number of items with stored data. The least recently used ones are deleted first. */
const ITEMS_MAX = 200;
const RESUME_MIN_S = 5;
const RESUME_END_SHARE = 0.95;
const DEFAULTS: Settings = { volume: 1, isMuted: false, captions: null };

type Store = Pick<Storage, "getItem" | "setItem">;

function browserStore(): Store | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Even reading can be forbidden.
    return null;
  }
}

/** Creates the memory over a text store, by default the browser's. */
export function createMemory(store: Store | null = browserStore()): Memory {
  const read = <T extends object>(key: string): Partial<T> => {
    try {
      const value: unknown = JSON.parse(store?.getItem(key) ?? "{}");
      return typeof value === "object" && value !== null ? (value as Partial<T>) : {};
    } catch {
      return {};
    }
  };
  const write = (key: string, value: object): void => {
    try {
      store?.setItem(key, JSON.stringify(value));
    } catch {
      // Full, or forbidden.
    }
  };
  const storeFor = <T>(key: string, itemId: string, value: T | null): void => {
    const entries = Object.entries(read<Record<string, T>>(key)).filter(([id]) => id !== itemId);
    if (value !== null) entries.push([itemId, value]);
    write(key, Object.fromEntries(entries.slice(-ITEMS_MAX)));
  };
  const sessions = new Map<string, string>();

  return {
    settings() {
      const { volume, isMuted, captions } = { ...DEFAULTS, ...read<Settings>(KEYS.settings) };
      return {
        volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
        isMuted: isMuted === true,
        captions: typeof captions === "string" ? captions : null,
      };
    },
    storeSettings: (settings) => write(KEYS.settings, settings),
    position(itemId) {
      const seconds = read<Record<string, number>>(KEYS.positions)[itemId];
      return typeof seconds === "number" && seconds > 0 ? seconds : null;
    },
    storePosition(itemId, seconds, duration) {
      const isWorth = seconds >= RESUME_MIN_S && seconds <= duration * RESUME_END_SHARE;
      storeFor(KEYS.positions, itemId, isWorth ? Math.round(seconds * 10) / 10 : null);
    },
    session(itemId) {
      const known = sessions.get(itemId) ?? read<Record<string, string>>(KEYS.sessions)[itemId];
      const session = typeof known === "string" ? known : crypto.randomUUID();
      if (!sessions.has(itemId)) {
        sessions.set(itemId, session);
        storeFor(KEYS.sessions, itemId, session);
      }
      return session;
    },
  };
}
