import { isIPv6 } from "node:net";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateCounter, RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Passwords } from "./passwords.ts";

/** Limits for wrong passwords: per account and guesser, and per address for all accounts. No limit closes an account to its owner. */
const PER_ACCOUNT_AND_GUESSER = RATE_RULES.password;
const PER_ADDRESS = RATE_RULES["password-ip"];

/** A password attempt. Without an account `passwordHash` is absent, but the attempt is counted and takes the same time. */
export interface PasswordTry {
  emailKey: string;
  ip: string;
  /** Id of a browser or session in which the account has signed in, or null. Its wrong passwords are counted separately. */
  deviceId: string | null;
  passwordHash: string | null | undefined;
  password: string;
}

/** Compares passwords and counts wrong ones. */
export interface PasswordGuard {
  /** @throws AppError `too-many-requests` after too many wrong passwords. The password is then not compared. */
  check(attempt: PasswordTry): Promise<boolean>;
}

/** Returns the part of an address that belongs to one network: a caller with IPv6 can use any address of a /64. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = ip.toLowerCase().split("%")[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}

/** Returns the counters of an attempt; the first one belongs to the account and is reset by the right password. */
function countersOf({ emailKey, ip, deviceId }: PasswordTry): [ofAccount: RateCounter, ...RateCounter[]] {
  if (deviceId !== null) return [{ key: `password:${emailKey}:device ${deviceId}`, rule: PER_ACCOUNT_AND_GUESSER }];
  const network = networkOf(ip);
  return [
    { key: `password:${emailKey}:${network}`, rule: PER_ACCOUNT_AND_GUESSER },
    { key: `password-ip:${network}`, rule: PER_ADDRESS },
  ];
}

export function createPasswordGuard(deps: { passwords: Passwords; limits: RateLimits }): PasswordGuard {
  const { passwords, limits } = deps;
  /** Last attempt in flight per account and guesser. These attempts run in sequence, so that a burst cannot bypass the limit. */
  const running = new Map<string, Promise<unknown>>();

  async function compare(attempt: PasswordTry): Promise<boolean> {
    const counters = countersOf(attempt);
    await limits.assertFree(counters);
    if (await passwords.matches(attempt.passwordHash, attempt.password)) {
      await limits.clear([counters[0].key]);
      return true;
    }
    const hits = await Promise.all(counters.map((counter) => limits.hit(counter)));
    const over = hits.filter((hit) => !hit.within);
    if (over.length > 0) throw new AppError("too-many-requests", { retryAfterS: Math.max(...over.map((hit) => hit.retryAfterS)) });
    return false;
  }

  return {
    async check(attempt) {
      const [{ key }] = countersOf(attempt);
      const before = running.get(key) ?? Promise.resolve();
      // An error of the previous attempt is reported to its own caller.
      const mine = before.catch(() => undefined).then(() => compare(attempt));
      running.set(key, mine);
      try {
        return await mine;
      } finally {
        if (running.get(key) === mine) running.delete(key);
      }
    },
  };
}
