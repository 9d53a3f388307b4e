import type { Logger } from "pino";
import { statementLabel, type StatementObserver } from "./observe-statements.ts";
import { currentRequestId } from "./current-request.ts";

/**
 * Returns an observer that logs each statement that takes longer, with the request that sent it.
 * @param slowMs time in milliseconds from which on a statement is logged
 */
export function slowStatements(slowMs: number, log: Logger): StatementObserver {
  return (statement) => {
    const startedAt = performance.now();
    const reqId = currentRequestId();
    return () => {
      const ms = performance.now() - startedAt;
      if (ms < slowMs) return;
      log.warn({ statement: statementLabel(statement), ms: Math.round(ms), ...(reqId === undefined ? {} : { reqId }) }, "slow statement");
    };
  };
}
