import {
  addReaction,
  createComment,
  deleteShare,
  getNotificationSettings,
  getShare,
  likeItem,
  listNotifications,
  readNotifications,
  unlikeItem,
  updateNotificationSettings,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
/** Owner of the item, two members, and a user who is not in the workspace. */
let anna: TestUser;
let ben: TestUser;
let cleo: TestUser;
let dora: TestUser;
let team: TestTeam;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user({ username: "Anna" });
  ben = await t.user({ username: "Ben" });
  cleo = await t.user({ username: "Cleo" });
  dora = await t.user({ username: "Dora" });
});
afterAll(() => t.close());

beforeEach(async () => {
  await t.ports.pool.query("update users set notification_settings = '{}', suspended_at = null");
  team = await createTeam(t, [
    [anna, "member"],
    [ben, "member"],
    [cleo, "member"],
  ]);
  itemId = (await team.image(anna, { title: "Plan" })).id;
  await t.ports.pool.query("delete from notifications; delete from outbox; delete from rate_limits");
});

interface More {
  parentId?: string;
  mentions?: string[];
  share?: string;
}
const comment = async (user: TestUser, text: string, { share, ...more }: More = {}) =>
  (await t.call(createComment, { params: { itemId }, query: { share }, body: { text, ...more } }, user)).data();
const like = async (user: TestUser) => (await t.call(likeItem, { params: { itemId } }, user)).data();
const listOf = async (user: TestUser, query: { unread?: "true"; cursor?: string; limit?: number } = {}) =>
  (await t.call(listNotifications, { query }, user)).data();
const textsOf = async (user: TestUser) => (await listOf(user)).items.map(({ text }) => text);
const mailsTo = async (user: TestUser) =>
  (await t.ports.pool.query<{ subject: string; text: string }>('select subject, text from outbox where "to" = $1', [user.email])).rows;
const choose = async (user: TestUser, channels: Record<string, "bell" | "email" | "off">) =>
  (await t.call(updateNotificationSettings, { body: { channels } }, user)).data();
const mark = (user: TestUser, body: { ids?: string[]; all?: true; read?: boolean }) => t.call(readNotifications, { body }, user);

describe("a notification", () => {
  it("notifies the owner of an item about a comment, with the page of the item", async () => {
    await comment(ben, "Nice");
    const { items, unread } = await listOf(anna);
    expect(unread).toBe(1);
    expect(items).toMatchObject([
      {
        kind: "comment",
        text: "Ben commented",
        url: `/w/${team.id}/images/${itemId}`,
        actor: { id: ben.id, displayName: "Ben", photoURL: null },
        others: 0,
        count: 1,
        itemTitle: "Plan",
        itemType: "image",
        timeMs: null,
        readAt: null,
      },
    ]);
    expect((await listOf(ben)).items).toEqual([]);
  });

  it("notifies the authors of answered comments about a reply, and the owner only once", async () => {
    const top = await comment(ben, "First");
    const reply = await comment(cleo, "Second", { parentId: top.id });
    expect(await textsOf(ben)).toEqual(["Cleo replied to your comment"]);
    expect(await textsOf(anna)).toEqual(["Cleo and 1 other commented"]);
    await comment(anna, "Third", { parentId: reply.id });
    expect(await textsOf(cleo)).toEqual(["Anna replied to your comment"]);
    expect(await textsOf(ben)).toEqual(["Anna and 1 other replied to your comments"]);
    const own = await comment(anna, "Fourth");
    await comment(ben, "Fifth", { parentId: own.id });
    expect((await listOf(anna)).items.map(({ kind, count }) => [kind, count])).toEqual([
      ["reply", 1],
      ["comment", 2],
    ]);
  });

  it("notifies mentioned users, who get no other notification of the comment", async () => {
    await comment(ben, "Look, @Anna and @Cleo", { mentions: [anna.id, cleo.id, ben.id] });
    expect(await textsOf(anna)).toEqual(["Ben mentioned you"]);
    expect(await textsOf(cleo)).toEqual(["Ben mentioned you"]);
    expect(await textsOf(ben)).toEqual([]);
  });

  it("notifies the owner about likes once per user, and authors about reactions", async () => {
    await like(ben);
    await t.call(unlikeItem, { params: { itemId } }, ben);
    await like(ben);
    await like(cleo);
    await like(anna);
    expect((await listOf(anna)).items).toMatchObject([{ kind: "like", text: "Cleo and 1 other liked your item", count: 2, others: 1 }]);
    const { id: commentId } = await comment(ben, "Nice");
    await t.call(addReaction, { params: { commentId, emoji: "🎉" } }, cleo);
    expect((await listOf(ben)).items).toMatchObject([{ kind: "reaction", text: "Cleo reacted 🎉 to your comment", emoji: "🎉" }]);
  });

  it("collects the unread events of a group, and begins again after it was read", async () => {
    for (const text of ["a", "b", "c"]) await comment(ben, text);
    await comment(cleo, "d");
    const [first] = (await listOf(anna)).items;
    expect(first).toMatchObject({ count: 4, others: 1, text: "Cleo and 1 other commented" });
    await mark(anna, { ids: [first?.id ?? ""] });
    await comment(ben, "e");
    const { items, unread } = await listOf(anna);
    expect(items.map(({ count, readAt }) => [count, readAt !== null])).toEqual([
      [1, false],
      [4, true],
    ]);
    expect(unread).toBe(1);
  });

  it("of concurrent commenters is one row with all of them", async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => comment(n % 2 === 0 ? ben : cleo, `${n}`)));
    expect((await listOf(anna)).items).toMatchObject([{ count: 10, others: 1 }]);
  });

  it("is in the transaction of its cause: a refused comment causes none", async () => {
    const refused = await t.call(
      createComment,
      { params: { itemId }, body: { text: "x", parentId: "00000000-0000-4000-8000-000000000000" } },
      ben,
    );
    expectError(refused, "validation-failed");
    expect(await textsOf(anna)).toEqual([]);
  });
});

