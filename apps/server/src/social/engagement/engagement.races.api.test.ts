import {
  createComment,
  deleteComment,
  deleteUser,
  getShare,
  likeItem,
  putCaptions,
  recordView,
  deleteCaptions,
  unlikeItem,
  updateChapters,
  updateComment,
} from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

const CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n";

let t: TestApp;
let owner: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  await t.user();
  owner = await t.user();
});
afterAll(() => t.close());

/** Creates a video with a public link. */
async function createShared(): Promise<{ itemId: string; share: string }> {
  const { id: itemId } = await t.image(owner);
  await t.ports.pool.query("update items set type = 'video', duration_ms = 100000 where id = $1", [itemId]);
  const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, owner)).data();
  return { itemId, share: slug };
}
type SharedItem = Awaited<ReturnType<typeof createShared>>;

const addComment = async ({ itemId, share }: SharedItem, user: TestUser, text = "Here"): Promise<string> =>
  (await t.call(createComment, { params: { itemId }, query: { share }, body: { text } }, user)).data().id;
/** Returns how many connections to this test's database wait for a lock. */
const waiting = async (): Promise<number> =>
  (
    await t.ports.pool.query<{ n: number }>(
      "select count(distinct pid)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows[0]?.n ?? 0;

/** Runs `work` in a separate transaction. */
async function apart<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await t.ports.pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** All actions on an item, by a user who did each of them before. */
const operations: [string, (at: SharedItem, person: TestUser, commentId: string) => Promise<{ statusCode: number }>][] = [
  ["a like", ({ itemId, share }) => t.call(likeItem, { params: { itemId }, query: { share } }, owner)],
  ["a removed like", ({ itemId, share }, person) => t.call(unlikeItem, { params: { itemId }, query: { share } }, person)],
  [
    "a view",
    ({ itemId, share }, person) =>
      t.call(recordView, { params: { itemId }, query: { share }, body: { session: "session-1", seconds: 5 } }, person),
  ],
  [
    "a comment",
    ({ itemId, share }, person) => t.call(createComment, { params: { itemId }, query: { share }, body: { text: "There" } }, person),
  ],
  [
    "a comment that is changed",
    ({ share }, person, commentId) => t.call(updateComment, { params: { commentId }, query: { share }, body: { text: "Changed" } }, person),
  ],
  [
    "a comment that is deleted",
    ({ share }, person, commentId) => t.call(deleteComment, { params: { commentId }, query: { share } }, person),
  ],
  ["captions", ({ itemId }) => t.call(putCaptions, { params: { itemId, language: "en" }, body: { vtt: CAPTIONS } }, owner)],
  ["captions that are removed", ({ itemId }) => t.call(deleteCaptions, { params: { itemId, language: "de" } }, owner)],
  ["chapters", ({ itemId }) => t.call(updateChapters, { params: { itemId }, body: { enabled: true } }, owner)],
];

it.each(operations)("%s and the deletion of its item wait for each other, and both complete", async (_name, operation) => {
  const at = await createShared();
  const person = await t.user();
  await t.call(likeItem, { params: { itemId: at.itemId }, query: { share: at.share } }, person);
  await t.call(putCaptions, { params: { itemId: at.itemId, language: "de" }, body: { vtt: CAPTIONS } }, owner);
  const commentId = await addComment(at, person);
  // Same lock order as in deletion: the item first, then its dependent rows.
  const answer = await apart(async (client) => {
    await client.query("select id from items where id = $1 for update", [at.itemId]);
    const doing = operation(at, person, commentId);
    let isDone = false;
    void doing.finally(() => (isDone = true));
    await vi.waitUntil(async () => isDone || (await waiting()) > 0, { timeout: 10_000, interval: 20 });
    await client.query("delete from items where id = $1", [at.itemId]);
    return { doing };
  });
  expect((await answer.doing).statusCode).toBeLessThan(500);
  expect((await t.ports.pool.query("select 1 from items where id = $1", [at.itemId])).rowCount).toBe(0);
});

it("accounts that are deleted concurrently lock their liked items in the order of their ids", async () => {
  const [one, other] = [await createShared(), await createShared()].toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)) as [
    SharedItem,
    SharedItem,
  ];
  const person = await t.user();
  for (const { itemId, share } of [other, one]) await t.call(likeItem, { params: { itemId }, query: { share } }, person);
  const body = { email: person.email, password: person.password, phrase: "delete my account" };
  const { ending } = await apart(async (client) => {
    await client.query("select id from items where id = $1 for no key update", [one.itemId]);
    const doing = t.call(deleteUser, { body }, person);
    await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 10_000, interval: 20 });
    await client.query("select id from items where id = $1 for no key update", [other.itemId]);
    return { ending: doing };
  });
  expect((await ending).statusCode).toBe(200);
  const { rows } = await t.ports.pool.query("select like_count from items where id = any($1)", [[one.itemId, other.itemId]]);
  expect(rows).toEqual([{ like_count: 0 }, { like_count: 0 }]);
});

it("thirty-two concurrent likes of two items, in opposite order, all succeed, and the counts are right", async () => {
  const sharedItems = [await createShared(), await createShared()];
  const people = await Promise.all(Array.from({ length: 8 }, () => t.user()));
  const act = async (n: number): Promise<number[]> => {
    const person = people[n % people.length] as TestUser;
    const statuses: number[] = [];
    for (const { itemId, share } of n % 2 ? sharedItems : sharedItems.toReversed()) {
      const given = { params: { itemId }, query: { share } };
      const kind = Math.floor(n / people.length);
      const answer =
        kind === 0
          ? await t.call(likeItem, given, person)
          : kind === 1
            ? await t.call(unlikeItem, given, person)
            : kind === 2
              ? await t.call(recordView, { ...given, body: { session: `session-${n}`, seconds: 5 } }, person)
              : await t.call(createComment, { ...given, body: { text: `From ${n}` } }, person);
      statuses.push(answer.statusCode);
    }
    return statuses;
  };
  for (let round = 0; round < 4; round += 1) {
    const statuses = (await Promise.all(Array.from({ length: 32 }, (_, n) => act(n)))).flat();
    expect(statuses.filter((status) => status >= 400)).toEqual([]);
  }
  for (const { itemId } of sharedItems) {
    const { rows } = await t.ports.pool.query<Record<string, number>>(
      `select like_count, comment_count, view_count, unique_view_count,
        (select count(*)::int from likes where item_id = i.id) as likes, (select count(*)::int from comments where item_id = i.id) as comments,
        (select count(*)::int from views where item_id = i.id and counted) as views from items i where id = $1`,
      [itemId],
    );
    const [row = {}] = rows;
    expect([row.like_count, row.comment_count, row.view_count]).toEqual([row.likes, row.comments, row.views]);
    expect([row.comment_count, row.view_count, row.unique_view_count]).toEqual([32, 8, 8]);
  }
});
