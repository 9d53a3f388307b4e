import { isUuid } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { singleFlight } from "../../platform/db/single-flight.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./account-states.repo.ts";

/** Maximum age of a cached state. A suspension takes effect within 5 s, so it is shorter than that with the interval of checks. */
const FRESH_MS = 2_000;
/** Maximum number of cached states. */
const CACHED_MAX = 10_000;

export type { AccountState } from "./account-states.repo.ts";

/** Reads whether accounts are active, for requests without a session and for transfers that last. */
export interface AccountStates {
  /**
   * Returns the state of an account, at most 2 s old. It costs at most one query per account and 2 s.
   * @param tx the caller's transaction: while it has a connection, it must not wait for another one
   */
  of(userId: string, tx?: Executor): Promise<repo.AccountState>;
  /** Returns whether the actor may act at all: a user whose account is active, or an actor without an account. */
  isActive(actor: Actor): Promise<boolean>;
  /** Checks the same. @throws AppError `unauthenticated` */
  assertActive(actor: Actor): Promise<void>;
  /** Stores a state that another statement just read, so that no query is needed for it. */
  learn(userId: string, state: repo.AccountState): void;
  /** Removes a cached state. Called after the change of an account is committed. */
  forget(userId: string): void;
}

export function createAccountStates({ db, clock }: Pick<Ports, "db" | "clock">): AccountStates {
  const cached = new Map<string, { state: repo.AccountState; at: number }>();
  const flights = singleFlight((userId) => repo.find(db, userId));

  function learn(userId: string, state: repo.AccountState): void {
    // The oldest entry is the first one.
    cached.delete(userId);
    const [oldest] = cached.keys();
    if (cached.size >= CACHED_MAX && oldest !== undefined) cached.delete(oldest);
    cached.set(userId, { state, at: clock.now().getTime() });
  }

  async function of(userId: string, tx?: Executor): Promise<repo.AccountState> {
    const known = cached.get(userId);
    if (known && Math.abs(clock.now().getTime() - known.at) < FRESH_MS) return known.state;
    if (!isUuid(userId)) return { isActive: false, quotaBytes: null };
    const state = await (tx ? repo.find(tx, userId) : flights.read(userId));
    learn(userId, state);
    return state;
  }

  const isActive = async (actor: Actor): Promise<boolean> => actor.kind !== "user" || (await of(actor.id)).isActive;

  return {
    of,
    isActive,
    async assertActive(actor) {
      if (!(await isActive(actor))) throw new AppError("unauthenticated");
    },
    learn,
    forget(userId) {
      cached.delete(userId);
      flights.forget(userId);
    },
  };
}
