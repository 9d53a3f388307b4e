import { listInstallationAudit, login, type ClientArgs } from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

let t: TestApp;
let admin: TestUser;
let anna: TestUser;
let team: TestTeam;

beforeAll(async () => {
  t = await createTestApp();
  admin = await t.user({ username: "Olga" });
  anna = await t.user({ username: "Anna" });
  team = await createTeam(t, [[anna, "owner"]]);
});
afterAll(() => t.close());

type Query = NonNullable<ClientArgs<typeof listInstallationAudit>["query"]>;
const list = (user: TestUser | null, query: Query = {}) => t.call(listInstallationAudit, { query }, user);
const actions = async (query: Query) => (await list(admin, query)).data().items.map(({ action }) => action);
const csv = (user: TestUser | null, search = "") =>
  t.app.inject({ url: `/api/v1/admin/audit.csv${search}`, headers: { ...user?.headers } });

it("the log of the installation is for administrators only", async () => {
  expect((await list(admin)).headers["cache-control"]).toBe("private, no-store");
  expect((await csv(admin)).statusCode).toBe(200);
  for (const read of [list, csv]) {
    expectError(await read(anna), "forbidden");
    expectError(await read(null), "unauthenticated");
  }
});

it("the log contains sign-ins with their address, and the workspace of each action", async () => {
  expectError(await t.call(login, { body: { email: anna.email, password: "wrong 1 password" } }), "wrong-password");
  expectData(await t.call(login, { body: { email: anna.email, password: anna.password } }));
  const [signedIn, refused] = (await list(admin, { action: "auth." })).data().items;
  expect(signedIn).toMatchObject({ action: "auth.signed-in", person: { id: anna.id }, ip: "127.0.0.1", workspace: null });
  expect(refused).toMatchObject({ action: "auth.sign-in-refused", person: { id: anna.id } });
  await t.modules.audit.record(t.ports.db, { action: "team.created", userId: anna.id, workspaceId: team.id, ip: "127.0.0.1" });
  const [created] = (await list(admin, { action: "team." })).data().items;
  expect(created?.workspace).toMatchObject({ id: team.id });
});

it("the log is filtered by group, action, user, workspace and time, page by page", async () => {
  const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString();
  const rows = ["item.deleted", "item.moved", "items.other", "item.deleted", "item.annotated"];
  for (const [minute, action] of rows.entries())
    await t.ports.pool.query("insert into audit (id, at, action, user_id, workspace_id) values (gen_random_uuid(), $1, $2, $3, $4)", [
      at(minute),
      action,
      minute % 2 === 0 ? anna.id : admin.id,
      team.id,
    ]);
  const from = at(0);
  expect(await actions({ from, action: "item." })).toEqual(["item.annotated", "item.deleted", "item.moved", "item.deleted"]);
  expect(await actions({ from, action: "item.deleted" })).toEqual(["item.deleted", "item.deleted"]);
  expect(await actions({ from, action: "item.", userId: admin.id })).toEqual(["item.deleted", "item.moved"]);
  expect(await actions({ from, workspaceId: team.id, to: at(1) })).toEqual(["item.moved", "item.deleted"]);
  expect(await actions({ from, workspaceId: t.ports.ids.id() })).toEqual([]);
  expect(await actions({ workspaceId: "nonsense" })).toEqual([]);
  expect(await actions({ action: "i%." })).toEqual([]);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = (await list(admin, { from, action: "item.", limit: 1, cursor })).data();
    seen.push(...page.items.map(({ action }) => action));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(["item.annotated", "item.deleted", "item.moved", "item.deleted"]);
  const [head, row] = (await csv(admin, `?action=item.deleted&from=${from}`)).body.split("\r\n");
  expect(head).toBe("at,action,personId,person,subject,details,workspaceId,workspace,ip");
  expect(row).toContain(`,${team.id},`);
  expectError(await csv(admin, "?from=yesterday"), "validation-failed");
});

