import { createComment, listPeople } from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let anna: TestUser;
let ben: TestUser;
let team: TestTeam;
let folder: string;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  owner = await t.user({ username: "Olga" });
  anna = await t.user({ username: "Anna" });
  ben = await t.user({ username: "Ben" });
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
    [ben, "viewer"],
  ]);
  folder = await team.folder("Folder");
  itemId = (await team.image(owner, { folderId: folder })).id;
  await t.ports.pool.query("delete from outbox; delete from rate_limits");
});

const names = async (user = owner) =>
  (await t.call(listPeople, { params: { itemId }, query: { q: "" } }, user)).data().items.map(({ displayName }) => displayName);
const addComment = async (user: TestUser, mentions: TestUser[]) => {
  const ids = mentions.map(({ id }) => id);
  return (await t.call(createComment, { params: { itemId }, body: { text: "Look", mentions: ids } }, user)).data().mentions;
};
const mailed = async (): Promise<string[]> =>
  (await t.ports.pool.query<{ to: string }>('select "to" from outbox order by "to"')).rows.map(({ to }) => to);

it("offers and mails only members who may read the item", async () => {
  expect(await names()).toEqual(["Anna", "Ben", "Olga"]);
  await team.grant({ folderId: folder }, anna, "none");
  expect(await names()).toEqual(["Ben", "Olga"]);
  expect((await addComment(owner, [anna, ben])).map(({ displayName }) => displayName)).toEqual(["Ben"]);
  expect(await mailed()).toEqual([ben.email]);
  await team.grant({ itemId }, anna, "read");
  expect(await names(ben)).toEqual(["Anna", "Ben", "Olga"]);
});

it("excludes a member who lost the read permission, also after their own comment", async () => {
  await addComment(anna, []);
  await team.grant({ itemId }, "everyone", "none");
  await team.grant({ itemId }, ben, "read");
  expect(await names()).toEqual(["Ben", "Olga"]);
  expect(await addComment(ben, [anna])).toEqual([]);
  expect(await mailed()).toEqual([]);
});

it("sends as many statements for a hundred members as for three", async () => {
  const countOnce = async (): Promise<number> => {
    const { query } = t.ports.pool;
    let statements = 0;
    t.ports.pool.query = ((...args: Parameters<typeof query>) => {
      statements += 1;
      return (query as (...given: unknown[]) => unknown).apply(t.ports.pool, args);
    }) as typeof query;
    try {
      await names();
      return statements;
    } finally {
      t.ports.pool.query = query;
    }
  };
  // The minimum excludes queries of other work, such as live events.
  const count = async (): Promise<number> => Math.min(await countOnce(), await countOnce(), await countOnce());
  await names();
  const few = await count();
  await t.ports.pool.query(
    `with made as (insert into users (id, email, email_key, display_name, provider)
      select gen_random_uuid(), 'n' || n || '@example.test', 'n' || n || '@example.test', 'Member ' || n, 'password' from generate_series(1, 100) n returning id)
    insert into members (workspace_id, user_id, role) select $1, id, 'member' from made`,
    [team.id],
  );
  expect(await count()).toBe(few);
  expect(few).toBeGreaterThan(2);
  await t.ports.pool.query("delete from users where email like 'n%@example.test'");
});
