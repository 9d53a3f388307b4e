import fs from "node:fs";
import path from "node:path";
import { Email } from "@stillreel/contract";
import { type Config, readConfig } from "../platform/config/config.ts";
import { installationSecret, openDataDir } from "../platform/config/data-dir.ts";
import { createPool, type DatabaseAddress } from "../platform/db/pool.ts";
import { otherAddresses, waitForDatabases } from "../external-databases.ts";
import { createLogger } from "../platform/http/logger.ts";
import { describeError } from "../platform/http/logged-error.ts";
import { type Keys, keysFromSecret } from "../platform/ports/keys.port.ts";
import { createStorage } from "../platform/ports/storage/index.ts";
import { lockInstance, startEmbeddedPostgres } from "../platform/postgres/index.ts";
import { BackupError, type PartOptions, restoreBackup } from "../web/backups/index.ts";
import { recordBackup } from "./backup.audit.ts";
import { namingTarget, openTarget } from "./backup.target.ts";
import { parsed, type Program, type Terminal, UsageError } from "./command.ts";
import { runPart } from "./restore.part.ts";
import { restoreProgress } from "./terminal.ts";

const OPTIONS = {
  at: { type: "string" },
  "dry-run": { type: "boolean" },
  "other-secret": { type: "boolean" },
  "existing-store": { type: "boolean" },
  partial: { type: "boolean" },
  workspace: { type: "string" },
  account: { type: "string" },
  folder: { type: "string" },
  as: { type: "string" },
  owner: { type: "string" },
  "over-quota": { type: "boolean" },
} as const;
const log = createLogger("silent");
const note = (line: string): void => void process.stderr.write(`${line}\n`);

/** @throws UsageError unless it is a time */
function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/u.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError("--at: a time such as 2026-11-28T21:00:00Z, or a date, which is its beginning in UTC.");
  return time;
}

/** Returns the keys of the new installation. Its secret is created only with `--other-secret`. @throws BackupError without one */
function keysOf(config: Config, dataDir: string, isDryRun: boolean, hasOtherSecret: boolean): Keys {
  const isGiven = config.SECRET !== undefined || fs.existsSync(path.join(dataDir, "secret"));
  if (isGiven || (hasOtherSecret && !isDryRun)) return keysFromSecret(installationSecret(config.SECRET, dataDir), config.EARLIER_SECRETS);
  if (hasOtherSecret) return keysFromSecret("");
  throw new BackupError(
    "The secret of the backed up installation is needed: set SECRET, or copy its file `secret` into DATA_DIR. " +
      "With --other-secret it is restored without: passwords of services and of links, and connections, have to be set again.",
  );
}

/** Opens the database of the new installation, and creates the embedded one. Null for a dry run when there is none. */
async function openDatabase(
  config: Config,
  dataDir: string,
  isDryRun: boolean,
): Promise<{ address: DatabaseAddress | null; close(): Promise<void> }> {
  if (config.DATABASE_URL) return { address: { connectionString: config.DATABASE_URL }, close: () => Promise.resolve() };
  const dir = path.join(dataDir, "postgres");
  if (isDryRun && !fs.existsSync(dir)) return { address: null, close: () => Promise.resolve() };
  const lock = await lockInstance(dataDir);
  try {
    const server = await startEmbeddedPostgres({ dir, log });
    const close = async (): Promise<void> => {
      await server.stop();
      lock.release();
    };
    return { address: server.connection, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** What can be restored alone. */
const KINDS = ["workspace", "account", "folder"] as const;

/** Options of one workspace, account or folder, or null to restore everything. @throws UsageError for options that do not fit */
function partOptionsOf(
  values: ReturnType<typeof parsed<typeof OPTIONS>>["values"],
  isDryRun: boolean,
  isPartial: boolean,
): PartOptions | null {
  const { workspace, account } = values;
  const kind = KINDS.find((one) => values[one] !== undefined);
  const refuse = (names: readonly (keyof typeof OPTIONS)[], reason: string): void => {
    for (const name of names) if (values[name] !== undefined) throw new UsageError(`--${name}: ${reason}.`);
  };
  if (workspace !== undefined) refuse(["account"], "restore a workspace and an account one after the other");
  if (workspace === undefined) refuse(["owner"], "only with --workspace");
  if (account === undefined) refuse(["as"], "only with --account");
  if (values.folder !== undefined) refuse(["workspace", "account"], "restore a folder alone");
  const name = kind && values[kind];
  if (kind === undefined || name === undefined) {
    refuse(["over-quota"], "only with --workspace, --account or --folder");
    return null;
  }
  refuse(["other-secret", "existing-store"], "only for an empty installation");
  const as = values.as === undefined ? undefined : Email.safeParse(values.as);
  if (as?.success === false) throw new UsageError("--as: an e-mail address such as name@company.com.");
  return {
    wanted: { kind, name },
    at: timeOf(values.at),
    isDryRun,
    isPartial,
    isOverQuota: values["over-quota"] === true,
    as: as?.data,
    owner: values.owner,
  };
}

async function run(args: readonly string[], { print }: Terminal, env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parsed(args, OPTIONS, [0, 1]);
  const part = partOptionsOf(values, values["dry-run"] === true, values.partial === true);
  if (part) return runPart(part, positionals[0], print, env);
  const options = {
    at: timeOf(values.at),
    isDryRun: values["dry-run"] === true,
    hasOtherSecret: values["other-secret"] === true,
    hasStore: values["existing-store"] === true,
    isPartial: values.partial === true,
  };
  const config = readConfig(env);
  const { isDryRun } = options;
  const dataDir = isDryRun ? path.resolve(config.DATA_DIR) : openDataDir(config.DATA_DIR);
  const target = await openTarget(positionals[0], config, dataDir);
  await namingTarget(() => target.check());
  const keys = keysOf(config, dataDir, isDryRun, options.hasOtherSecret);
  const database = await openDatabase(config, dataDir, isDryRun);
  const pool = database.address && createPool(database.address, { max: 4, log, ...otherAddresses(config) });
  try {
    if (pool) await waitForDatabases(pool, config, log);
    const { manifest, restored } = await restoreBackup({ pool, storage: await createStorage(config, dataDir), keys }, target, options, {
      ...restoreProgress(),
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    if (pool && !isDryRun)
      await recordBackup(pool, "backup.restored", { subject: manifest.id, rows, objects: restored.objects, bytes: restored.size });
    print(
      `${isDryRun ? "Complete, and nothing was changed" : "Restored"}: the state of ${manifest.at}, ${rows} rows, ${restored.objects} objects with ${restored.size} bytes.`,
    );
    for (const key of restored.missing) print(`Not in the backup: ${key}`);
    if (!isDryRun) print("Start the server, then run `npm run verify`.");
    return restored.missing.length > 0 ? 1 : 0;
  } finally {
    await pool?.end();
    await database.close();
  }
}

/** Restores a backup into an empty installation. */
export const RESTORE: Program = {
  args:
    "[TARGET] [--at TIME] [--dry-run] [--partial] " +
    "[--other-secret] [--existing-store] | [--workspace ID|NAME [--owner EMAIL] | --account ID|EMAIL [--as EMAIL] | --folder ID] [--over-quota]",
  summary:
    "restore a backup into an empty installation, or one deleted workspace or account, or what is missing of a folder, into this one; --dry-run changes nothing; " +
    "exit codes: 0 complete, 1 not",
  async run(args, terminal, env) {
    try {
      return await run(args, terminal, env);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      note(`The restore did not complete: ${describeError(error)}`);
      return 1;
    }
  },
};
