import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { lockQuota, storageOfUser, storageOfWorkspace } from "../../library/items/index.ts";
import { emailKeyOf } from "../../people/auth/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import { holdBackupLock } from "../../platform/db/backup-lock.ts";
import { type Executor, executorOn } from "../../platform/db/client.ts";
import { countPendingMigrations } from "../../platform/db/migrate.ts";
import { withStatementLimit } from "../../platform/db/pool.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { describePresent, fitFolder, settleParent, refuseTrashed } from "./backups.folder.ts";
import { coveredTables, type CoveredTable } from "./backups.coverage.ts";
import type { Installed } from "./backups.create.ts";
import { checkMigrations, loadDatabase } from "./backups.database.ts";
import { BackupError, identitiesOf, type Manifest } from "./backups.format.ts";
import { adapt, insertRows } from "./backups.insertion.ts";
import { returnBlobs, secureShared } from "./backups.part.objects.ts";
import { checkAbsent, dropFormerMembers, resolveRows, type Skipped } from "./backups.resolution.ts";
import { chooseBackup, type Restored, type RestoreProgress } from "./backups.restore.ts";
import { type OpenDatabase, withScratch } from "./backups.scratch.ts";
import type { Root, Wanted } from "./backups.root.ts";
import { findRoot, returnReferences, selectRows, transferRows } from "./backups.selection.ts";
import { countOf, inTemp, uuids } from "./backups.statements.ts";

/** Key of the advisory lock that permits one restore of a part at a time. */
const LOCK_KEY = 7_108_702;

/** What the restore of a part needs of the running installation. */
export interface Running extends Installed {
  open: OpenDatabase;
  audit: Audit;
  /** Quotas of the settings, in bytes; 0 is unlimited. */
  quotas: { defaultQuota: number; workspaceQuota: number };
  /** Origin of the entry in the audit log. */
  ip: string;
}

/** What the user chose. */
export interface PartOptions {
  wanted: Wanted;
  at?: Date | undefined;
  isDryRun: boolean;
  isPartial: boolean;
  /** Restores also what exceeds a quota. */
  isOverQuota: boolean;
  /** Another address for a restored account. */
  as?: string | undefined;
  /** Address of the account that becomes owner of a restored workspace without another one. */
  owner?: string | undefined;
}

/** Result of the restore of a part. */
export interface RestoredPart extends Restored {
  manifest: Manifest;
  root: Root;
  /** Number of rows that returned, by table. */
  rows: Record<string, number>;
  skipped: Skipped;
  /** Addresses of former members: they have no account now, or left or were removed after the backup. */
  lostMembers: string[];
  /** Number of objects that the installation has, because others use them too. */
  shared: number;
  /** Rows of other spaces that name the account again, such as its comments. */
  references: number;
  /** Whether the account was an administrator; it returns as a user. */
  wasAdministrator: boolean;
  /** What of a folder exists and was left as it is, and what was changed to fit, in words. */
  conflicts: string[];
}

interface Run {
  running: Running;
  target: Storage;
  options: PartOptions;
  manifest: Manifest;
  client: PoolClient;
  /** The connection of `client`. */
  db: Executor;
  tables: CoveredTable[];
  root: Root;
}

/** Refuses a backup of another installation or version, and an installation that the program does not fit. @throws BackupError */
async function checkVersions({ pool, keys }: Running, manifest: Manifest): Promise<void> {
  checkMigrations(manifest);
  if (!identitiesOf(keys).includes(manifest.installation))
    throw new BackupError(`The backup ${manifest.id} is of another installation, or of one with another SECRET.`);
  if ((await countPendingMigrations(pool)) > 0)
    throw new BackupError("The database is of an earlier version than this program. Start the server first, which updates it.");
}

/** The address of a restored account, in both forms. */
const addressOf = ({ root, options }: Pick<Run, "root" | "options">): { email: string; key: string } | null =>
  root.kind === "account" ? { email: options.as ?? root.email ?? "", key: emailKeyOf(options.as ?? root.email ?? "") } : null;

