const nameOf = (id: string): string => `stillreel-recording-${id}`;

/** Claims a recording for this document, so that no other one sends or clears it. The browser lets go when the document ends. */
export async function holdRecording(locks: LockManager, id: string): Promise<() => void> {
  const release = await tryHoldRecording(locks, id);
  if (!release) throw new Error("Another document has this recording.");
  return release;
}

/** The same; null when another document has it. */
export function tryHoldRecording(locks: LockManager, id: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    locks
      .request(nameOf(id), { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((done) => resolve(done));
      })
      .catch(reject);
  });
}
