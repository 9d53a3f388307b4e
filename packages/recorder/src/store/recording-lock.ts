const nameOf = (id: string): string => `stillreel-recording-${id}`;
/** Held beside a recording's lock by who would give it up for somebody with a better reason. */
const yieldingName = (id: string): string => `stillreel-yielding-${id}`;
/** On it is asked for a recording. */
const CHANNEL = "stillreel-recordings";
/** How long whoever was asked for a recording may take to let go, in milliseconds. */
const YIELD_MS = 5_000;

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

/** Claims a recording for this document, so that no other one sends or clears it. The browser lets go when the document ends. */
export async function holdRecording(locks: LockManager, id: string): Promise<() => void> {
  const release = await tryHoldRecording(locks, id);
  if (!release) throw new Error("Another document has this recording.");
  return release;
}

/** The same; null when another document has it. */
export const tryHoldRecording = (locks: LockManager, id: string): Promise<(() => void) | null> =>
  request(locks, nameOf(id), { ifAvailable: true });

/** The same; who only looks after it meanwhile, here or in another document, is asked to let go. */
export async function takeRecording(locks: LockManager, id: string): Promise<(() => void) | null> {
  const release = await tryHoldRecording(locks, id);
  if (release || !(await isYielding(locks, id))) return release;
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
 * Does something with a recording until it is done, or somebody else asks for the recording: then the signal fires. Answers null
 * when another document has it.
 */
export async function whileYielding<T>(locks: LockManager, id: string, work: (asked: AbortSignal) => Promise<T>): Promise<T | null> {
  // Before the recording's own, so that nobody sees that one held by somebody who does not yield.
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

/** Tells which recordings some document has and would not give up. */
export async function heldRecordings(locks: LockManager): Promise<(id: string) => boolean> {
  const held = new Set((await locks.query()).held?.map(({ name }) => name));
  return (id) => held.has(nameOf(id)) && !held.has(yieldingName(id));
}
