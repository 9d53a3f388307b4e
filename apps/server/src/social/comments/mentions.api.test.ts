import { createComment, deleteShare, getShare, listComments, listPeople, updateComment, updateShare } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
/** Owner, member and viewer of a team, a visitor who comments by link, and an unrelated user. */
let anna: TestUser;
let ben: TestUser;
let cleo: TestUser;
let dora: TestUser;
let emil: TestUser;
let teamId: string;
let itemId: string;
let share: string;

beforeAll(async () => {
  t = await createTestApp();
  const named = (username: string): Promise<TestUser> => t.user({ username });
  anna = await named("Anna Alm");
  ben = await named("Ben 50%_off");
  cleo = await named("Cleo");
  dora = await named("Dora");
  emil = await named("Emil");
  ({ id: teamId } = await createTeam(t, [
    [anna, "owner"],
    [ben, "member"],
    [cleo, "viewer"],
  ]));
});
afterAll(() => t.close());

beforeEach(async () => {
  itemId = (await t.image(anna, { title: "Plan" })).id;
  await t.ports.pool.query("update items set workspace_id = $2 where id = $1", [itemId, teamId]);
  share = (await t.call(getShare, { params: { workspaceId: teamId, itemId } }, anna)).data().slug;
  await t.ports.pool.query("delete from outbox; delete from rate_limits");
});

const idsOf = (...users: TestUser[]): string[] => users.map(({ id }) => id);
const addComment = (user: TestUser, text: string, mentions?: string[], slug?: string) =>
  t.call(createComment, { params: { itemId }, query: { share: slug }, body: { text, mentions } }, user);
const change = (user: TestUser, commentId: string, text: string, mentions?: string[], slug?: string) =>
  t.call(updateComment, { params: { commentId }, query: { share: slug }, body: { text, mentions } }, user);
const people = (user: TestUser | null, q = "", slug?: string) =>
  t.call(listPeople, { params: { itemId }, query: { q, share: slug } }, user);
const namesOf = async (...given: Parameters<typeof people>): Promise<string[]> =>
  (await people(...given)).data().items.map(({ displayName }) => displayName);
const mailed = async (): Promise<string[]> =>
  (await t.ports.pool.query<{ to: string }>('select "to" from outbox order by "to"')).rows.map(({ to }) => to);
const sorted = (...users: TestUser[]): string[] => users.map(({ email }) => email).toSorted();

describe("users who can be mentioned", () => {
  it("are the owner, the members and the authors of comments", async () => {
    expect(await namesOf(anna)).toEqual(["Anna Alm", "Ben 50%_off", "Cleo"]);
    await addComment(dora, "Hi", undefined, share);
    expect(await namesOf(cleo)).toEqual(["Anna Alm", "Ben 50%_off", "Cleo", "Dora"]);
    const [first] = (await people(anna)).data().items;
    expect(first).toEqual({ id: anna.id, displayName: "Anna Alm", photoURL: null });
  });

  it("are found by part of their name, prefixes first", async () => {
    expect(await namesOf(anna, "a")).toEqual(["Anna Alm"]);
    expect(await namesOf(anna, "ALM")).toEqual(["Anna Alm"]);
    expect(await namesOf(anna, "50%_")).toEqual(["Ben 50%_off"]);
    expect(await namesOf(anna, "_nna")).toEqual([]);
    expect(await namesOf(anna, "%")).toEqual(["Ben 50%_off"]);
    expect(await namesOf(anna, "\\")).toEqual([]);
    expect(await namesOf(anna, "e")).toEqual(["Ben 50%_off", "Cleo"]);
  });

  it("do not include the space's members for visitors with only a link", async () => {
    await addComment(dora, "Hi", undefined, share);
    expect(await namesOf(dora, "", share)).toEqual(["Anna Alm", "Dora"]);
    expectError(await people(emil), "not-found");
    expectError(await people(null, "", share), "unauthenticated");
    await t.call(deleteShare, { params: { workspaceId: teamId, itemId } }, anna);
    expectError(await people(dora, "", share), "not-found");
  });

  it("are at most twenty", async () => {
    await t.ports.pool.query(
      "with made as (insert into users (id, email, email_key, display_name, provider) select gen_random_uuid(), 'm' || n || '@example.test', 'm' || n || '@example.test', 'Member ' || n, 'password' from generate_series(1, 30) n returning id) insert into members (workspace_id, user_id, role) select $1, id, 'viewer' from made",
      [teamId],
    );
    expect(await namesOf(anna)).toHaveLength(20);
    await t.ports.pool.query("delete from users where email like 'm%@example.test'");
  });
});

