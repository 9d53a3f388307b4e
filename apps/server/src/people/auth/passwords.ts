import { hash, verify } from "@node-rs/argon2";
import type { PASSWORD_COSTS } from "../../platform/config/password-cost.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** So many hashes at once: more would keep the file system's threads waiting. */
const AT_ONCE = 2;

/** Hashes and compares passwords, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time for an account without a password, or for no account at all. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** One spelling for passwords that look the same, however the keyboard composes its letters. */
const normal = (password: string): string => password.normalize("NFKC");

/** Is this one of the passwords that everybody tries first? */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(normal(password).toLowerCase());
}

/**
 * Creates the hashing of account passwords.
 * @param cost parameters of new hashes; an existing hash contains its own
 */
export function createPasswords(cost: (typeof PASSWORD_COSTS)[keyof typeof PASSWORD_COSTS]): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  let dummy: Promise<string> | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // A finished job hands its place over, so `running` changes only when a place is new or nobody waits.
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