interface RunNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: RunNode[];
}
/** Runs a statement and returns the rows that its nodes have read. */
async function rowsRead(text: string, values: unknown[]): Promise<number> {
  const { rows } = await t.ports.pool.query<{ "QUERY PLAN": [{ Plan: RunNode }] }>(`explain (analyze, format json) ${text}`, values);
  const sum = (node: RunNode): number =>
    (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"] +
    (node.Plans ?? []).reduce((all, one) => all + sum(one), 0);
  return sum((rows[0] as { "QUERY PLAN": [{ Plan: RunNode }] })["QUERY PLAN"][0].Plan);
}

it("each filter reads its own index and no whole table", async () => {
  await t.ports.pool.query(
    `insert into audit (id, at, action, user_id)
    select gen_random_uuid(), now() - n * interval '1 second', case when n % 20000 = 0 then 'share.made' else 'auth.signed-in' end, $1::uuid
    from generate_series(1, 60000) n`,
    [anna.id],
  );
  await t.ports.pool.query("vacuum analyze audit");
  const readsOf = async (query: Query): Promise<number> => {
    const sent = vi.spyOn(t.ports.pool, "query");
    expectData(await list(admin, query));
    const statements = sent.mock.calls.map(([config, values]) => ({ text: (config as unknown as { text: string }).text, values }));
    sent.mockRestore();
    let rows = 0;
    for (const { text, values } of statements) if (text?.includes("audit")) rows += await rowsRead(text, values as unknown as unknown[]);
    expect(rows).toBeGreaterThan(0);
    return rows;
  };
  const from = new Date(Date.now() - 40_000_000).toISOString();
  for (const query of [
    {},
    { action: "share." },
    { action: "auth." },
    { action: "share.made" },
    { from },
    { to: from, action: "share." },
    { to: from, action: "share.made" },
    { userId: anna.id },
  ])
    expect(await readsOf(query), JSON.stringify(query)).toBeLessThan(2_000);
});

it("combined filters return the same rows as a filter of all rows, page by page", async () => {
  const other = await createTeam(t, [[admin, "owner"]]);
  const names = ["item.deleted", "share.made", "item.moved", "auth.signed-in"];
  const start = Date.UTC(2031, 0, 1);
  for (let n = 0; n < 48; n += 1)
    await t.ports.pool.query("insert into audit (id, at, action, user_id, workspace_id) values (gen_random_uuid(), $1, $2, $3, $4)", [
      new Date(start + Math.floor(n / 2) * 1_000),
      names[n % 4],
      n % 3 === 0 ? admin.id : anna.id,
      n % 5 === 0 ? null : n % 2 === 0 ? team.id : other.id,
    ]);
  const from = new Date(start).toISOString();
  const everything = (await list(admin, { from, limit: 200 })).data().items;
  for (const action of [undefined, "item.", "item.moved"])
    for (const userId of [undefined, anna.id])
      for (const workspaceId of [undefined, team.id]) {
        const filter = Object.fromEntries(Object.entries({ action, userId, workspaceId }).filter(([, value]) => value !== undefined));
        const expected = everything.filter(
          (row) =>
            (action === undefined || row.action === action || (action.endsWith(".") && row.action.startsWith(action))) &&
            (userId === undefined || row.person?.id === userId) &&
            (workspaceId === undefined || row.workspace?.id === workspaceId),
        );
        const found: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page: { items: { id: string }[]; nextCursor: string | null } = (
            await list(admin, { from, limit: 5, ...filter, ...(cursor === undefined ? {} : { cursor }) })
          ).data();
          found.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        expect([filter, found]).toEqual([filter, expected.map(({ id }) => id)]);
        const lines = (await csv(admin, `?${new URLSearchParams({ from, ...filter })}`)).body.trim().split("\r\n");
        expect(lines).toHaveLength(expected.length + 1);
      }
});
