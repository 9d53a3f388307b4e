import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Maximum number of remembered folders; then the list is cleared. */
const KNOWN_MAX = 10_000;

async function fsyncDir(dir: string): Promise<void> {
  // Windows cannot open folders; its file systems journal names automatically.
  if (process.platform === "win32") return;
  const handle = await open(dir, "r");
  await handle.sync().finally(() => handle.close());
}

/** Creates folders and flushes their entries to disk. */
export interface DirSync {
  /** Resolves when the folder and its parents exist durably. */
  make(dir: string): Promise<void>;
  /** Resolves when all entries of the folder at the time of the call are on disk. */
  sync(dir: string): Promise<void>;
}

/**
 * Concurrent calls for one folder share flushes: a flush that started before an entry was created does not cover it; the next flush
 * covers all waiting calls.
 */
export function createDirSync(enabled: boolean): DirSync {
  const running = new Map<string, { current: Promise<void>; next: Promise<void> | null }>();
  const made = new Map<string, Promise<void>>();

  function start(dir: string): Promise<void> {
    const current = fsyncDir(dir).finally(() => {
      if (running.get(dir)?.current === current) running.delete(dir);
    });
    running.set(dir, { current, next: null });
    return current;
  }

  function sync(dir: string): Promise<void> {
    if (!enabled) return Promise.resolve();
    const state = running.get(dir);
    if (!state) return start(dir);
    return (state.next ??= state.current.catch(() => undefined).then(() => start(dir)));
  }

  async function makeAll(dir: string): Promise<void> {
    const first = await mkdir(dir, { recursive: true, mode: 0o750 });
    if (!first || !enabled) return;
    // Each new parent, up to the first existing one, contains a new entry.
    for (let at = dir; at !== dirname(first); at = dirname(at)) await fsyncDir(dirname(at));
  }

  return {
    sync,
    make: (dir) => {
      const known = made.get(dir);
      if (known) return known;
      if (made.size >= KNOWN_MAX) made.clear();
      const making = makeAll(dir).catch((error: unknown) => {
        made.delete(dir);
        throw error;
      });
      made.set(dir, making);
      return making;
    },
  };
}
