import { setTimeout as delay } from "node:timers/promises";
import { VendorError } from "../../people/connections/index.ts";

/** Longest wait in seconds within a request. A caller who has to wait longer gets the time as `Retry-After`. */
const WAIT_MAX_S = 5;
const ATTEMPTS = 3;

/** Repeats work that a service refused for its rate limit, after the wait that it named, if that is short. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== "busy") throw error;
      const waitS = error.retryAfterS ?? WAIT_MAX_S;
      if (waitS > WAIT_MAX_S || attempt === ATTEMPTS) throw error;
      await delay(waitS * 1_000);
    }
  }
}