describe("a user without the permission to read the item", () => {
  it("is not notified, and no longer sees earlier notifications, nor counts them", async () => {
    await comment(ben, "Nice");
    expect((await listOf(anna)).unread).toBe(1);
    await team.leave(anna);
    expect(await listOf(anna)).toEqual({ items: [], nextCursor: null, unread: 0 });
    await comment(cleo, "Nice");
    const { rows } = await t.ports.pool.query<{ count: number }>("select count from notifications");
    expect(rows).toEqual([{ count: 1 }]);
    await team.join(anna, "member");
    expect((await listOf(anna)).unread).toBe(1);
    await team.grant({ itemId }, anna, "none");
    expect(await listOf(anna)).toMatchObject({ items: [], unread: 0 });
  });

  it("gets the public page while the link is public", async () => {
    const { slug } = (await t.call(getShare, { params: { workspaceId: team.id, itemId } }, anna)).data();
    const { id } = await comment(dora, "Hello", { share: slug });
    await comment(anna, "Welcome", { parentId: id });
    expect((await listOf(dora)).items).toMatchObject([{ kind: "reply", url: `/s/${slug}`, itemTitle: "Plan", thumbnail: null }]);
    await t.call(deleteShare, { params: { workspaceId: team.id, itemId } }, anna);
    expect((await listOf(dora)).items).toEqual([]);
  });

  it("gets none while the account is suspended", async () => {
    await t.ports.pool.query("update users set suspended_at = now() where id = $1", [anna.id]);
    await comment(ben, "Nice");
    expect((await t.ports.pool.query("select from notifications")).rowCount).toBe(0);
  });
});

