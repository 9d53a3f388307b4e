import { randomBytes } from "node:crypto";
import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { getHealth, ServerResult } from "@stillreel/contract";
import { programVersion } from "../../platform/ports/video/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { productVersion } from "../../platform/config/product-version.ts";
import { versionsProblem } from "../../platform/processes/index.ts";
import { tracesProblem } from "../../platform/tracing/index.ts";
import { searchEngineProblem } from "../../library/search-index/index.ts";
import { databaseProblem, replicaProblem } from "../service/index.ts";
import * as repo from "./health.repo.ts";
import { sizeText, type Values } from "./health.texts.ts";

export type CheckId = ServerResult<typeof getHealth>["checks"][number]["id"];

/** What a check has found: the keys of its texts, with the values of their placeholders. */
export interface Finding {
  state: "good" | "attention" | "problem";
  measured: string;
  fix?: string;
  values?: Values;
  /** Sentences that are not among the texts: they replace them. */
  sentence?: string;
}

const SLOW_STORE_MS = 2_000;
const SLOW_DATABASE_MS = 250;
const OLD_JOB_MINUTES = 10;
const DAY_MS = 86_400_000;
const BACKUP_DAYS_MAX = 7;
/** Free bytes below which the disk is a problem, and below which it needs attention. */
const FULL_BYTES = 1024 ** 3;
const LOW_BYTES = 5 * 1024 ** 3;
/** File whose time is that of the last backup. Other backup scripts than the command update it. */
const BACKUP_FILE = "last-backup";

const since = (started: number): number => Math.round(performance.now() - started);
const good = (values: Values = {}): Finding => ({ state: "good", measured: "good", values });

async function store({ storage, ids }: Ports): Promise<Finding> {
  const key = `health/${ids.id()}`;
  const bytes = randomBytes(1_024);
  const started = performance.now();
  try {
    await storage.put(
      key,
      (async function* content() {
        yield bytes;
      })(),
    );
    const read = await buffer((await storage.get(key)).stream);
    if (!read.equals(bytes)) return { state: "problem", measured: "changed", fix: "fixFailed" };
  } finally {
    await storage.delete(key);
  }
  const ms = since(started);
  return ms > SLOW_STORE_MS ? { state: "attention", measured: "slow", fix: "fixSlow", values: { ms } } : good({ ms });
}

async function database(ports: Ports): Promise<Finding> {
  const started = performance.now();
  const { version, bytes } = await repo.databaseFacts(ports.db);
  const ms = since(started);
  const problem = await databaseProblem(ports);
  if (problem !== null) return { state: "problem", measured: "good", sentence: problem };
  const late = await replicaProblem(ports.pool);
  if (late !== null) return { state: "attention", measured: "good", sentence: late };
  const engine = await searchEngineProblem(ports);
  if (engine !== null) return { state: "attention", measured: "good", sentence: engine };
  const values = { version, size: sizeText(bytes), ms };
  return ms > SLOW_DATABASE_MS ? { state: "attention", measured: "slow", fix: "fixSlow", values } : good(values);
}

async function queue({ db }: Ports): Promise<Finding> {
  const facts = await repo.queueFacts(db);
  const values = { ...facts };
  if (facts.workers === 0) return { state: "problem", measured: "none", fix: "fixNone", values };
  if (facts.minutes >= OLD_JOB_MINUTES) return { state: "attention", measured: "old", fix: "fixOld", values };
  if (facts.failures > 0) return { state: "attention", measured: "failures", fix: "fixFailures", values };
  return good(values);
}

async function mail({ mail: transport, db, clock }: Ports): Promise<Finding> {
  if (!transport.configured) return { state: "attention", measured: "stored", fix: "fixStored" };
  const reason = await transport.check();
  if (reason !== null) return { state: "problem", measured: "refused", fix: "fixRefused", values: { reason } };
  const failure = await repo.mailFailure(db, new Date(clock.now().getTime() - DAY_MS));
  return failure === null ? good() : { state: "attention", measured: "failures", fix: "fixFailures", values: { reason: failure } };
}

async function disk({ config }: Ports): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(config.DATA_DIR);
  const free = bavail * bsize;
  const values = { free: sizeText(free), total: sizeText(blocks * bsize) };
  if (free >= LOW_BYTES) return good(values);
  return { state: free < FULL_BYTES ? "problem" : "attention", measured: "low", fix: "fixLow", values };
}

