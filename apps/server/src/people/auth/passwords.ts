import { hash, verify } from "@node-rs/argon2";
import type { PASSWORD_COSTS } from "../../platform/config/password-cost.ts";

/** Maximum number of concurrent hashes. More would block the thread pool that file access needs. */
const AT_ONCE = 2;

/** Hashes and compares passwords with limited concurrency. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time for an account without a password and for an unknown account. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Normalizes a password, so that visually equal passwords match whatever the keyboard's character composition. */
const normal = (password: string): string => password.normalize("NFKC");

/**
 * Creates the hashing of account passwords.
 * @param cost parameters of new hashes; an existing hash contains its own
 */
export function createPasswords(cost: (typeof PASSWORD_COSTS)[keyof typeof PASSWORD_COSTS]): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  let dummy: Promise<string> | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // A finished job passes its slot to the next waiting one, so `running` changes only without a waiter.
    if (running < AT_ONCE) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(normal(password), cost)),
    async matches(passwordHash, password) {
      dummy ??= inTurn(() => hash("no account has this password", cost));
      const against = passwordHash ?? (await dummy);
      const same = await inTurn(() => verify(against, normal(password)));
      return same && passwordHash !== null && passwordHash !== undefined;
    },
  };
}
