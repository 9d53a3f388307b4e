/**
 * Runs parts of an operation at the same time. When one fails, the others are aborted and awaited before its error is thrown.
 * @param signal aborts all parts
 */
export async function runTogether<T extends readonly unknown[]>(
  signal: AbortSignal | undefined,
  parts: { readonly [K in keyof T]: (signal: AbortSignal) => Promise<T[K]> },
): Promise<T> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const running = parts.map((part) => part(both));
  for (const part of running) part.catch((error: unknown) => stop.abort(error));
  try {
    return (await Promise.all(running)) as unknown as T;
  } finally {
    await Promise.allSettled(running);
  }
}
