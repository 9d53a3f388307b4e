import type { AccountStates } from "../../../access/account-states/index.ts";
import type { Executor } from "../../../platform/db/client.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import * as repo from "../queries/quota.repo.ts";

/** The storage that each user may use: their own quota, or the setting `defaultQuota`. For a user without a quota no function reads their items. */
export interface Quota {
  /** The quota of users without an own one, in bytes; 0 is unlimited. */
  defaultBytes(): number;
  /**
   * Returns whether the user has a quota. Costs no query for a user whose request was just authenticated.
   * @param tx the caller's transaction, if any
   */
  isLimited(ownerId: string, tx?: Executor): Promise<boolean>;
  /**
   * Checks that a user may add bytes, before they arrive. Concurrent additions are not considered.
   * @throws AppError `quota-exceeded`
   */
  assertRoom(ownerId: string, bytes: number): Promise<void>;
  /**
   * Checks that a user may add bytes in this transaction, which must write them. Concurrent additions wait for its end.
   * Called before the transaction locks rows, so that two of them cannot deadlock.
   * @throws AppError `quota-exceeded`
   */
  claim(tx: Executor, ownerId: string, bytes: number): Promise<void>;
  /** Returns the bytes that count for the quota of the user. */
  used(ownerId: string): Promise<number>;
  /** Returns the same, and makes additions wait until the transaction ends. */
  hold(tx: Executor, ownerId: string): Promise<number>;
}

export function createQuota({ db, settings }: Pick<Ports, "db" | "settings">, states: Pick<AccountStates, "of">): Quota {
  const defaultBytes = (): number => settings.current().defaultQuota;
  const isLimited = async (ownerId: string, tx?: Executor): Promise<boolean> =>
    ((await states.of(ownerId, tx)).quotaBytes ?? defaultBytes()) > 0;

  async function check(executor: Executor, ownerId: string, bytes: number): Promise<void> {
    const { storedBytes, quotaBytes } = await repo.storage(executor, ownerId);
    const limit = quotaBytes ?? defaultBytes();
    if (limit > 0 && storedBytes + bytes > limit) throw new AppError("quota-exceeded");
  }

  return {
    defaultBytes,
    isLimited,
    async assertRoom(ownerId, bytes) {
      if (await isLimited(ownerId)) await check(db, ownerId, bytes);
    },
    async claim(tx, ownerId, bytes) {
      if (bytes <= 0 || !(await isLimited(ownerId, tx))) return;
      await repo.lockQuota(tx, ownerId);
      await check(tx, ownerId, bytes);
    },
    used: async (ownerId) => (await repo.storage(db, ownerId)).storedBytes,
    async hold(tx, ownerId) {
      await repo.lockQuota(tx, ownerId);
      return (await repo.storage(tx, ownerId)).storedBytes;
    },
  };
}