/** Loads the backup into a temporary database, and copies the rows that may return. */
async function select(run: Omit<Run, "root">, onTable: (name: string) => void): Promise<Root> {
  const { running, target, options, manifest, client, db, tables } = run;
  return withScratch(db, running.open, async (pool) => {
    await loadDatabase(pool, target, manifest, onTable);
    const scratch = await withStatementLimit(0, () => pool.connect());
    try {
      const root = await findRoot(executorOn(scratch), options.wanted, manifest.id);
      await checkAbsent(db, root, addressOf({ root, options })?.key);
      await selectRows(executorOn(scratch), tables, root);
      await transferRows(scratch, client, tables, root);
      return root;
    } finally {
      scratch.release(true);
    }
  });
}

/** Gives a workspace without an owner the chosen one. @throws BackupError */
async function settleOwner({ db, root, options }: Run): Promise<void> {
  if (root.kind !== "workspace" || (await countOf(db, sql`select from ${inTemp("members")} where role = 'owner'`)) > 0) return;
  if (options.owner === undefined)
    throw new BackupError(`No owner of the workspace ${root.name} has an account now. Name one: --owner ADDRESS.`);
  const { rows: users } = await db.execute<{ id: string }>(sql`select id from users where email_key = ${emailKeyOf(options.owner)}`);
  const owner = users[0]?.id;
  if (owner === undefined) throw new BackupError("No account has the address of --owner.");
  await db.execute(sql`delete from ${inTemp("members")} where user_id = ${owner}::uuid`);
  await db.execute(
    sql`insert into ${inTemp("members")} (workspace_id, user_id, role, joined_at) values (${root.id}::uuid, ${owner}::uuid, 'owner', now())`,
  );
}

