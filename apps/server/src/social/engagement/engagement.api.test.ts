import {
  deleteShare,
  deleteUser,
  getImage,
  getShare,
  getShared,
  getStatistics,
  likeItem,
  listItems,
  recordView,
  unlikeItem,
  updateShare,
  type ClientArgs,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, sharedItem, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let teamId: string;

beforeAll(async () => {
  t = await createTestApp();
  await t.user();
  [owner, viewer, stranger] = [await t.user(), await t.user(), await t.user()];
  ({ id: teamId } = await createTeam(t, [
    [owner, "owner"],
    [viewer, "viewer"],
  ]));
});
afterAll(() => t.close());

/** Creates a video (or picture) in the team's workspace with a public link. */
async function createShared(
  given: { durationS?: number; type?: "image" | "video"; terms?: object } = {},
): Promise<{ itemId: string; share: string }> {
  const { id: itemId } = await t.image(owner);
  await t.ports.pool.query("update items set workspace_id = $2, type = $3, duration_ms = $4 where id = $1", [
    itemId,
    teamId,
    given.type ?? "video",
    given.type === "image" ? null : (given.durationS ?? 100) * 1_000,
  ]);
  const params = { workspaceId: teamId, itemId };
  const { slug } = (await t.call(getShare, { params }, owner)).data();
  if (given.terms) await t.call(updateShare, { params, body: given.terms }, owner);
  return { itemId, share: slug };
}
const like = (itemId: string, user: TestUser | null, share?: string) => t.call(likeItem, { params: { itemId }, query: { share } }, user);
const unlike = (itemId: string, user: TestUser | null, share?: string) =>
  t.call(unlikeItem, { params: { itemId }, query: { share } }, user);
const countsOf = async (itemId: string) => {
  const { rows } = await t.ports.pool.query("select like_count, view_count, unique_view_count from items where id = $1", [itemId]);
  return rows[0] as { like_count: number; view_count: number; unique_view_count: number };
};

describe("a like", () => {
  it("counts once per user for repeated requests, and is in every response", async () => {
    const { itemId, share } = await createShared({ type: "image" });
    expect((await like(itemId, viewer)).data()).toEqual({ likes: 1, likedByMe: true });
    expect((await like(itemId, viewer)).data()).toEqual({ likes: 1, likedByMe: true });
    expect((await like(itemId, owner)).data()).toEqual({ likes: 2, likedByMe: true });
    const params = { workspaceId: teamId, itemId };
    expect((await t.call(getImage, { params }, viewer)).data()).toMatchObject({ likes: 2, likedByMe: true });
    const listed = (await t.call(listItems, { params: { workspaceId: teamId }, query: { view: "all" } }, viewer)).data().items;
    expect(listed.find(({ id }) => id === itemId)).toMatchObject({ likes: 2, likedByMe: true });
    const seen = async (user: TestUser | null) => sharedItem((await t.call(getShared, { params: { slug: share } }, user)).data());
    expect(await seen(viewer)).toMatchObject({ likes: 2, likedByMe: true });
    expect(await seen(stranger)).toMatchObject({ likes: 2, likedByMe: false });
    expect(await seen(null)).toMatchObject({ likes: 2, likedByMe: false });
    expect((await unlike(itemId, viewer)).data()).toEqual({ likes: 1, likedByMe: false });
    expect((await unlike(itemId, viewer)).data()).toEqual({ likes: 1, likedByMe: false });
    expect((await t.call(getImage, { params }, owner)).data()).toMatchObject({ likes: 1, likedByMe: true });
  });

  it("counts once per user for concurrent requests", async () => {
    const { itemId, share } = await createShared();
    const people = await Promise.all(Array.from({ length: 10 }, () => t.user()));
    await Promise.all(Array.from({ length: 50 }, (_, n) => like(itemId, people[n % 10] ?? null, share)));
    expect(await countsOf(itemId)).toMatchObject({ like_count: 10 });
    await Promise.all(people.flatMap((person, n) => (n < 5 ? [unlike(itemId, person, share), unlike(itemId, person, share)] : [])));
    expect(await countsOf(itemId)).toMatchObject({ like_count: 5 });
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? like : unlike)(itemId, people[0] ?? null, share)));
    const { rows } = await t.ports.pool.query<{ n: number }>("select count(*)::int as n from likes where item_id = $1", [itemId]);
    expect(await countsOf(itemId)).toMatchObject({ like_count: rows[0]?.n });
  });

  it("is accepted from visitors after sign-in, with a valid link", async () => {
    const { itemId, share } = await createShared();
    expectError(await like(itemId, null, share), "sign-in-to-like");
    expectError(await unlike(itemId, null, share), "sign-in-to-like");
    expectError(await like(itemId, null), "sign-in-to-like");
    expect((await like(itemId, stranger, share)).data()).toEqual({ likes: 1, likedByMe: true });
    expectError(await like(itemId, stranger), "not-found");
    expectError(await like((await createShared()).itemId, stranger, share), "not-found");
    await t.call(updateShare, { params: { workspaceId: teamId, itemId }, body: { password: "open sesame" } }, owner);
    expectError(await unlike(itemId, stranger, share), "password-required");
    await t.call(deleteShare, { params: { workspaceId: teamId, itemId } }, owner);
    for (const user of [stranger, null]) expectError(await like(itemId, user, share), "not-found");
    expect(await countsOf(itemId)).toMatchObject({ like_count: 1 });
  });

  it("is deleted with its user and with its item", async () => {
    const { itemId, share } = await createShared();
    const person = await t.user();
    await like(itemId, person, share);
    await like(itemId, viewer);
    const body = { email: person.email, password: person.password, phrase: "delete my account" };
    expect((await t.call(deleteUser, { body }, person)).statusCode).toBe(200);
    expect(await countsOf(itemId)).toMatchObject({ like_count: 1 });
    await t.ports.pool.query("delete from items where id = $1", [itemId]);
    expect((await t.ports.pool.query("select 1 from likes where item_id = $1", [itemId])).rowCount).toBe(0);
  });
});

