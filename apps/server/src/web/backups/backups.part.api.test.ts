import { createComment, getShare, getShared, listItems } from "@stillreel/contract";
import { type TestApp, type TestUser } from "@stillreel/testing";
import {
  deletedWorkspace,
  filledApp,
  installedIn,
  newStore,
  NOTHING,
  partOptions,
  PROGRESS,
  rowsOf,
  runningIn,
  verified,
  wrongReferences,
} from "@stillreel/testing/backups";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { coveredTables, isReached, NOT_RESTORED } from "./backups.coverage.ts";
import { createBackup, type PartOptions, restorePart } from "./index.ts";

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let teamId: string;
const backUp = (target: Storage) => createBackup(installedIn(t), target, NOTHING);
const restore = (target: Storage, options: Partial<PartOptions> & Pick<PartOptions, "wanted">) =>
  restorePart(runningIn(t), target, partOptions(options), PROGRESS);
/** All rows of the tables that can return, without the versions of workspaces, which increase. */
const returning = async () => {
  const rows = await rowsOf(installedIn(t).pool);
  const { rows: workspaces } = await installedIn(t).pool.query("select id, name, kind, personal_owner_id from workspaces order by id");
  const listed = Object.entries(rows).filter(([name]) => !Object.hasOwn(NOT_RESTORED, name) && name !== "jobs");
  return { ...Object.fromEntries(listed), workspaces };
};
const intact = async () => [await verified(installedIn(t)), await wrongReferences(installedIn(t).pool)];

beforeAll(async () => {
  ({ t, ada, ben, teamId } = await filledApp());
}, 120_000);
afterAll(() => t.close());

it("restores a deleted workspace with its rows, bytes and links, and nothing else changes", async () => {
  const { storage: target } = newStore();
  const list = () => t.call(listItems, { params: { workspaceId: teamId }, query: { view: "all" } }, ben);
  const [item] = (await list()).data().items;
  const { slug } = (await t.call(getShare, { params: { workspaceId: teamId, itemId: item?.id ?? "" } }, ada)).data();
  await t.call(createComment, { params: { itemId: item?.id ?? "" }, body: { text: "By a viewer" } }, ben);
  await t.runJobs();
  const { pool } = installedIn(t);
  const images = await list();
  await backUp(target);
  await t.image(ada, { title: "After the backup" });
  await t.runJobs();
  const before = await returning();
  await deletedWorkspace(t, ada, teamId);
  expect((await list()).statusCode).toBe(404);
  const deleted = await rowsOf(pool);

  const wanted = { kind: "workspace", name: teamId } as const;
  const dry = await restore(target, { wanted, isDryRun: true });
  expect(dry.rows).toMatchObject({ workspaces: 1, members: 2, folders: 1, items: 1, comments: 2, share_links: 1 });
  expect(await rowsOf(pool)).toEqual(deleted);

  const restored = await restore(target, { wanted });
  expect([restored.rows, restored.objects, restored.size]).toEqual([dry.rows, dry.objects, dry.size]);
  expect(await intact()).toEqual([expect.objectContaining({ findings: 0 }), []]);
  expect(await returning()).toEqual(before);
  expect((await list()).data()).toEqual(images.data());
  expect((await t.call(getShared, { params: { slug } }, null)).statusCode).toBe(200);
});

it("knows of each table whether its rows return", async () => {
  const { pool } = installedIn(t);
  const client = await pool.connect();
  const covered = await coveredTables(client).finally(() => client.release());
  expect(covered.filter((table) => !isReached(table)).map(({ name }) => name)).toEqual([]);
  const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const names = new Set(rows.map(({ name }) => name));
  expect(Object.keys(NOT_RESTORED).filter((name) => !names.has(name))).toEqual([]);
});
