import { deleteShare, getShare, listAudit, updateShare, type ClientArgs } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let admin: TestUser;
let anna: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let team: TestTeam;

beforeAll(async () => {
  t = await createTestApp();
  [owner, admin, anna, viewer, stranger] = await Promise.all([
    t.user({ username: "Olga" }),
    t.user(),
    t.user({ username: "=cmd|'/C calc'!A0" }),
    t.user(),
    t.user(),
  ]);
  team = await createTeam(t, [
    [owner, "owner"],
    [admin, "admin"],
    [anna, "member"],
    [viewer, "viewer"],
  ]);
});
afterAll(() => t.close());

type Query = NonNullable<ClientArgs<typeof listAudit>["query"]>;
const list = (user: TestUser | null, query: Query = {}, workspaceId = team.id) =>
  t.call(listAudit, { params: { workspaceId }, query }, user);
const actions = async (query: Query = {}) => (await list(owner, query)).data().items.map(({ action }) => action);
const csv = (user: TestUser | null, search = "", workspaceId = team.id) =>
  t.app.inject({ url: `/api/v1/workspace/${workspaceId}/audit.csv${search}`, headers: { ...user?.headers } });
const record = async (action: `item.${string}` | `member.${string}`, user: TestUser, details: Record<string, unknown> = {}) =>
  t.modules.audit.record(t.ports.db, { action, userId: user.id, workspaceId: team.id, ip: "127.0.0.1", details });

describe("the audit log", () => {
  it("is readable by owners and admins, a 403 for members, a 404 for others", async () => {
    for (const user of [owner, admin]) {
      expect((await list(user)).statusCode).toBe(200);
      expect((await csv(user)).statusCode).toBe(200);
    }
    for (const user of [anna, viewer]) {
      expectError(await list(user), "forbidden");
      expectError(await csv(user), "forbidden");
    }
    expectError(await list(stranger), "not-found");
    expectError(await csv(stranger), "not-found");
    expectError(await list(null), "unauthenticated");
    expectError(await csv(null), "unauthenticated");
    for (const unknown of [t.ports.ids.id(), "nonsense", "%00"]) {
      expectError(await list(owner, {}, unknown), "not-found");
      expectError(await csv(owner, "", encodeURIComponent(unknown)), "not-found");
    }
  });

  it("lists created, changed and revoked links, with the item's name and without secrets", async () => {
    const item = await team.image(anna, { title: "Poster" });
    const params = { workspaceId: team.id, itemId: item.id };
    const { slug } = (await t.call(getShare, { params }, anna)).data();
    await t.call(getShare, { params }, anna);
    await t.call(updateShare, { params, body: { visibility: "workspace", password: "open sesame" } }, anna);
    await t.call(deleteShare, { params }, anna);
    const answer = await list(owner, { action: "share." });
    const rows = answer.data().items;
    expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
      ["share.revoked", "Poster"],
      ["share.changed", "Poster"],
      ["share.made", "Poster"],
    ]);
    expect(rows[1]?.details).toMatchObject({ itemId: item.id, fields: ["visibility", "password"], visibility: "workspace" });
    expect(rows[0]?.person).toEqual({ id: anna.id, displayName: anna.displayName, photoURL: null });
    for (const secret of [slug, "open sesame", "argon2"]) expect(answer.body).not.toContain(secret);
  });

  it("is returned in pages, newest first, complete and without duplicates", async () => {
    for (let nth = 0; nth < 25; nth += 1) await record("item.deleted", anna, { title: `Item ${nth}` });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (await list(owner, { action: "item.deleted", limit: 10, cursor })).data();
      seen.push(...page.items.map(({ subject }) => subject));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, nth) => `Item ${24 - nth}`));
    expect(expectError(await list(owner, { cursor: "nonsense" }), "validation-failed")).toMatchObject([{ field: "cursor" }]);
  });

  it("is filtered by action, user and time", async () => {
    const before = t.clock.now();
    t.clock.advance(60_000);
    await record("member.joined", viewer, { name: "Viewer" });
    const between = new Date(t.clock.now().getTime() + 30_000);
    t.clock.advance(60_000);
    await record("member.left", viewer, { name: "Viewer" });
    expect(await actions({ action: "member." })).toEqual(["member.left", "member.joined"]);
    expect(await actions({ action: "member.left" })).toEqual(["member.left"]);
    expect(await actions({ action: "member" })).toEqual([]);
    expect(await actions({ action: "m%." })).toEqual([]);
    expect(await actions({ userId: viewer.id })).toEqual(["member.left", "member.joined"]);
    expect(await actions({ userId: stranger.id })).toEqual([]);
    expect(await actions({ userId: "nonsense" })).toEqual([]);
    const from = new Date(before.getTime() + 1).toISOString();
    expect(await actions({ from })).toEqual(["member.left", "member.joined"]);
    const to = between.toISOString();
    expect(await actions({ from, to })).toEqual(["member.joined"]);
    expectError(await list(owner, { from: "yesterday" }), "validation-failed");
  });

  it("contains the events of its workspace only", async () => {
    const other = await createTeam(t, [[owner, "owner"]]);
    expect((await list(owner, {}, other.id)).data().items).toEqual([]);
    const personal = (await list(owner, {}, "personal")).data().items;
    expect(personal.every(({ action }) => !action.startsWith("member."))).toBe(true);
  });
});

describe("the CSV file", () => {
  const lines = (text: string): string[] => text.trimEnd().split("\r\n");

  it("is an attachment with all rows of the same filters, beyond one page", async () => {
    await t.ports.pool.query(
      `insert into audit (id, at, action, user_id, workspace_id, details)
        select gen_random_uuid(), now() - n * interval '1 second', 'folder.deleted', $2::uuid, $1::uuid, jsonb_build_object('name', 'Folder ' || n)
        from generate_series(1, 1203) n`,
      [team.id, owner.id],
    );
    const answer = await csv(owner, "?action=folder.");
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": expect.stringMatching(/^attachment; filename="audit\.csv"/u),
      "cache-control": "private, no-store",
    });
    const [head, ...rows] = lines(answer.body);
    expect(head).toBe("at,action,personId,person,subject,details");
    expect(rows).toHaveLength(1203);
    expect(new Set(rows).size).toBe(1203);
    expect(rows[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,folder\.deleted,[\da-f-]{36},Olga,Folder 1,"\{""name"": ?""Folder 1""\}"$/u);
    expect(lines((await csv(owner, "?action=member.left")).body)).toHaveLength(2);
    expectError(await csv(owner, "?from=yesterday"), "validation-failed");
    expectError(await csv(owner, "?action=%00"), "validation-failed");
    expect(lines((await csv(owner, "?userId=nonsense")).body)).toEqual([head]);
  });

  it("contains no formula for spreadsheet programs, for any name of a user or an item", async () => {
    await record("item.deleted", anna, { title: '=HYPERLINK("https://evil.example")' });
    const [, row = ""] = lines((await csv(owner, "?action=item.deleted")).body);
    expect(row).toContain(",'=cmd|'/C calc'!A0,");
    expect(row).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
  });
});

it("each statement uses the index of the workspace", async () => {
  const client = await t.ports.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain select a.id from audit a left join users u on u.id = a.user_id where a.workspace_id = '${team.id}' and a.at <= now() order by a.at desc, a.id desc limit 50`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("audit_first_workspace");
    expect(plan).not.toContain("Seq Scan");
  } finally {
    await client.query("rollback");
    client.release();
  }
});
