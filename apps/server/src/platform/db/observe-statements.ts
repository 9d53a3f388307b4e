import type pg from "pg";

/** Observes a statement from its start. The result is called at its end, with the error if there is one. */
export type StatementObserver = (statement: unknown) => ((error?: unknown) => void) | undefined;

/** Longest text of a statement in logs and traces. */
const TEXT_MAX = 300;

/** Returns the name of a statement, or its text without values and in one line. Parameters are sent apart and are not part of it. */
export function statementLabel(given: unknown): string {
  const { name, text } = typeof given === "string" ? { name: undefined, text: given } : (given as { name?: string; text?: string });
  if (name) return name;
  return (text ?? "")
    .replaceAll(/'(?:[^']|'')*'/gu, "'…'")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .slice(0, TEXT_MAX);
}

/** Observes every statement of a connection. */
export function observeStatements(client: pg.PoolClient, observe: StatementObserver): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const observed = (...given: unknown[]): unknown => {
    const end = observe(given[0]);
    if (!end) return send(...given);
    const callback = given.at(-1);
    if (typeof callback === "function") {
      const answer = (error: unknown, ...result: unknown[]): void => {
        end(error);
        (callback as (...result: unknown[]) => void)(error, ...result);
      };
      return send(...given.slice(0, -1), answer);
    }
    const result = send(...given);
    if (result instanceof Promise) result.then(() => end(), end);
    else end();
    return result;
  };
  client.query = observed as typeof client.query;
}
