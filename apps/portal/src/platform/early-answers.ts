declare global {
  interface Window {
    /** Responses that `early.js` requested before the modules were loaded, by address. */
    earlyAnswers?: Record<string, Promise<Response>>;
  }
}

/**
 * Calls `fetch`, or returns an early response once. Only successful responses are used, because a refusal may be outdated.
 * Every write, above all signing in, invalidates the remaining early responses.
 */
export const fetchOrTake: typeof fetch = async (input, init) => {
  if ((init?.method ?? "GET") !== "GET") {
    delete window.earlyAnswers;
    return fetch(input, init);
  }
  const early = typeof input === "string" ? window.earlyAnswers?.[input] : undefined;
  if (!early) return fetch(input, init);
  delete window.earlyAnswers?.[input as string];
  const answer = await early.catch(() => undefined);
  return answer?.ok ? answer : fetch(input, init);
};
