/** Result of many individual operations. */
export interface EachOutcome<In, Out> {
  done: { input: In; output: Out }[];
  failed: { input: In; error: unknown }[];
}

/** Maximum number of concurrent operations. */
const AT_ONCE = 3;

/**
 * Runs an operation for each input with limited concurrency. An error does not stop the others; an aborted signal starts no further
 * operations. Results have the order of the inputs.
 */
export async function doEach<In, Out>(
  inputs: readonly In[],
  act: (input: In) => Promise<Out>,
  { onProgress, signal }: { onProgress?: (finished: number) => void; signal?: AbortSignal } = {},
): Promise<EachOutcome<In, Out>> {
  const results: ({ output: Out } | { error: unknown } | undefined)[] = inputs.map(() => undefined);
  let finished = 0;
  // All workers share one iterator.
  const left = inputs.entries();
  const work = async (): Promise<void> => {
    for (const [index, input] of left) {
      if (signal?.aborted) return;
      try {
        results[index] = { output: await act(input) };
      } catch (error) {
        results[index] = { error };
      }
      finished += 1;
      onProgress?.(finished);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const outcome: EachOutcome<In, Out> = { done: [], failed: [] };
  for (const [index, result] of results.entries()) {
    const input = inputs[index] as In;
    if (result && "output" in result) outcome.done.push({ input, output: result.output });
    else if (result) outcome.failed.push({ input, error: result.error });
  }
  return outcome;
}
