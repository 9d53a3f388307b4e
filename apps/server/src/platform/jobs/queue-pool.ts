import type { Pool, PoolClient } from "pg";
import { isUnavailable } from "../db/database-errors.ts";

/** The code on which the queue repeats a statement after some seconds: "cannot connect now". */
const REPEATABLE = "57P03";

/** Gives errors of an unavailable database a code on which the queue repeats its statement. */
function marked(pool: Pool, error: unknown): Promise<never> {
  // After a stop it is not repeated. Another worker releases the job.
  if (pool.ending) return new Promise(() => {});
  if (!isUnavailable(error)) return Promise.reject(error as Error);
  return Promise.reject(Object.assign(new Error("The database is unavailable.", { cause: error }), { code: REPEATABLE }));
}

/** Returns an object that replaces some members of another one. */
function withMembers<T extends object>(target: T, replaced: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(target, {
    get(_target, name) {
      if (name in replaced) return replaced[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/**
 * Returns the pool for the queue. The queue reports the end of a job without waiting for the result, and repeats the report
 * only on some codes: without this pool, an unavailable database would cause unhandled rejections.
 */
export function queuePool(pool: Pool): Pool {
  const clientOf = (client: PoolClient): PoolClient =>
    withMembers(client, {
      query: (...given: unknown[]) =>
        (client.query as unknown as (...args: unknown[]) => Promise<unknown>)
          .apply(client, given)
          .catch((error: unknown) => marked(pool, error)),
    });
  type Callback = Parameters<Pool["connect"]>[0];
  // The queue's listener uses the callback, and handles its errors.
  const connect = (callback?: Callback): unknown =>
    callback ? pool.connect(callback) : pool.connect().then(clientOf, (error: unknown) => marked(pool, error));
  return withMembers(pool, { connect });
}