type Report = Partial<ClientArgs<typeof recordView>["body"]>;
const report = (itemId: string, user: TestUser | null, share: string | undefined, body: Report = {}) =>
  t.call(recordView, { params: { itemId }, query: { share }, body: { session: "session-one", seconds: 5, ...body } }, user);

describe("a visit", () => {
  it("counts as one view after three watched seconds", async () => {
    const { itemId, share } = await createShared();
    expect((await report(itemId, null, share, { seconds: 2.5 })).data()).toEqual({ counted: false, views: 0, uniqueViews: 0 });
    expect((await report(itemId, null, share, { seconds: 3 })).data()).toEqual({ counted: true, views: 1, uniqueViews: 1 });
    expect((await report(itemId, null, share, { seconds: 9 })).data()).toEqual({ counted: true, views: 1, uniqueViews: 1 });
    expect((await report(itemId, null, share, { seconds: 1, session: "session-two" })).data()).toMatchObject({ counted: false, views: 1 });
    expect((await report(itemId, null, share, { session: "session-two" })).data()).toEqual({ counted: true, views: 2, uniqueViews: 2 });
    expect((await report(itemId, viewer, undefined, { session: "session-one" })).data()).toEqual({
      counted: true,
      views: 3,
      uniqueViews: 3,
    });
  });

  it("that continues after half an hour without reports is another view of the visitor", async () => {
    const { itemId, share } = await createShared();
    await report(itemId, null, share);
    t.clock.advance(29 * 60_000);
    expect((await report(itemId, null, share)).data()).toEqual({ counted: true, views: 1, uniqueViews: 1 });
    t.clock.advance(31 * 60_000);
    expect((await report(itemId, null, share)).data()).toEqual({ counted: true, views: 2, uniqueViews: 1 });
    // A signed-in user is the same visitor in every browser.
    await report(itemId, viewer, share, { session: "at home, in bed" });
    t.clock.advance(31 * 60_000);
    expect((await report(itemId, viewer, undefined, { session: "at work, awake" })).data()).toEqual({
      counted: true,
      views: 4,
      uniqueViews: 2,
    });
  });

  it("of the owner never counts, also through the link", async () => {
    const { itemId, share } = await createShared();
    for (const slug of [share, undefined])
      expect((await report(itemId, owner, slug, { seconds: 60 })).data()).toEqual({ counted: false, views: 0, uniqueViews: 0 });
    expect((await t.ports.pool.query("select 1 from views where item_id = $1", [itemId])).rowCount).toBe(0);
  });

  it("is one for any number of concurrent reports", async () => {
    const { itemId, share } = await createShared();
    await Promise.all(Array.from({ length: 30 }, (_, n) => report(itemId, null, share, { segments: [[n * 3, n * 3 + 3]], seconds: n })));
    expect(await countsOf(itemId)).toMatchObject({ view_count: 1, unique_view_count: 1 });
    const { rows } = await t.ports.pool.query<{ seconds: number; coverage: Buffer }>(
      "select seconds, coverage from views where item_id = $1",
      [itemId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.seconds).toBe(29);
    expect(rows[0]?.coverage.subarray(0, 11).every((byte) => byte === 255)).toBe(true);
    await Promise.all(Array.from({ length: 20 }, (_, n) => report(itemId, null, share, { session: `visitor-${n}` })));
    expect(await countsOf(itemId)).toMatchObject({ view_count: 21, unique_view_count: 21 });
  });

  it("without a view is deleted at night, a day after its last report", async () => {
    await using own = await createTestApp();
    const anna = await own.user();
    const { id: itemId } = await own.image(anna);
    const { slug: share } = (await own.call(getShare, { params: { workspaceId: "personal", itemId } }, anna)).data();
    const visit = (session: string, seconds: number) =>
      own.call(recordView, { params: { itemId }, query: { share }, body: { session, seconds } }, null);
    const left = async () =>
      (await own.ports.pool.query("select counted, count(*)::int as n from views group by 1 order by 1")).rows as unknown[];
    const sweep = () => own.modules.engagement.sweepers[0]?.run(AbortSignal.timeout(60_000), null);
    await visit("visitor-1", 1);
    await visit("visitor-2", 5);
    own.clock.advance(23 * 3_600_000);
    await visit("visitor-3", 1);
    await own.ports.pool.query(
      `insert into views (id, item_id, visitor, source, created_at, updated_at)
        select gen_random_uuid(), $1, decode(md5(n::text), 'hex'), 'link', $2, $2 from generate_series(1, 2500) n`,
      [itemId, own.clock.now()],
    );
    own.clock.advance(2 * 3_600_000);
    expect(await sweep()).toBe(1);
    expect(await left()).toEqual([
      { counted: false, n: 2_501 },
      { counted: true, n: 1 },
    ]);
    own.clock.advance(24 * 3_600_000);
    expect(await sweep()).toBe(2_501);
    expect(await left()).toEqual([{ counted: true, n: 1 }]);
    const { rows } = await own.ports.pool.query("select view_count, unique_view_count from items where id = $1", [itemId]);
    expect(rows).toEqual([{ view_count: 1, unique_view_count: 1 }]);
  });

  it("of a picture counts after three seconds, too", async () => {
    const { itemId, share } = await createShared({ type: "image" });
    expect((await report(itemId, null, share, { seconds: 2 })).data()).toMatchObject({ counted: false });
    expect((await report(itemId, null, share, { seconds: 3, segments: [[0, 3]] })).data()).toMatchObject({ counted: true, views: 1 });
  });

  it("is accepted only from users who may see the item", async () => {
    const { itemId, share } = await createShared();
    expectError(await report(itemId, null, undefined), "unauthenticated");
    expectError(await report(itemId, stranger, undefined), "not-found");
    expectError(await report((await createShared()).itemId, null, share), "not-found");
    expectError(await report("nonsense", null, share), "not-found");
    await t.call(updateShare, { params: { workspaceId: teamId, itemId }, body: { password: "open sesame" } }, owner);
    expectError(await report(itemId, null, share), "password-required");
    const cookie = await unlockCookie(share);
    const sent = { params: { itemId }, query: { share }, body: { session: "session-one", seconds: 5 } };
    expect((await t.call(recordView, sent, null, { cookie })).data()).toMatchObject({ counted: true, views: 1 });
    await t.call(deleteShare, { params: { workspaceId: teamId, itemId } }, owner);
    expectError(await t.call(recordView, sent, null, { cookie }), "not-found");
  });

  it("has different visitor ids for different items", async () => {
    const [one, other] = [await createShared(), await createShared()];
    for (const { itemId, share } of [one, other]) await report(itemId, stranger, share);
    const { rows } = await t.ports.pool.query<{ visitor: string }>("select visitor::text from views where item_id = any($1)", [
      [one.itemId, other.itemId],
    ]);
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(2);
  });

  it("with invalid data is refused, or reduced to its valid part", async () => {
    const { itemId, share } = await createShared({ durationS: 10 });
    for (const body of [
      { seconds: -1 },
      { seconds: Number.NaN },
      { session: "short" },
      { session: "x".repeat(65) },
      { segments: [[1]] as never },
    ])
      expectError(await report(itemId, null, share, body), "validation-failed");
    expectError(await report(itemId, null, share, { segments: Array.from({ length: 501 }, () => [0, 1]) }), "validation-failed");
    expect(
      (
        await report(itemId, null, share, {
          seconds: 999_999,
          segments: [
            [5, 2],
            [0, 999_999],
          ],
        })
      ).data(),
    ).toMatchObject({ counted: true });
    const statistics = (await t.call(getStatistics, { params: { itemId } }, owner)).data();
    expect(statistics).toMatchObject({ averageSeconds: 10, coverage: Array.from({ length: 100 }, () => 1) });
  });

  it("has a rate limit per IP address", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const anna = await strict.user();
    const { id: itemId } = await strict.image(anna);
    const { slug: share } = (await strict.call(getShare, { params: { workspaceId: "personal", itemId } }, anna)).data();
    const visit = (session: string) =>
      strict.call(recordView, { params: { itemId }, query: { share }, body: { session, seconds: 5 } }, null);
    expect((await visit("visitor-1")).statusCode).toBe(200);
    await strict.ports.pool.query("update rate_limits set hits = 299 where key = $1", [`view-visits:${share}:127.0.0.1`]);
    expect((await visit("visitor-2")).statusCode).toBe(200);
    expectError(await visit("visitor-3"), "too-many-requests");
    // Visits in progress continue.
    expect((await visit("visitor-2")).statusCode).toBe(200);
    await strict.ports.pool.query("update rate_limits set hits = 600 where key = $1", [`view-reports:${share}:127.0.0.1`]);
    expectError(await visit("visitor-2"), "too-many-requests");
  });
});

