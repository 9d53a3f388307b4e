import type { AccountStates } from "../../../access/account-states/index.ts";
import type { Executor } from "../../../platform/db/client.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Notifier } from "../../../platform/notifier/index.ts";
import type { JobOutcome } from "../../../platform/ports/jobs.port.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import { notifyQuota } from "../items.jobs.ts";
import * as repo from "../queries/quota.repo.ts";

/**
 * The storage that each user may use: their own quota, or the setting `defaultQuota`; and that each workspace may use, by the setting
 * `workspaceQuota`. Without a quota no function reads items.
 */
export interface Quota {
  /** The quota of users without an own one, in bytes; 0 is unlimited. */
  defaultBytes(): number;
  /**
   * Returns whether the user has a quota, or workspaces have one. Costs no query for a user whose request was just authenticated.
   * @param tx the caller's transaction, if any
   */
  isLimited(ownerId: string, tx?: Executor): Promise<boolean>;
  /**
   * Checks that a user may add bytes to a space, before they arrive. Concurrent additions are not considered.
   * @throws AppError `quota-exceeded`
   */
  assertRoom(addition: Addition, bytes: number): Promise<void>;
  /**
   * Checks that a user may add bytes to a space in this transaction, which must write them. Concurrent additions wait for its end.
   * Called before the transaction locks rows, so that two of them cannot deadlock.
   * @throws AppError `quota-exceeded`
   */
  claim(tx: Executor, addition: Addition, bytes: number): Promise<void>;
  /** Checks the same for bytes that move to another space, where they count for its quota only. @throws AppError `quota-exceeded` */
  claimSpace(tx: Executor, workspaceId: string, bytes: number): Promise<void>;
  /** Returns the bytes that count for the quota of the user. */
  used(ownerId: string): Promise<number>;
  /** Returns the same, and makes additions wait until the transaction ends. */
  hold(tx: Executor, ownerId: string): Promise<number>;
  /** Notifies a user whose items still nearly use up the quota. */
  handleNotify(payload: { ownerId: string }): Promise<JobOutcome>;
}

/** Bytes are added for a user, to a space. */
export interface Addition {
  ownerId: string;
  workspaceId: string;
}

/** Share of the quota from which its user is notified. */
const NEARLY = 0.9;

/** Bytes of a user and their limit. */
interface Use {
  storedBytes: number;
  /** 0 is unlimited. */
  limit: number;
}

const isNearlyFull = ({ storedBytes, limit }: Use): boolean => limit > 0 && storedBytes >= limit * NEARLY;

export function createQuota(
  { db, settings, jobs }: Pick<Ports, "db" | "settings" | "jobs">,
  { states, notifier }: { states: Pick<AccountStates, "of">; notifier: Notifier },
): Quota {
  const defaultBytes = (): number => settings.current().defaultQuota;
  const workspaceBytes = (): number => settings.current().workspaceQuota;
  const isOwnerLimited = async (ownerId: string, tx?: Executor): Promise<boolean> =>
    ((await states.of(ownerId, tx)).quotaBytes ?? defaultBytes()) > 0;

  async function checkSpace(executor: Executor, workspaceId: string, bytes: number): Promise<void> {
    const stored = await repo.workspaceStorage(executor, workspaceId);
    if (stored !== undefined && stored + bytes > workspaceBytes()) throw new AppError("quota-exceeded");
  }

  async function claimSpace(tx: Executor, workspaceId: string, bytes: number): Promise<void> {
    if (bytes <= 0 || workspaceBytes() === 0) return;
    await repo.lockQuota(tx, workspaceId);
    await checkSpace(tx, workspaceId, bytes);
  }

  async function use(executor: Executor, ownerId: string): Promise<Use> {
    const { storedBytes, quotaBytes } = await repo.storage(executor, ownerId);
    return { storedBytes, limit: quotaBytes ?? defaultBytes() };
  }

  /** Returns the use before the addition. */
  async function check(executor: Executor, ownerId: string, bytes: number): Promise<Use> {
    const before = await use(executor, ownerId);
    if (before.limit > 0 && before.storedBytes + bytes > before.limit) throw new AppError("quota-exceeded");
    return before;
  }

  async function claimOwner(tx: Executor, ownerId: string, bytes: number): Promise<void> {
    await repo.lockQuota(tx, ownerId);
    const before = await check(tx, ownerId, bytes);
    const isReached = !isNearlyFull(before) && isNearlyFull({ ...before, storedBytes: before.storedBytes + bytes });
    if (isReached) await jobs.enqueue(tx, notifyQuota, { ownerId }, { key: `notify-quota-${ownerId}` });
  }

  return {
    defaultBytes,
    isLimited: async (ownerId, tx) => workspaceBytes() > 0 || isOwnerLimited(ownerId, tx),
    async assertRoom({ ownerId, workspaceId }, bytes) {
      if (await isOwnerLimited(ownerId)) await check(db, ownerId, bytes);
      if (workspaceBytes() > 0) await checkSpace(db, workspaceId, bytes);
    },
    async claim(tx, { ownerId, workspaceId }, bytes) {
      if (bytes <= 0) return;
      // Every transaction claims in this order, so that two of them cannot wait for each other.
      if (await isOwnerLimited(ownerId, tx)) await claimOwner(tx, ownerId, bytes);
      await claimSpace(tx, workspaceId, bytes);
    },
    claimSpace,
    async handleNotify({ ownerId }) {
      const now = await use(db, ownerId);
      if (!isNearlyFull(now)) return { skipped: "there is room again" };
      const percent = Math.floor((now.storedBytes / now.limit) * 100);
      const event = { kind: "quota", subjectId: ownerId, actorId: null, details: { percent }, userIds: [ownerId] } as const;
      notifier.publish(await db.transaction((tx) => notifier.add(tx, event)));
      return "done";
    },
    used: async (ownerId) => (await repo.storage(db, ownerId)).storedBytes,
    async hold(tx, ownerId) {
      await repo.lockQuota(tx, ownerId);
      return (await repo.storage(tx, ownerId)).storedBytes;
    },
  };
}
