import { AppError } from "../../platform/http/app-error.ts";
import type { RateCounter, RateLimits, RateRule } from "../../platform/http/rate-limit.ts";
import type { Passwords } from "./passwords.ts";

const QUARTER_HOUR_S = 900;
/** Limits for wrong passwords: per account and IP address, per account from all addresses, per address for all accounts. */
const PER_ACCOUNT_AND_IP: RateRule = { max: 5, windowS: QUARTER_HOUR_S };
const PER_ACCOUNT: RateRule = { max: 20, windowS: QUARTER_HOUR_S };
const PER_IP: RateRule = { max: 50, windowS: QUARTER_HOUR_S };

/** A password attempt. Without an account `passwordHash` is absent, but the attempt is counted and takes the same time. */
export interface PasswordTry {
  emailKey: string;
  ip: string;
  passwordHash: string | null | undefined;
  password: string;
}

/** Compares passwords and counts wrong ones. */
export interface PasswordGuard {
  /** @throws AppError `too-many-requests` after too many wrong passwords. The password is then not compared. */
  check(attempt: PasswordTry): Promise<boolean>;
}

export function createPasswordGuard(deps: { passwords: Passwords; limits: RateLimits }): PasswordGuard {
  const { passwords, limits } = deps;
  /** Last attempt in flight per account. Attempts of one account run in sequence, so that a burst cannot bypass the limit. */
  const running = new Map<string, Promise<unknown>>();

  async function compare({ emailKey, ip, passwordHash, password }: PasswordTry): Promise<boolean> {
    const ofAccount: RateCounter[] = [
      { key: `password:${emailKey}:${ip}`, rule: PER_ACCOUNT_AND_IP },
      { key: `password:${emailKey}`, rule: PER_ACCOUNT },
    ];
    const counters = [...ofAccount, { key: `password-ip:${ip}`, rule: PER_IP }];
    await limits.assertFree(counters);
    if (await passwords.matches(passwordHash, password)) {
      await limits.clear(ofAccount.map((counter) => counter.key));
      return true;
    }
    const hits = await Promise.all(counters.map((counter) => limits.hit(counter)));
    const over = hits.filter((hit) => !hit.within);
    if (over.length > 0) throw new AppError("too-many-requests", { retryAfterS: Math.max(...over.map((hit) => hit.retryAfterS)) });
    return false;
  }

  return {
    async check(attempt) {
      const before = running.get(attempt.emailKey) ?? Promise.resolve();
      // An error of the previous attempt is reported to its own caller.
      const mine = before.catch(() => undefined).then(() => compare(attempt));
      running.set(attempt.emailKey, mine);
      try {
        return await mine;
      } finally {
        if (running.get(attempt.emailKey) === mine) running.delete(attempt.emailKey);
      }
    },
  };
}
