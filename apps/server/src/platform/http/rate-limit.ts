import { RATE_LIMIT_NAMES, type RateLimitName } from "@stillreel/contract";
import type { Pool } from "pg";
import type { Clock } from "../ports/clock.port.ts";
import { AppError } from "./app-error.ts";
import { RATE_RULES } from "./rate-rules.ts";

/** A limit of `max` hits within `windowS` seconds, counted from the first hit. */
export interface RateRule {
  max: number;
  windowS: number;
}

/** A counter with its key (`purpose:subject`) and its rule. */
export interface RateCounter {
  key: string;
  rule: RateRule;
  /** Hits that one call counts, for example the addresses of one mail; 1 by default. */
  hits?: number;
}

const HIT = `
  insert into rate_limits as r (key, hits, resets_at) values ($1, $4, $2::timestamptz + $3 * interval '1 second')
  on conflict (key) do update set
    hits = case when r.resets_at <= $2 then excluded.hits else r.hits + excluded.hits end,
    resets_at = case when r.resets_at <= $2 then excluded.resets_at else r.resets_at end
  returning hits, resets_at`;

/** Rate limits in the database, shared by all processes of an installation. */
export interface RateLimits {
  /** Counts a hit. Returns whether it was within the limit, and the seconds until the counter resets. */
  hit(counter: RateCounter): Promise<{ within: boolean; retryAfterS: number }>;
  /** Counts a hit. @throws AppError `too-many-requests` when the limit is exceeded */
  take(counter: RateCounter): Promise<void>;
  /** Checks without counting. @throws AppError `too-many-requests` when one of the counters is used up */
  assertFree(counters: RateCounter[]): Promise<void>;
  /** Returns every limit with the number of its counters that are used up. */
  survey(): Promise<{ name: RateLimitName; max: number; windowS: number; limited: number }[]>;
  /** Resets counters. */
  clear(keys: string[]): Promise<void>;
}

/** Creates the rate limits. `factor` multiplies every rule's `max` (configuration `RATE_LIMIT_FACTOR`). */
export function createRateLimits(deps: { pool: Pool; clock: Clock; factor: number }): RateLimits {
  const { pool, clock, factor } = deps;
  const allowed = (rule: RateRule): number => Math.max(1, Math.floor(rule.max * factor));
  const secondsUntil = (time: Date): number => Math.max(1, Math.ceil((time.getTime() - clock.now().getTime()) / 1000));

  async function hit({ key, rule, hits = 1 }: RateCounter): Promise<{ within: boolean; retryAfterS: number }> {
    const { rows } = await pool.query<{ hits: number; resets_at: Date }>({
      name: "rate-limit-hit",
      text: HIT,
      values: [key, clock.now(), rule.windowS, hits],
    });
    const row = rows[0];
    if (!row) throw new Error("a rate limit was not counted");
    return { within: row.hits <= allowed(rule), retryAfterS: secondsUntil(row.resets_at) };
  }

  return {
    hit,
    async take(counter) {
      const { within, retryAfterS } = await hit(counter);
      if (!within) throw new AppError("too-many-requests", { retryAfterS });
    },
    async assertFree(counters) {
      const { rows } = await pool.query<{ key: string; hits: number; resets_at: Date }>({
        name: "rate-limit-read",
        text: "select key, hits, resets_at from rate_limits where key = any($1) and resets_at > $2",
        values: [counters.map((counter) => counter.key), clock.now()],
      });
      const used = rows.filter((row) => counters.some((counter) => counter.key === row.key && row.hits >= allowed(counter.rule)));
      if (used.length > 0)
        throw new AppError("too-many-requests", { retryAfterS: Math.max(...used.map((row) => secondsUntil(row.resets_at))) });
    },
    async survey() {
      const rules = RATE_LIMIT_NAMES.map((name) => ({ name, max: allowed(RATE_RULES[name]), windowS: RATE_RULES[name].windowS }));
      const { rows } = await pool.query<{ name: string; limited: number }>({
        text: `select n.name, count(*)::int as limited from rate_limits r
          join unnest($1::text[], $2::bigint[]) n (name, max) on n.name = split_part(r.key, ':', 1)
          where r.resets_at > $3 and r.hits >= n.max group by n.name`,
        values: [rules.map(({ name }) => name), rules.map(({ max }) => max), clock.now()],
      });
      const limited = new Map(rows.map((row) => [row.name, row.limited]));
      return rules.map((rule) => ({ ...rule, limited: limited.get(rule.name) ?? 0 }));
    },
    async clear(keys) {
      await pool.query("delete from rate_limits where key = any($1)", [keys]);
    },
  };
}