describe("a mention", () => {
  it("lists the mentioned users, and mails each of them once", async () => {
    const answer = (await addComment(anna, "Look, @Ben 50%_off and @Cleo", idsOf(ben, cleo, ben))).data();
    expect(answer.mentions).toEqual([
      { id: ben.id, displayName: "Ben 50%_off" },
      { id: cleo.id, displayName: "Cleo" },
    ]);
    expect(await mailed()).toEqual(sorted(ben, cleo));
    const { rows } = await t.ports.pool.query<{ subject: string; text: string }>("select subject, text from outbox");
    expect(rows[0]?.subject).toBe("Anna Alm mentioned you on an image");
    expect(rows[0]?.text).toContain("> Look, @Ben");
    expect(rows[0]?.text).toContain(`/images/${itemId}`);
    const [shown] = (await t.call(listComments, { params: { itemId }, query: { share } }, null)).data().items;
    expect(shown?.mentions).toEqual(answer.mentions);
  });

  it("that an edit adds mails only new users, and never twice", async () => {
    const { id } = (await addComment(anna, "@Ben", idsOf(ben))).data();
    expect((await change(anna, id, "@Ben @Cleo", idsOf(ben, cleo))).data().mentions).toHaveLength(2);
    expect(await mailed()).toEqual(sorted(ben, cleo));
    expect((await change(anna, id, "Nobody", [])).data().mentions).toEqual([]);
    expect((await change(anna, id, "@Ben again", idsOf(ben))).data()).toMatchObject({ mentions: [{ id: ben.id }], edited: true });
    expect((await change(anna, id, "@Ben, only other words")).data().mentions).toMatchObject([{ id: ben.id }]);
    expect(await mailed()).toEqual(sorted(ben, cleo));
  });

  it("in two concurrent edits send one mail", async () => {
    const { id } = (await addComment(anna, "x")).data();
    await Promise.all(Array.from({ length: 8 }, (_, n) => change(anna, id, `@Ben ${n}`, idsOf(ben))));
    expect(await mailed()).toEqual([ben.email]);
  });

  it("of users who cannot be mentioned is omitted without an error", async () => {
    const answer = await addComment(anna, "@Emil", [...idsOf(emil), "nonsense", "00000000-0000-4000-8000-000000000000"]);
    expect(answer.data().mentions).toEqual([]);
    expect((await addComment(dora, "@Ben @Anna", idsOf(ben, anna), share)).data().mentions).toEqual([
      { id: anna.id, displayName: "Anna Alm" },
    ]);
    expect(await mailed()).toEqual([anna.email]);
    expectError(
      await addComment(
        anna,
        "x",
        Array.from({ length: 21 }, () => "x"),
      ),
      "validation-failed",
    );
  });

  it("of the author sends no mail", async () => {
    expect((await addComment(anna, "@Anna Alm", idsOf(anna))).data().mentions).toHaveLength(1);
    expect(await mailed()).toEqual([]);
  });

  it("sends a visitor the URL of their link, while the link is public", async () => {
    await addComment(dora, "Hi", undefined, share);
    await addComment(anna, "@Dora", idsOf(dora));
    expect(await mailed()).toEqual([dora.email]);
    const { rows } = await t.ports.pool.query<{ text: string }>("select text from outbox");
    expect(rows[0]?.text).toContain(`/s/${share}`);
    await t.ports.pool.query("delete from outbox");
    await t.call(updateShare, { params: { workspaceId: teamId, itemId }, body: { maxViews: 5 } }, anna);
    await addComment(anna, "@Dora", idsOf(dora));
    expect(await mailed()).toEqual([dora.email]);
    await t.call(updateShare, { params: { workspaceId: teamId, itemId }, body: { maxViews: null } }, anna);
    for (const terms of [{ visibility: "workspace" }, { visibility: "link", password: "open sesame" }] as const) {
      await t.ports.pool.query("delete from outbox");
      await t.call(updateShare, { params: { workspaceId: teamId, itemId }, body: terms }, anna);
      expect((await addComment(anna, "@Dora", idsOf(dora))).data().mentions).toHaveLength(1);
      expect(await mailed()).toEqual([]);
    }
    await t.call(deleteShare, { params: { workspaceId: teamId, itemId } }, anna);
    await addComment(anna, "@Dora", idsOf(dora));
    expect(await mailed()).toEqual([]);
  });

  it("sends a limited number of mails per hour; the comments are stored", async () => {
    await addComment(anna, "@Ben", idsOf(ben));
    await t.ports.pool.query("update rate_limits set hits = 30000 where key like 'mention-mails:%'");
    expect((await addComment(anna, "@Ben", idsOf(ben))).data().mentions).toHaveLength(1);
    expect(await mailed()).toEqual([ben.email]);
  });
});
