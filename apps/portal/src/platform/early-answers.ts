declare global {
  interface Window {
    /** Answers that `early.js` asked for before the modules were there, by address. */
    earlyAnswers?: Record<string, Promise<Response>>;
  }
}

/**
 * `fetch` that takes an answer which was asked for early, once. Only a good one: a refusal may be out of date by now.
 * Whatever changes something (signing in above all) makes the rest of them worthless.
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
