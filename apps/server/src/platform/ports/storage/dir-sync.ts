import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Folders that are known to exist are remembered up to this many; then the memory starts anew. */
const KNOWN_MAX = 10_000;

async function fsyncDir(dir: string): Promise<void> {
  // Windows cannot open folders; its file systems journal names by themselves.
  if (process.platform === "win32") return;
  const handle = await open(dir, "r");
  await handle.sync().finally(() => handle.close());
}

/** Makes folders and flushes their entries to the disk. */
export interface DirSync {
  /** Resolves when the folder and its parents exist and would survive a power cut. */
  make(dir: string): Promise<void>;
  /** Resolves when everything that was in the folder at the time of the call is on the disk. */
  sync(dir: string): Promise<void>;
}

/**
 * Calls for one folder that arrive while a flush of it runs share the next one: a flush that began before an entry was
 * made does not count for it, one that begins afterwards counts for all that wait.
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
    // Each parent from the deepest up to the one that already stood holds a new entry.
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