/** Makes additions to the quotas of all owners wait. Called before rows are locked. */
async function holdQuotas({ db, root }: Run): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct owner_id as id from ${inTemp("items")} where owner_id is not null order by 1`,
  );
  const owners = rows.map(({ id }) => id);
  for (const id of [...owners, ...(root.spaceId === null ? [] : [root.spaceId])]) await lockQuota(db, id);
  return owners;
}

/** @throws BackupError when the restored items exceed a quota */
async function checkQuotas({ db, root, running: { quotas } }: Run, owners: readonly string[]): Promise<void> {
  const refuse = (whose: string, bytes: number, limit: number): never => {
    throw new BackupError(`${whose} would use ${bytes} bytes of ${limit}. Increase the quota first, or add --over-quota.`);
  };
  for (const id of owners) {
    const { storedBytes, quotaBytes } = await storageOfUser(db, id);
    const limit = quotaBytes ?? quotas.defaultQuota;
    if (limit === 0 || storedBytes <= limit) continue;
    refuse(`The account ${id}`, storedBytes, limit);
  }
  if (root.kind === "account" || root.spaceId === null || quotas.workspaceQuota === 0) return;
  const { rows } = await db.execute<{ name: string }>(sql`select name from workspaces where id = ${root.spaceId}::uuid and kind = 'team'`);
  const bytes = rows[0] ? ((await storageOfWorkspace(db, root.spaceId)) ?? 0) : 0;
  if (bytes > quotas.workspaceQuota) refuse(`The workspace ${rows[0]?.name}`, bytes, quotas.workspaceQuota);
}

type Returned = Omit<RestoredPart, keyof Restored | "manifest" | "root" | "shared">;

/** Adds all rows, in the transaction of the caller. */
async function returnRows(run: Run, shared: readonly string[]): Promise<Returned> {
  const { db, tables, root, running, target, options, manifest } = run;
  const owners = await holdQuotas(run);
  await checkAbsent(db, root, addressOf(run)?.key);
  await secureShared(db, { storage: running.storage, target, manifest }, options.isDryRun ? [] : shared);
  await dropFormerMembers(db, root, manifest.at);
  const isFolder = root.kind === "folder";
  if (isFolder) await refuseTrashed(db, root);
  const conflicts = isFolder ? [...(await describePresent(db, root, manifest.at)), ...(await settleParent(db, root))] : [];
  const skipped = await resolveRows(db, tables, root);
  if (isFolder) conflicts.push(...(await fitFolder(db)));
  const { rows: remaining } = await db.execute<{ id: string }>(sql`select user_id as id from ${inTemp("members")}`);
  const present = new Set(remaining.map(({ id }) => id));
  const lostMembers = [...root.members].filter(([id]) => !present.has(id) && id !== root.id).map(([, email]) => email);
  await settleOwner(run);
  const { rows: users } = await db.execute<{ role: string }>(sql`select role from ${inTemp("users")}`);
  await adapt(db, root, options.as === undefined ? null : addressOf(run));
  const { rows, taken } = await insertRows(db, tables, root, manifest.at);
  const references = await returnReferences(db, tables, root);
  const { rows: still } = await db.execute<{ id: string }>(sql`select id from users where id = any(${uuids(owners)})`);
  if (!options.isOverQuota)
    await checkQuotas(
      run,
      still.map(({ id }) => id),
    );
  return { rows, skipped: { ...skipped, taken }, lostMembers, references, wasAdministrator: users[0]?.role === "admin", conflicts };
}

/** Records the restore in the audit log, in its transaction. */
async function record({ running, db, root, manifest }: Run, returned: Returned, { objects, size }: Restored): Promise<void> {
  const rows = Object.values(returned.rows).reduce((sum, count) => sum + count, 0);
  await running.audit.record(db, {
    action: "backup.part-restored",
    userId: null,
    workspaceId: root.kind === "account" ? null : root.spaceId,
    ip: running.ip,
    details: { subject: root.name, [`${root.kind}Id`]: root.id, backup: manifest.id, rows, objects, bytes: size },
  });
}

/** Runs work in a transaction, and undoes it in a dry run. */
async function inTransaction<T>(client: PoolClient, isDryRun: boolean, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query(isDryRun ? "rollback" : "commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Permits one restore at a time, and holds back the deletion of bytes and of backups. @throws BackupError while another one runs */
async function holdLocks(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK_KEY]);
  if (!rows[0]?.locked) throw new BackupError("Another restore runs. Wait for its end.");
  await holdBackupLock(client);
}

/**
 * Restores one deleted workspace, one deleted account with its personal library, or what is missing of one folder, into an installation that may run. First the bytes, each
 * compared with its hash, then all rows in one transaction: after a failure nothing of it is visible, and the same restore can be
 * repeated. A dry run undoes the transaction and writes no bytes.
 * @throws BackupError
 */
export async function restorePart(
  running: Running,
  target: Storage,
  options: PartOptions,
  progress: RestoreProgress,
): Promise<RestoredPart> {
  const client = await withStatementLimit(0, () => running.pool.direct.connect());
  try {
    await holdLocks(client);
    const manifest = await chooseBackup(target, options.at);
    progress.onBackup(manifest);
    await checkVersions(running, manifest);
    const partial = { running, target, options, manifest, client, db: executorOn(client), tables: await coveredTables(client) };
    const run: Run = { ...partial, root: await select(partial, progress.onTable) };
    const { shared, ...restored } = await returnBlobs(run.db, { storage: running.storage, target, manifest }, options, progress.onObjects);
    return await inTransaction(client, options.isDryRun, async () => {
      const returned = await returnRows(run, shared);
      await record(run, returned, restored);
      return { manifest, root: run.root, ...restored, shared: shared.length, ...returned };
    });
  } finally {
    // The server of the database ends a closed connection some time later, and its locks with it.
    await client.query("select pg_advisory_unlock_all()").catch(() => undefined);
    client.release(true);
  }
}
