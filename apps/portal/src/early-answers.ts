declare global {
  interface Window {
    /** Answers that `early.js` asked for before the modules were there, by address. */
    earlyAnswers?: Record<string, Promise<Response>>;
  }
}

/** `fetch` that takes an answer which was asked for early, once; everything else, and an early one that failed, goes its usual way. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const early = typeof input === "string" && (init?.method ?? "GET") === "GET" ? window.earlyAnswers?.[input] : undefined;
  if (!early) return fetch(input, init);
  delete window.earlyAnswers?.[input as string];
  return early.catch(() => fetch(input, init));
};
