import { createHash } from "node:crypto";
import { ConfigError } from "../config/config.ts";
import { productVersion } from "../config/product-version.ts";
import type { FollowingClock } from "../ports/clock.port.ts";
import type { Ports } from "../ports/index.ts";
import * as repo from "./processes.repo.ts";

/** Interval of the signs of a process, and time without a sign after which it has ended, in milliseconds. */
const BEAT = { everyMs: 10_000, goneAfterMs: 30_000 };
const CLOCK_MAX_S = 60;

interface Context extends Pick<Ports, "db" | "keys" | "log"> {
  /** Follows the clock of the database while the process is announced. */
  clock: FollowingClock;
}

/** A process that other processes of the installation can see. */
export interface AnnouncedProcess {
  stop(): Promise<void>;
}

const checkOf = (key: Buffer): string => createHash("sha256").update(key).digest("base64url").slice(0, 22);

/** Returns the hash of a secret, which reveals nothing about it, and those of its earlier values. */
function secretChecks(keys: Ports["keys"]): [string, ...string[]] {
  return [checkOf(keys.derive("process-check")), ...keys.earlier("process-check").map(checkOf)];
}

/**
 * Announces this process to the others until it stops, and lets its clock follow that of the database.
 * @param isAlone whether no other process can run, so that rows of others are of processes that were killed
 * @throws ConfigError when a running process has another secret: sessions and links of one would not work in the other
 */
export async function announceProcess({ db, keys, log, clock }: Context, id: string, isAlone: boolean): Promise<AnnouncedProcess> {
  const [secretCheck, ...earlier] = secretChecks(keys);
  if (isAlone) await repo.removeAll(db);
  const others = await repo.listRunning(db, BEAT.goneAfterMs);
  if (others.some((other) => other.secretCheck !== secretCheck && !earlier.includes(other.secretCheck)))
    throw new ConfigError(
      "SECRET: another process of this installation has a different one. Give all processes the same value of at least 32 characters; to replace it, set EARLIER_SECRETS to the previous one. Without SECRET, each DATA_DIR has a separate one.",
    );
  const beat = async (): Promise<void> => {
    await repo.beat(db, { id, version: productVersion(), secretCheck }, BEAT.goneAfterMs);
    await clock.follow(() => repo.databaseTime(db));
  };
  await beat();
  const timer = setInterval(
    () => void beat().catch((error: unknown) => log.debug({ err: error }, "this process was not announced")),
    BEAT.everyMs,
  );
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await repo.remove(db, id).catch(() => {});
    },
  };
}

/** Returns the sentence for running processes of different versions, or null. An update in progress has them for a short time. */
export async function versionsProblem({ db }: Pick<Ports, "db">): Promise<string | null> {
  const versions = [...new Set((await repo.listRunning(db, BEAT.goneAfterMs)).map(({ version }) => version))].toSorted();
  return versions.length < 2
    ? null
    : `Processes of the versions ${versions.join(" and ")} run. This is normal during an update; afterwards, restart the ones with the older version.`;
}

/** Returns the sentence for a clock that differs from that of the database, or null. */
export async function clockProblem({ db }: Pick<Ports, "db">): Promise<string | null> {
  const before = Date.now();
  const now = await repo.databaseTime(db);
  const seconds = Math.round((now.getTime() - (before + Date.now()) / 2) / 1_000);
  if (Math.abs(seconds) <= CLOCK_MAX_S) return null;
  const how = seconds > 0 ? "behind" : "ahead of";
  return `The clock of this machine is ${Math.abs(seconds)} seconds ${how} the clock of the database. Synchronise both with a time server (NTP): the store refuses requests of a clock that differs by 15 minutes.`;
}