async function unlockCookie(slug: string): Promise<string> {
  const answer = await t.app.inject({ method: "POST", url: `/api/v1/shared/${slug}/unlock`, payload: { password: "open sesame" } });
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}

describe("statistics", () => {
  const get = (itemId: string, user: TestUser | null, query = {}) => t.call(getStatistics, { params: { itemId }, query }, user);

  it("return days, curve, completion and sources", async () => {
    const { itemId, share } = await createShared();
    await report(itemId, null, share, { session: "visitor-1", seconds: 30, segments: [[0, 30]] });
    await report(itemId, null, share, { session: "visitor-2", seconds: 50, segments: [[0, 50]], source: "embed" });
    await report(itemId, null, share, { session: "visitor-3", seconds: 2, segments: [[0, 2]] });
    await t.ports.pool.query(
      "update views set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days' where item_id = $1",
      [itemId],
    );
    const day = (ago: number): string => new Date(t.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    // The same visitor watches the rest on another day.
    await report(itemId, null, share, { session: "visitor-1", seconds: 60, segments: [[30, 100]], source: "workspace" });
    await report(itemId, viewer, undefined, { seconds: 10, segments: [[0, 10]] });
    await like(itemId, viewer);
    const { coverage, ...rest } = (await get(itemId, owner, { days: 4 })).data();
    expect(rest).toEqual({
      views: 4,
      uniqueViews: 3,
      likes: 1,
      comments: 0,
      averageSeconds: 37.5,
      overTime: [
        { day: day(3), views: 0, uniqueViews: 0 },
        { day: day(2), views: 2, uniqueViews: 2 },
        { day: day(1), views: 0, uniqueViews: 0 },
        { day: day(0), views: 2, uniqueViews: 1 },
      ],
      completion: [
        { percent: 25, viewers: 2 },
        { percent: 50, viewers: 2 },
        { percent: 75, viewers: 1 },
        { percent: 100, viewers: 1 },
      ],
      sources: [
        { source: "link", views: 2 },
        { source: "embed", views: 1 },
        { source: "workspace", views: 1 },
      ],
    });
    expect([0, 9, 10, 49, 50, 99].map((bucket) => coverage[bucket])).toEqual([3, 3, 2, 2, 1, 1]);
    expect((await get(itemId, owner, { days: 1 })).data().overTime).toEqual([{ day: day(0), views: 2, uniqueViews: 1 }]);
    expect((await get(itemId, owner)).data().overTime).toHaveLength(30);
    for (const days of [0, 367, "x"]) expectError(await get(itemId, owner, { days }), "validation-failed");
  });

  it("are empty without views, and have no curve for pictures", async () => {
    const [film, picture] = [await createShared(), await createShared({ type: "image" })];
    expect((await get(film.itemId, owner)).data()).toMatchObject({
      views: 0,
      averageSeconds: null,
      completion: [{ viewers: 0 }, {}, {}, {}],
    });
    expect((await get(film.itemId, owner)).data().coverage).toHaveLength(100);
    expect((await get(picture.itemId, owner)).data()).toMatchObject({ coverage: [], completion: [] });
  });

  it("need write permission on the item", async () => {
    const { itemId } = await createShared();
    expectError(await get(itemId, viewer), "forbidden");
    expectError(await get(itemId, stranger), "not-found");
    expectError(await get(itemId, null), "unauthenticated");
    expectError(await get("nonsense", owner), "not-found");
  });
});
