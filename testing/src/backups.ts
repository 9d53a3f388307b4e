import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createBoard, createComment, deleteWorkspace } from "@stillreel/contract";
import pino from "pino";
import { inject, onTestFinished } from "vitest";
import { emptyDatabase } from "./cluster.ts";
import { png } from "./png.ts";
import { createTeam } from "./team.ts";
import { createTestApp, type TestApp, type TestUser } from "./test-app.ts";
import { createDatabase } from "@stillreel/server/platform/db/client.ts";
import { addressBeside, createPool, type DatabaseAddress, type DatabasePool } from "@stillreel/server/platform/db/pool.ts";
import type { Keys } from "@stillreel/server/platform/ports/keys.port.ts";
import type { Storage } from "@stillreel/server/platform/ports/storage.port.ts";
import { createDiskStorage } from "@stillreel/server/platform/ports/storage/index.ts";
import { verifyStore } from "@stillreel/server/web/verification/index.ts";
import type { PartOptions, Running } from "@stillreel/server/web/backups/index.ts";
import { LEFT_OUT } from "@stillreel/server/web/backups/backups.snapshot.ts";

const log = pino({ level: "silent" });
export const NOTHING = { onTable: (): void => {}, onObjects: (): void => {} };
export const PROGRESS = { ...NOTHING, onBackup: (): void => {} };
export const OPTIONS = { isDryRun: false, hasOtherSecret: false, hasStore: false, isPartial: false };

/** An installation with its database, store and keys. */
export interface TestInstallation {
  pool: DatabasePool;
  storage: Storage;
  keys: Keys;
}

/** Returns a store in a new folder, removed after the test. */
export function newStore(): { storage: Storage; folder: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-backups-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return { storage: createDiskStorage({ root: folder, fsync: false }), folder };
}

export const installedIn = (t: TestApp): TestInstallation => ({
  pool: t.ports.pool as DatabasePool,
  storage: t.ports.storage,
  keys: t.ports.keys,
});

/** Returns an empty installation with the secret of another one, removed after the test. */
export async function newInstallation({ ports: { keys } }: TestApp): Promise<TestInstallation> {
  const database = await emptyDatabase(inject("cluster"));
  const pool = createPool(database.address, { max: 4, log });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return { pool, storage: newStore().storage, keys };
}

/** Returns all rows of all tables as text, and the jobs of the queue. Partitions are parts of their table. */
export async function rowsOf(pool: DatabasePool): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and not relname = any($1) order by 1`,
    [LEFT_OUT],
  );
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) all[name] = (await pool.query(`select x::text as row from "${name}" x order by 1`)).rows;
  all["jobs"] = (
    await pool.query(`select t.identifier, j.payload, j.run_at, j.key, j.priority from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts < j.max_attempts order by j.id`)
  ).rows;
  return all;
}

/** Compares all bytes with the rows. Returns the number of objects and of differences. */
export async function verified({ pool, storage }: TestInstallation): Promise<{ objects: number; findings: number }> {
  const result = await verifyStore({ db: createDatabase(pool), storage }, { onFinding: () => {}, settleMs: 0 });
  return { objects: result.objects, findings: result.missing + result.changed + result.unreadable + result.orphaned };
}

/** Returns the paths of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? path.join(entry.parentPath, entry.name) : []));

/** Creates an installation with images, a board, a comment, rights, equal bytes under two keys, a divided log, and a job that waits. */
export async function filledApp(): Promise<{ t: TestApp; ada: TestUser; ben: TestUser; teamId: string }> {
  const t = await createTestApp();
  const ada = await t.user();
  const ben = await t.user();
  const team = await createTeam(t, [
    [ada, "owner"],
    [ben, "viewer"],
  ]);
  const folderId = await team.folder("Folder\twith \\ tab");
  await team.grant({ folderId }, ben, "write");
  const shared = await team.image(ada, { folderId, title: "Ünïcode \\N" });
  await t.call(createComment, { params: { itemId: shared.id }, body: { text: "A comment" } }, ada);
  await t.call(createBoard, { body: { title: "Board" } }, ada);
  for (let index = 0; index < 6; index += 1) await t.image(ada, { bytes: png(20 + index, 20), title: `Image ${index}` });
  await t.image(ben, { bytes: png(20, 20) });
  await t.runJobs();
  await t.image(ada, { bytes: png(99, 9) });
  // An entry of the audit log in a partition that a restored database does not have.
  await t.ports.pool.query("select add_month_partition('audit', 'at', date_trunc('month', now()) + interval '1 month 1 day')");
  await t.ports.pool.query(
    "insert into audit (id, at, action) values (gen_random_uuid(), date_trunc('month', now()) + interval '1 month 1 day', 'item.moved')",
  );
  return { t, ada, ben, teamId: team.id };
}

/** The installation as a command beside its server opens it. */
export const runningIn = (t: TestApp, quotas = { defaultQuota: 0, workspaceQuota: 0 }): Running => ({
  ...installedIn(t),
  open: (database) => createPool(addressBeside(t.ports.pool.options as DatabaseAddress, database), { max: 4, log }),
  audit: t.modules.audit,
  quotas,
  ip: "command line",
});

/** Options of the restore of a workspace or account, with their defaults. */
export const partOptions = (given: Partial<PartOptions> & Pick<PartOptions, "wanted">): PartOptions => ({
  isDryRun: false,
  isPartial: false,
  isOverQuota: false,
  ...given,
});

/** Deletes a workspace as its owner, and removes it as after its grace period. */
export async function deletedWorkspace(t: TestApp, owner: TestUser, workspaceId: string): Promise<void> {
  (await t.call(deleteWorkspace, { params: { workspaceId } }, owner)).data();
  await t.ports.pool.query("update workspaces set deleted_at = deleted_at - interval '31 days' where id = $1", [workspaceId]);
  await t.modules.workspaces.sweepers.find(({ name }) => name === "purge-workspaces")?.run(new AbortController().signal, null);
  await t.runJobs();
}

/** Returns the blobs whose count differs from the number of rows that refer to them. */
export async function wrongReferences(pool: DatabasePool): Promise<unknown[]> {
  const { rows: columns } = await pool.query<{ query: string }>(
    `select format('select %I as id from %I where %I is not null', attname, relname, attname) as query
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attname ~ '(^|_)blob_id$' and not attisdropped`,
  );
  const used = columns.map(({ query }) => query).join(" union all ");
  const { rows } = await pool.query(
    `select b.id, b.refs, count(u.id)::int as used from blobs b left join (${used}) u on u.id = b.id group by b.id having b.refs <> count(u.id)`,
  );
  return rows;
}