describe("marks", () => {
  it("are set and removed, for some or for all; ids of others are ignored", async () => {
    await comment(ben, "Nice");
    await like(ben);
    const ids = (await listOf(anna)).items.map(({ id }) => id);
    expect((await mark(cleo, { ids })).data()).toEqual({ unread: 0 });
    expect((await listOf(anna)).unread).toBe(2);
    expect((await mark(anna, { ids: [ids[0] ?? "", "nonsense"] })).data()).toEqual({ unread: 1 });
    expect((await listOf(anna, { unread: "true" })).items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await mark(anna, { all: true })).data()).toEqual({ unread: 0 });
    expect((await mark(cleo, { ids, read: false })).data()).toEqual({ unread: 0 });
    expect((await mark(anna, { ids, read: false })).data()).toEqual({ unread: 2 });
  });

  it("leave an older notification read when its group has an unread one", async () => {
    await comment(ben, "a");
    const [old] = (await listOf(anna)).items;
    await mark(anna, { all: true });
    await comment(ben, "b");
    expect((await mark(anna, { ids: [old?.id ?? ""], read: false })).data()).toEqual({ unread: 1 });
    const concurrent = await Promise.all([
      mark(anna, { ids: [old?.id ?? ""], read: false }),
      comment(cleo, "c"),
      mark(anna, { all: true }),
      comment(cleo, "d"),
      mark(anna, { ids: [old?.id ?? ""], read: false }),
    ]);
    expect(concurrent).toHaveLength(5);
  });

  it("need either ids or all", async () => {
    for (const body of [{}, { ids: [], read: true }, { ids: ["x"], all: true }, { all: true, read: false }, { ids: ["\u0000"] }] as const)
      expectError(await mark(anna, body as never), "validation-failed");
    expectError(await t.call(listNotifications, { query: { cursor: "x" } }, anna), "validation-failed");
    expectError(await t.call(listNotifications, {}, null), "unauthenticated");
  });
});

