import { AppError } from "../../platform/http/app-error.ts";
import type { RateCounter, RateLimits, RateRule } from "../../platform/http/rate-limit.ts";
import type { Passwords } from "./passwords.ts";

const QUARTER_HOUR_S = 900;
/** Wrong passwords for one account from one address, for one account from anywhere, and from one address for any account. */
const PER_ACCOUNT_AND_IP: RateRule = { max: 5, windowS: QUARTER_HOUR_S };
const PER_ACCOUNT: RateRule = { max: 20, windowS: QUARTER_HOUR_S };
const PER_IP: RateRule = { max: 50, windowS: QUARTER_HOUR_S };

/** One try of a password. `passwordHash` is absent where there is no such account: it counts and takes time all the same. */
export interface PasswordTry {
  emailKey: string;
  ip: string;
  passwordHash: string | null | undefined;
  password: string;
}

/** Compares passwords and counts the wrong ones. */
export interface PasswordGuard {
  /** @throws AppError `too-many-requests` when too many were wrong lately; the password is then not even compared. */
  check(attempt: PasswordTry): Promise<boolean>;
}

export function createPasswordGuard(deps: { passwords: Passwords; limits: RateLimits }): PasswordGuard {
  const { passwords, limits } = deps;
  /** The last try under way for each account: tries of one account wait for each other, so that a burst cannot outrun the count. */
  const underWay = new Map<string, Promise<unknown>>();

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
      const before = underWay.get(attempt.emailKey) ?? Promise.resolve();
      // A failed try before this one is that one's affair.
      const mine = before.catch(() => undefined).then(() => compare(attempt));
      underWay.set(attempt.emailKey, mine);
      try {
        return await mine;
      } finally {
        if (underWay.get(attempt.emailKey) === mine) underWay.delete(attempt.emailKey);
      }
    },
  };
}
