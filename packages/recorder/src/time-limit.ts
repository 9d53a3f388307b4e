/** A part of the browser did not answer within its time limit. */
export class NoAnswerError extends Error {
  constructor(what: string, ms: number) {
    super(`The browser's ${what} did not answer within ${ms / 1_000} s.`);
  }
}

/**
 * Returns the result of an operation of the browser that can remain pending for ever, for example in a process that was stopped.
 * @param what name of the part of the browser, for the error
 * @param late receives a result that arrives after the limit, to release it
 * @throws NoAnswerError after `ms` milliseconds
 */
export async function withinTime<T>(what: string, ms: number, operation: Promise<T>, late: (result: T) => void = () => {}): Promise<T> {
  const limit = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    limit.reject(new NoAnswerError(what, ms));
  }, ms);
  operation.then(
    (result) => isLate && late(result),
    () => {},
  );
  try {
    return await Promise.race([operation, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
