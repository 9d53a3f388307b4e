const nameOf = (id: string): string => `stillreel-recording-${id}`;
/** Lock that marks the owner of a recording's lock as willing to release it for a more important operation. */
const yieldingName = (id: string): string => `stillreel-yielding-${id}`;
/** Broadcast channel for requests to release a recording. */
const CHANNEL = "stillreel-recordings";
/** Time that an owner has to release a requested recording, in milliseconds. It ends its requests, and closes its files. */
const YIELD_MS = 20_000;

function request(locks: LockManager, name: string, options: LockOptions): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, options, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((done) => resolve(done));
      })
      .catch(reject);
  });
}

/** Locks a recording for this document, so that no other one sends or deletes it. The browser releases it when the document ends. */
export async function holdRecording(locks: LockManager, id: string): Promise<() => void> {
  const release = await tryHoldRecording(locks, id);
  if (!release) throw new Error("Another document has this recording.");
  return release;
}

/** Locks a recording, or returns null when another document has it. */
const tryHoldRecording = (locks: LockManager, id: string): Promise<(() => void) | null> =>
  request(locks, nameOf(id), { ifAvailable: true });

/** Locks a recording like {@link tryHoldRecording}. An owner that only sends it ahead of time is asked to release it. */
export async function takeRecording(locks: LockManager, id: string): Promise<(() => void) | null> {
  const release = await tryHoldRecording(locks, id);
  if (release) return release;
  // The owner may have released the recording since the first request. Only a second request shows whether it is still locked.
  if (!(await isYielding(locks, id))) return await tryHoldRecording(locks, id);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(id);
  try {
    return await request(locks, nameOf(id), { signal: AbortSignal.timeout(YIELD_MS) });
  } catch {
    return null;
  } finally {
    channel.close();
  }
}

/**
 * Runs an operation on a recording until it ends or another document requests the recording: then the signal fires. Returns null
 * when another document has the lock.
 */
export async function whileYielding<T>(locks: LockManager, id: string, work: (asked: AbortSignal) => Promise<T>): Promise<T | null> {
  // Before the recording's own lock, so that this owner is always known to be willing to release it.
  const done = await request(locks, yieldingName(id), { ifAvailable: true });
  if (!done) return null;
  const asked = new AbortController();
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => data === id && asked.abort());
  const release = await tryHoldRecording(locks, id);
  try {
    return release && (await work(asked.signal));
  } finally {
    release?.();
    channel.close();
    done();
  }
}

const isYielding = async (locks: LockManager, id: string): Promise<boolean> =>
  (await locks.query()).held?.some(({ name }) => name === yieldingName(id)) ?? false;

/** Returns which recordings are locked by documents that will not release them. */
export async function heldRecordings(locks: LockManager): Promise<(id: string) => boolean> {
  const held = new Set((await locks.query()).held?.map(({ name }) => name));
  return (id) => held.has(nameOf(id)) && !held.has(yieldingName(id));
}
