import {
  copyItem,
  createComment,
  DELETE_ACCOUNT_PHRASE,
  deleteUser,
  favoriteItem,
  getImage,
  getShare,
  getShared,
  likeItem,
  listItems,
  login,
} from "@stillreel/contract";
import { createTeam, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
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
const returning = async (): Promise<Record<string, unknown[]>> => {
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
  t.clock.toNextMediaStep();
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
}, 120_000);

it("knows of each table whether its rows return", async () => {
  const { pool } = installedIn(t);
  const client = await pool.connect();
  const covered = await coveredTables(client).finally(() => client.release());
  expect(covered.filter((table) => !isReached(table)).map(({ name }) => name)).toEqual([]);
  const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const names = new Set(rows.map(({ name }) => name));
  expect(Object.keys(NOT_RESTORED).filter((name) => !names.has(name))).toEqual([]);
}, 120_000);

/** Creates an account with everything that returns with it, in its library and elsewhere. */
async function filledAccount(email: string) {
  const user = await t.user({ email });
  const form = multipart({}, { fileName: "me.png", bytes: png(30, 30) });
  await t.app.inject({
    method: "POST",
    url: "/api/v1/auth/upload-avatar",
    headers: { ...user.headers, ...form.headers },
    payload: form.payload,
  });
  const own = await t.image(user, { bytes: png(31, 7), title: "Own" });
  const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId: own.id } }, user)).data();
  await t.call(createComment, { params: { itemId: own.id }, body: { text: "Mine" } }, user);
  await t.call(favoriteItem, { params: { itemId: own.id }, body: { favorite: true } }, user);
  const team = await createTeam(t, [
    [ada, "owner"],
    [user, "member"],
  ]);
  const filed = await team.image(user, { bytes: png(32, 7), title: "In a workspace" });
  await t.call(createComment, { params: { itemId: filed.id }, body: { text: "There" } }, user);
  await t.call(likeItem, { params: { itemId: filed.id } }, user);
  // Copies share their bytes.
  await t.call(copyItem, { params: { itemId: own.id }, body: { workspaceId: team.id } }, user);
  await t.runJobs();
  return { user, team, own, slug };
}

async function deletedAccount(user: TestUser): Promise<void> {
  const { email, password } = user;
  (await t.call(deleteUser, { body: { email, password, phrase: DELETE_ACCOUNT_PHRASE } }, user)).data();
  await t.runJobs();
}

it("restores a deleted account with its library, and its comments and items elsewhere name it again", async () => {
  const { storage: target } = newStore();
  const { user, team, own, slug } = await filledAccount("cy@example.test");
  await backUp(target);
  const wanted = { kind: "account", name: "Cy@Example.test" } as const;
  await expect(restore(target, { wanted })).rejects.toThrow("The account still exists.");
  const before = await returning();
  await deletedAccount(user);

  const restored = await restore(target, { wanted });
  expect(await intact()).toEqual([expect.objectContaining({ findings: 0 }), []]);
  expect(restored).toMatchObject({ wasAdministrator: false, missing: [], shared: 1, root: { others: new Map([[team.id, "Team"]]) } });
  // It is in no workspace, and does not like what is there.
  const after = await returning();
  const without = (rows: unknown[] = []) => rows.filter((row) => !JSON.stringify(row).includes(team.id));
  for (const [name, rows] of Object.entries(before))
    if (!["likes", "members", "items", "notifications"].includes(name)) expect([name, after[name]]).toEqual([name, rows]);
  expect(without(after["members"])).toEqual(without(before["members"]));
  expect(without(after["items"])).toEqual(without(before["items"]));
  const { rows } = await installedIn(t).pool.query("select title, like_count from items where owner_id = $1 order by id", [user.id]);
  expect(rows.map(({ title, like_count }) => `${title} ${like_count}`)).toEqual(["Own 0", "In a workspace 0", "Own 0"]);

  const session = (await t.call(login, { body: { email: user.email, password: user.password } }, null)).data();
  const again = { ...user, idToken: session.idToken, headers: { ...user.headers, idtoken: session.idToken } };
  expect((await t.call(getImage, { params: { workspaceId: "personal", itemId: own.id } }, again)).data()).toMatchObject({ title: "Own" });
  expect((await t.call(getShared, { params: { slug } }, null)).statusCode).toBe(200);
  await expect(restore(target, { wanted })).rejects.toThrow("The account still exists.");
  const { rows: noted } = await installedIn(t).pool.query(
    "select details->>'subject' as subject, details->>'accountId' as id from audit where action = 'backup.part-restored' order by at desc limit 1",
  );
  expect(noted).toEqual([{ subject: user.email, id: user.id }]);
}, 120_000);

it("restores an account whose address is taken under another one, which has to be confirmed", async () => {
  const { storage: target } = newStore();
  const { user } = await filledAccount("di@example.test");
  await installedIn(t).pool.query("update users set role = 'admin', email_verified = true where id = $1", [user.id]);
  await backUp(target);
  await deletedAccount(user);
  const other = await t.user({ email: "di@example.test" });
  const wanted = { kind: "account", name: user.id } as const;
  await expect(restore(target, { wanted })).rejects.toThrow("Another account has this address now.");
  await expect(restore(target, { wanted, as: "ADA2@example.test" })).resolves.toMatchObject({ wasAdministrator: true });
  const { rows } = await installedIn(t).pool.query(
    "select email, email_key, email_verified, role from users where id = any($1) order by id",
    [[user.id, other.id]],
  );
  expect(rows).toEqual([
    { email: "ADA2@example.test", email_key: "ada2@example.test", email_verified: false, role: "user" },
    { email: "di@example.test", email_key: "di@example.test", email_verified: false, role: "user" },
  ]);
  expect(await intact()).toEqual([expect.objectContaining({ findings: 0 }), []]);
}, 120_000);