describe("pages", () => {
  it("stay stable while notifications arrive, and skip items that are not readable", async () => {
    const items: string[] = [];
    for (let n = 0; n < 5; n += 1) items.push((await team.image(anna, { title: `Item ${n}` })).id);
    for (const id of items) {
      await t.call(likeItem, { params: { itemId: id } }, ben);
      t.clock.advance(1_000);
    }
    const first = await listOf(anna, { limit: 2 });
    expect(first.items.map(({ itemTitle }) => itemTitle)).toEqual(["Item 4", "Item 3"]);
    await t.call(likeItem, { params: { itemId: items[0] ?? "" } }, cleo);
    await team.grant({ itemId: items[2] ?? "" }, anna, "none");
    const second = await listOf(anna, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(second.items.map(({ itemTitle }) => itemTitle)).toEqual(["Item 1"]);
    expect(second.nextCursor).toBeNull();
    expect((await listOf(anna)).items.map(({ itemTitle }) => itemTitle)).toEqual(["Item 0", "Item 4", "Item 3", "Item 1"]);
    expect((await listOf(anna)).unread).toBe(4);
  });

  it("report at most a hundred unread notifications", async () => {
    await t.ports.pool.query(
      "insert into notifications (id, user_id, kind, group_key, item_id) select gen_random_uuid(), $1, 'like', 'like:' || n, $2 from generate_series(1, 250) n",
      [anna.id, itemId],
    );
    expect((await listOf(anna, { limit: 1 })).unread).toBe(100);
  });
});

describe("settings", () => {
  it("have defaults, change kind by kind, and refuse other kinds and channels", async () => {
    const { channels, pauseUntil } = (await t.call(getNotificationSettings, {}, anna)).data();
    expect(channels).toMatchObject({ comment: "bell", mention: "email", like: "bell" });
    expect(pauseUntil).toBeNull();
    await Promise.all([choose(anna, { comment: "email" }), choose(anna, { like: "off" })]);
    expect((await t.call(getNotificationSettings, {}, anna)).data().channels).toMatchObject({
      comment: "email",
      like: "off",
      reply: "bell",
    });
    expectError(await t.call(updateNotificationSettings, { body: { channels: { nonsense: "bell" } as never } }, anna), "validation-failed");
    expectError(await t.call(updateNotificationSettings, { body: { channels: { like: "sms" } as never } }, anna), "validation-failed");
  });

  it("turn a kind off", async () => {
    await choose(anna, { comment: "off", mention: "off" });
    await comment(ben, "Nice");
    await comment(ben, "@Anna", { mentions: [anna.id] });
    await like(ben);
    expect((await listOf(anna)).items.map(({ kind }) => kind)).toEqual(["like"]);
    expect(await mailsTo(anna)).toEqual([]);
  });

  it("decide whether a mention is mailed", async () => {
    await comment(ben, "@Anna", { mentions: [anna.id] });
    expect((await mailsTo(anna)).map(({ subject }) => subject)).toEqual(["Ben mentioned you on an image"]);
    await choose(anna, { mention: "bell" });
    await comment(ben, "@Anna again", { mentions: [anna.id] });
    expect(await mailsTo(anna)).toHaveLength(1);
    expect((await listOf(anna)).items).toMatchObject([{ kind: "mention", count: 2 }]);
  });

  it("mail one notification for all events of a minute, and none that was read before", async () => {
    await choose(anna, { comment: "email" });
    for (const text of ["a", "b", "c"]) await comment(ben, text);
    expect(await mailsTo(anna)).toEqual([]);
    t.clock.advance(61_000);
    expect((await t.runJobs()).failed).toEqual([]);
    const [mail] = await mailsTo(anna);
    expect(mail?.subject).toBe("3 new comments on your image");
    expect(mail?.text).toMatch(/Ben:\n> a\n[^>]+Ben:\n> b\n[^>]+Ben:\n> c\n/u);
    expect(mail?.text).toContain(`/w/${team.id}/images/${itemId}`);
    await comment(cleo, "d");
    t.clock.advance(61_000);
    await t.runJobs();
    expect(await mailsTo(anna)).toHaveLength(1);
    await mark(anna, { all: true });
    await comment(ben, "e");
    await mark(anna, { all: true });
    t.clock.advance(61_000);
    await t.runJobs();
    expect(await mailsTo(anna)).toHaveLength(1);
  });

  it("send no mail after the loss of access, and none during a pause", async () => {
    await choose(anna, { comment: "email" });
    await comment(ben, "a");
    await team.leave(anna);
    t.clock.advance(61_000);
    await t.runJobs();
    expect(await mailsTo(anna)).toEqual([]);
    await team.join(anna, "member");
    await mark(anna, { all: true });
    const pauseUntil = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    expect((await t.call(updateNotificationSettings, { body: { pauseUntil } }, anna)).data()).toMatchObject({
      pauseUntil,
      channels: { comment: "email" },
    });
    await comment(ben, "b");
    await comment(ben, "@Anna", { mentions: [anna.id] });
    t.clock.advance(61_000);
    await t.runJobs();
    expect(await mailsTo(anna)).toEqual([]);
    expect((await listOf(anna)).unread).toBe(2);
    t.clock.advance(3_600_000);
    expect((await t.call(getNotificationSettings, {}, anna)).data().pauseUntil).toBeNull();
  });
});

describe("a burst", () => {
  it("of 1,000 comments is one notification and one mail", async () => {
    await choose(anna, { comment: "email" });
    for (let n = 0; n < 100; n += 1) await Promise.all(Array.from({ length: 10 }, (_, k) => comment(k < 5 ? ben : cleo, `${n} ${k}`)));
    expect((await listOf(anna)).items).toMatchObject([{ kind: "comment", count: 1_000, others: 1 }]);
    t.clock.advance(61_000);
    await t.runJobs();
    expect(await mailsTo(anna)).toHaveLength(1);
  }, 120_000);
});

describe("old notifications", () => {
  it("are deleted 90 days after they were read, and beyond 10,000 for each user", async () => {
    await comment(ben, "a");
    await mark(anna, { all: true });
    await like(ben);
    t.clock.advance(91 * 86_400_000);
    const [sweeper] = t.modules.notifications.sweepers;
    expect(await sweeper?.run(new AbortController().signal, null)).toBe(1);
    await t.ports.pool.query(
      "insert into notifications (id, user_id, kind, group_key, created_at) select gen_random_uuid(), $1, 'like', 'like:' || n, now() - n * interval '1 second' from generate_series(1, 10010) n",
      [cleo.id],
    );
    expect(await sweeper?.run(new AbortController().signal, null)).toBe(10);
    expect((await t.ports.pool.query("select from notifications where user_id = $1", [cleo.id])).rowCount).toBe(10_000);
  });
});
