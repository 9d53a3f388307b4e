import { addReaction, createComment, deleteShare, getShare, listComments, removeReaction, updateShare } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
let anna: TestUser;
let ben: TestUser;
let itemId: string;
let share: string;

const terms = (body: object) => t.call(updateShare, { params: { workspaceId: "personal", itemId }, body }, anna);

beforeAll(async () => {
  t = await createTestApp();
  [anna, ben] = [await t.user({ username: "Anna" }), await t.user({ username: "Ben" })];
  itemId = (await t.image(anna)).id;
  share = (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, anna)).data().slug;
});
afterAll(() => t.close());

const addComment = async (text = "x"): Promise<string> =>
  (await t.call(createComment, { params: { itemId }, body: { text } }, anna)).data().id;
const react = (commentId: string, emoji: string, user: TestUser | null = anna, slug?: string) =>
  t.call(addReaction, { params: { commentId, emoji }, query: { share: slug } }, user);
const unreact = (commentId: string, emoji: string, user: TestUser | null = anna, slug?: string) =>
  t.call(removeReaction, { params: { commentId, emoji }, query: { share: slug } }, user);
const listed = async (commentId: string, user: TestUser | null = anna, slug?: string) =>
  (await t.call(listComments, { params: { itemId }, query: { share: slug, limit: 200 } }, user))
    .data()
    .items.find(({ id }) => id === commentId)?.reactions;

describe("reactions", () => {
  it("count users by emoji, the first one first, and mark the caller's own", async () => {
    const id = await addComment();
    expect((await react(id, "👍")).data().reactions).toEqual([{ emoji: "👍", count: 1, mine: true }]);
    t.clock.advance(1_000);
    await react(id, "🎉", ben, share);
    t.clock.advance(1_000);
    expect((await react(id, "👍", ben, share)).data().reactions).toEqual([
      { emoji: "👍", count: 2, mine: true },
      { emoji: "🎉", count: 1, mine: true },
    ]);
    await react(id, "👍", ben, share);
    expect(await listed(id)).toEqual([
      { emoji: "👍", count: 2, mine: true },
      { emoji: "🎉", count: 1, mine: false },
    ]);
    expect((await listed(id, null, share))?.every(({ mine }) => !mine)).toBe(true);
    // Of the two remaining reactions, the earlier one is first now.
    expect((await unreact(id, "👍")).data().reactions).toEqual([
      { emoji: "🎉", count: 1, mine: false },
      { emoji: "👍", count: 1, mine: false },
    ]);
    expect((await unreact(id, "👍")).statusCode).toBe(200);
  });

  it("are the same with and without the variation selector", async () => {
    const id = await addComment();
    for (const emoji of ["❤", "❤️"]) await react(id, emoji);
    for (const emoji of ["👍", "👍️"]) await react(id, emoji);
    expect((await listed(id))?.map(({ emoji, count }) => [emoji, count])).toEqual([
      ["❤️", 1],
      ["👍", 1],
    ]);
    await unreact(id, "❤");
    expect(await listed(id)).toHaveLength(1);
  });

  it("are exactly one emoji, also of several code points", async () => {
    const id = await addComment();
    for (const emoji of ["👩‍👩‍👧‍👦", "👍🏽", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇩🇪", "👁️‍🗨️"]) expect((await react(id, emoji)).statusCode, emoji).toBe(200);
    for (const emoji of ["a", "", "👍👍", "<b>", "\u200d", "\ufe0f", "🏽🏽", "👍".repeat(20), "%00", "1"])
      expectError(await react(id, emoji), "not-found");
    expect(await listed(id)).toHaveLength(5);
  });

  it("are of at most twenty kinds, also for concurrent requests, and existing kinds are always accepted", async () => {
    const id = await addComment();
    const kinds = Array.from({ length: 30 }, (_, n) => String.fromCodePoint(0x1f600 + n));
    const answers = await Promise.all(kinds.map((emoji) => react(id, emoji)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expectError(answers.find(({ statusCode }) => statusCode !== 200) ?? { statusCode: 0, body: "{}" }, "validation-failed");
    const known = (await listed(id))?.[0]?.emoji ?? "";
    expect((await react(id, known, ben, share)).statusCode).toBe(200);
    await unreact(id, known);
    await unreact(id, known, ben, share);
    expect((await react(id, "🦊")).statusCode).toBe(200);
  });

  it("count once per user, also for concurrent requests", async () => {
    const id = await addComment();
    await Promise.all(Array.from({ length: 20 }, () => react(id, "👍")));
    expect(await listed(id)).toEqual([{ emoji: "👍", count: 1, mine: true }]);
  });

  it("need the permission to comment", async () => {
    const id = await addComment();
    expectError(await react(id, "👍", null, share), "sign-in-to-like");
    expectError(await react(id, "👍", null), "sign-in-to-like");
    expectError(await react(id, "👍", ben), "not-found");
    expectError(await unreact(id, "👍", ben), "not-found");
    expectError(await react("nonsense", "👍"), "not-found");
    await terms({ allowComments: false });
    expectError(await react(id, "👍", ben, share), "forbidden");
    await terms({ allowComments: true, password: "open sesame" });
    expectError(await react(id, "👍", ben, share), "password-required");
    await t.call(deleteShare, { params: { workspaceId: "personal", itemId } }, anna);
    for (const user of [ben, null]) expectError(await react(id, "👍", user, share), "not-found");
    expect(await listed(id)).toEqual([]);
  });
});
