import type { Executor } from "../../../platform/db/client.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import * as repo from "../queries/quota.repo.ts";

/** The storage that each person may use (the setting `defaultQuota`). Without a quota no function runs a query. */
export interface Quota {
  readonly isLimited: boolean;
  /**
   * Checks that a person may add bytes, before they arrive. Concurrent additions are not considered.
   * @throws AppError `quota-exceeded`
   */
  assertRoom(ownerId: string, bytes: number): Promise<void>;
  /**
   * Checks that a person may add bytes in this transaction, which must write them. Concurrent additions wait for its end.
   * Called before the transaction locks rows, so that two of them cannot deadlock.
   * @throws AppError `quota-exceeded`
   */
  claim(tx: Executor, ownerId: string, bytes: number): Promise<void>;
}

export function createQuota({ db, settings }: Pick<Ports, "db" | "settings">): Quota {
  const isLimited = (): boolean => settings.current().defaultQuota > 0;

  async function check(executor: Executor, ownerId: string, bytes: number): Promise<void> {
    const limit = settings.current().defaultQuota;
    if ((await repo.storedBytes(executor, ownerId)) + bytes > limit) throw new AppError("quota-exceeded");
  }

  return {
    get isLimited() {
      return isLimited();
    },
    async assertRoom(ownerId, bytes) {
      if (isLimited()) await check(db, ownerId, bytes);
    },
    async claim(tx, ownerId, bytes) {
      if (!isLimited() || bytes <= 0) return;
      await repo.lockQuota(tx, ownerId);
      await check(tx, ownerId, bytes);
    },
  };
}
