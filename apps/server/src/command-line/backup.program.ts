import { readConfig } from "../platform/config/config.ts";
import { installationSecret } from "../platform/config/data-dir.ts";
import { describeError } from "../platform/http/logged-error.ts";
import { keysFromSecret } from "../platform/ports/keys.port.ts";
import { createBackup, retainBackups } from "../web/backups/index.ts";
import { recordBackup } from "./backup.audit.ts";
import { namingTarget, openTarget } from "./backup.target.ts";
import { parsed, type Program, type Terminal, UsageError } from "./command.ts";
import { withOpened } from "./installed.ts";
import { progressOf } from "./terminal.ts";

const OPTIONS = { retain: { type: "string" } } as const;

/** @throws UsageError unless it is a number of backups */
function retainedOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,3}$/u.test(text)) throw new UsageError("--retain: the number of backups to preserve, 1 or more.");
  return Number(text);
}

const note = (line: string): void => void process.stderr.write(`${line}\n`);
const onTable = (name: string): void => note(`Table ${name} …`);

async function run(args: readonly string[], { print }: Terminal, env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parsed(args, OPTIONS, [0, 1]);
  const retained = retainedOf(values.retain);
  const config = readConfig(env);
  return withOpened(config, async ({ dataDir, storage, pool }) => {
    const target = await openTarget(positionals[0], config, dataDir);
    const keys = keysFromSecret(installationSecret(config.SECRET, dataDir), config.EARLIER_SECRETS);
    const installed = { pool, storage, keys };
    const onObjects = progressOf<{ count: number; added: number; addedSize: number }>(
      ({ count, added, addedSize }) => `${count} objects, ${added} of them new with ${addedSize} bytes …`,
    );
    const { manifest, transferred, incomplete } = await namingTarget(() => createBackup(installed, target, { onTable, onObjects }));
    const { id, tables, objects, damaged } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const details = { subject: id, rows, objects: objects.count, bytes: objects.size, added: transferred.addedSize };
    await recordBackup(pool, "backup.created", details);
    print(
      `${id}: ${rows} rows, ${objects.count} objects with ${objects.size} bytes, ${transferred.added} of them new with ${transferred.addedSize} bytes.`,
    );
    print("The backup does not contain the secret (SECRET, or the file secret in DATA_DIR). Store it separately.");
    for (const other of incomplete) print(`Incomplete, because it was cut off or is still being created: ${other}`);
    if (retained !== null) {
      const removed = await retainBackups(installed, target, retained);
      print(
        removed
          ? `Removed ${removed.backups} backups and ${removed.objects} objects with ${removed.size} bytes.`
          : "Another backup runs: the next one removes old backups.",
      );
    }
    for (const key of damaged) print(`Missing or changed in the store, and not in the backup: ${key}`);
    return damaged.length > 0 ? 1 : 0;
  });
}

/** Backups of a running or a stopped installation. */
export const BACKUP: Program = {
  args: "[TARGET] [--retain N]",
  summary: "back up database and files to a folder or s3://…; exit codes: 0 complete, 1 not completed, or files of the store are missing",
  async run(args, terminal, env) {
    try {
      return await run(args, terminal, env);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      note(`The backup did not complete: ${describeError(error)}`);
      return 1;
    }
  },
};