/** Compares the time of the database with that of this process, in the middle of the request. */
async function clock({ db }: Ports): Promise<Finding> {
  const before = Date.now();
  const { now } = await repo.databaseFacts(db);
  const seconds = Math.abs(now.getTime() - (before + Date.now()) / 2) / 1_000;
  if (seconds < 1) return good();
  return { state: seconds > 60 ? "problem" : "attention", measured: "off", fix: "fixOff", values: { seconds: Math.round(seconds) } };
}

async function versions({ db, config }: Ports): Promise<Finding> {
  const mixed = await versionsProblem({ db });
  if (mixed !== null) return { state: "attention", measured: "good", sentence: mixed };
  const [{ version: postgres }, ffmpeg] = await Promise.all([repo.databaseFacts(db), programVersion(config.FFMPEG_PATH, config.DATA_DIR)]);
  const values = { product: productVersion(), node: process.versions.node, postgres, ffmpeg: ffmpeg ?? "" };
  return ffmpeg === null ? { state: "attention", measured: "slow", fix: "fixSlow", values } : good(values);
}

type BackupPorts = Pick<Ports, "clock" | "db"> & { config: Pick<Ports["config"], "DATA_DIR"> };

/** Returns the days since the last backup, by the command or by a script, or null when none is known. */
async function backupAge({ config, clock: time, db }: BackupPorts): Promise<number | null> {
  const [made, recorded] = await Promise.all([stat(path.join(config.DATA_DIR, BACKUP_FILE)).catch(() => null), repo.lastBackup(db)]);
  if (!made && !recorded) return null;
  const last = Math.max(made?.mtimeMs ?? 0, recorded?.getTime() ?? 0);
  return Math.max(0, Math.floor((time.now().getTime() - last) / DAY_MS));
}

/** Returns whether a recent backup is known. */
export async function isBackupRecent(ports: BackupPorts): Promise<boolean> {
  const days = await backupAge(ports);
  return days !== null && days <= BACKUP_DAYS_MAX;
}

/** Returns a sentence for the administrator when the database is about to be changed and no recent backup is known, else null. */
export async function backupAdvice(ports: BackupPorts): Promise<string | null> {
  const days = await backupAge(ports);
  if (days !== null && days <= BACKUP_DAYS_MAX) return null;
  const last = days === null ? "No backup is known" : `The last backup is ${days} days old`;
  return `This version changes the database, and the change has no way back. ${last}. Run \`npm run backup\` before updates.`;
}

async function backups(ports: Ports): Promise<Finding> {
  const days = await backupAge(ports);
  if (days === null) return { state: "attention", measured: "unknown", fix: "fixUnknown" };
  return days > BACKUP_DAYS_MAX ? { state: "attention", measured: "old", fix: "fixOld", values: { days } } : good({ days });
}

async function publicAddress({ publicUrl }: Ports): Promise<Finding> {
  const address = publicUrl();
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return good({ address });
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/u.test(hostname);
  return isLocal
    ? { state: "attention", measured: "local", fix: "fixLocal", values: { address } }
    : { state: "problem", measured: "plain", fix: "fixPlain", values: { address } };
}

async function settings({ config }: Ports): Promise<Finding> {
  const traces = await tracesProblem(config);
  if (config.misspelt.length === 0) return traces === null ? good() : { state: "attention", measured: "good", sentence: traces };
  return { state: "attention", measured: "unknown", fix: "fixUnknown", values: { sentences: config.misspelt.join(" ") } };
}

/** All checks with the help article of the portal and its section. */
export const CHECKS: Record<CheckId, { run: (ports: Ports) => Promise<Finding>; article: string }> = {
  store: { run: store, article: "server-health#file-store" },
  database: { run: database, article: "server-health#database" },
  queue: { run: queue, article: "server-health#jobs" },
  mail: { run: mail, article: "mail-and-registration#send-mail" },
  disk: { run: disk, article: "server-health#disk" },
  clock: { run: clock, article: "server-health#clock" },
  versions: { run: versions, article: "server-health#versions" },
  backups: { run: backups, article: "server-health#backup" },
  publicAddress: { run: publicAddress, article: "self-hosting#make-it-available-to-others" },
  settings: { run: settings, article: "server-health#environment" },
};
