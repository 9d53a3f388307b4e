import { createAudit } from "../platform/audit/index.ts";
import { readConfig } from "../platform/config/config.ts";
import { installationSecret } from "../platform/config/data-dir.ts";
import { createDatabase } from "../platform/db/client.ts";
import { createLogger } from "../platform/http/logger.ts";
import { systemClock } from "../platform/ports/clock.port.ts";
import { randomIds } from "../platform/ports/ids.port.ts";
import { keysFromSecret } from "../platform/ports/keys.port.ts";
import { createSettings } from "../platform/settings/index.ts";
import { type PartOptions, type RestoredPart, restorePart } from "../web/backups/index.ts";
import { namingTarget, openTarget } from "./backup.target.ts";
import { COMMAND_LINE } from "./command.ts";
import { withOpened } from "./installed.ts";
import { restoreProgress } from "./terminal.ts";

const PRESENT = "Not restored, because they are in another workspace or library now:";
const PRESENT_OF_FOLDER = "Left as they are, because they exist:";
const ORPHANED = "Not restored, because they refer to something that does not exist:";
const ORPHANED_OF_FOLDER = "Not restored, because what they belong to exists and is left as it is, or does not exist:";

/** Returns the lines of the report: what returned, and what did not. */
export function reportOf(
  { manifest, root, rows, objects, size, shared, skipped, lostMembers, references, wasAdministrator, conflicts, missing }: RestoredPart,
  isDryRun: boolean,
): string[] {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const listed = (title: string, counts: Readonly<Record<string, number>>): string[] => {
    const lines = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`  ${name}\t${count}`] : []));
    return lines.length > 0 ? [title, ...lines] : [];
  };
  const subject = `the ${root.kind} ${root.name} (${root.id}) of ${manifest.at}`;
  return [
    `${isDryRun ? "Can be restored, and nothing was changed" : "Restored"}: ${subject}, ${total} rows, ${objects} objects with ${size} bytes.`,
    ...listed("Rows by table:", rows),
    ...(shared > 0 ? [`Objects that are there, because others use them: ${shared}`] : []),
    ...(references > 0 ? [`Rows of others that name the account again, such as its comments: ${references}`] : []),
    ...conflicts,
    ...listed(root.kind === "folder" ? PRESENT_OF_FOLDER : PRESENT, skipped.present),
    ...listed(root.kind === "folder" ? ORPHANED_OF_FOLDER : ORPHANED, skipped.orphaned),
    ...listed("Not restored, because their upload had not ended:", skipped.unfinished),
    ...listed("Not restored, because another row has their unique value:", skipped.taken),
    ...lostMembers.map((email) => `Not a member now, because the account does not exist, or left the workspace after the backup: ${email}`),
    ...[...root.others].map(([id, name]) => `Was a member of ${name} (${id}): an admin can add the account again.`),
    ...(wasAdministrator ? ["Was an administrator, and is a user now: npm run admin -- user promote EMAIL"] : []),
    ...missing.map((key) => `Not in the backup: ${key}`),
  ];
}

/** Restores one deleted workspace or account, or what is missing of a folder, into this installation, whose server may run. Returns the exit code. */
export async function runPart(
  options: PartOptions,
  url: string | undefined,
  print: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const config = readConfig(env);
  return withOpened(config, async ({ dataDir, storage, pool, open }) => {
    const target = await openTarget(url, config, dataDir);
    await namingTarget(() => target.check());
    const keys = keysFromSecret(installationSecret(config.SECRET, dataDir), config.EARLIER_SECRETS);
    const settings = createSettings({ config, pool, db: createDatabase(pool), keys, log: createLogger("silent") });
    await settings.load();
    const audit = createAudit({ ids: randomIds, clock: systemClock });
    const running = { pool, storage, keys, open, audit, quotas: settings.current(), ip: COMMAND_LINE.ip };
    const restored = await restorePart(running, target, options, restoreProgress());
    for (const line of reportOf(restored, options.isDryRun)) print(line);
    return restored.missing.length > 0 ? 1 : 0;
  });
}
