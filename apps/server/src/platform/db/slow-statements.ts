import type pg from "pg";
import type { Logger } from "pino";
import { currentRequestId } from "./request-id.ts";

/** Longest text of a statement in the log. */
const TEXT_MAX = 300;

/** Returns the name of a statement, or its text without values and in one line. Parameters are sent apart and are not part of it. */
function labelOf(given: unknown): string {
  const { name, text } = typeof given === "string" ? { name: undefined, text: given } : (given as { name?: string; text?: string });
  if (name) return name;
  return (text ?? "")
    .replaceAll(/'(?:[^']|'')*'/gu, "'…'")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .slice(0, TEXT_MAX);
}

/**
 * Logs each statement of a connection that takes longer, with the request that sent it.
 * @param slowMs time in milliseconds from which on a statement is logged
 */
export function logSlowStatements(client: pg.PoolClient, slowMs: number, log: Logger): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const timed = (...given: unknown[]): unknown => {
    const startedAt = performance.now();
    const reqId = currentRequestId();
    const end = (): void => {
      const ms = performance.now() - startedAt;
      if (ms < slowMs) return;
      log.warn({ statement: labelOf(given[0]), ms: Math.round(ms), ...(reqId === undefined ? {} : { reqId }) }, "slow statement");
    };
    const callback = given.at(-1);
    if (typeof callback === "function") {
      const answer = (...result: unknown[]): void => {
        end();
        (callback as (...result: unknown[]) => void)(...result);
      };
      return send(...given.slice(0, -1), answer);
    }
    const result = send(...given);
    if (result instanceof Promise) result.then(end, end);
    return result;
  };
  client.query = timed as typeof client.query;
}
