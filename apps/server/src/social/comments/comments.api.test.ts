import {
  createComment,
  deleteComment,
  getImage,
  getShare,
  listComments,
  updateChapters,
  updateComment,
  updateShare,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIST_STATEMENT } from "./comments.repo.ts";

let test: TestApp;
let anna: TestUser;
let ben: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user({ username: "Anna" });
  ben = await test.user({ username: "Ben" });
});
afterAll(() => test.close());

const PERSONAL = { workspaceId: "personal" };
type Body = { text: string; at?: number | { x: number; y: number } | null; parentId?: string | null };
const addComment = (itemId: string, body: Body, user: TestUser | null = anna, share?: string) =>
  test.call(createComment, { params: { itemId }, query: { share }, body }, user);
const list = (itemId: string, user: TestUser | null = anna, query: object = {}) =>
  test.call(listComments, { params: { itemId }, query }, user);
const change = (commentId: string, text: string, user: TestUser | null = anna, share?: string) =>
  test.call(updateComment, { params: { commentId }, query: { share }, body: { text } }, user);
const remove = (commentId: string, user: TestUser | null = anna, share?: string) =>
  test.call(deleteComment, { params: { commentId }, query: { share } }, user);
const countOf = async (itemId: string): Promise<number> =>
  (await test.call(getImage, { params: { ...PERSONAL, itemId } }, anna)).data().comments;
const spaceOf = async (itemId: string): Promise<string> =>
  (await test.ports.pool.query<{ id: string }>("select workspace_id as id from items where id = $1", [itemId])).rows[0]?.id ?? "";

/** Creates a video with the data that comments and chapters need. */
async function video(durationMs: number | null): Promise<string> {
  const item = await test.image(anna);
  await test.ports.pool.query("update items set type = 'video', duration_ms = $2 where id = $1", [item.id, durationMs]);
  return item.id;
}
async function link(itemId: string, terms: object = {}): Promise<string> {
  const { slug } = (await test.call(getShare, { params: { ...PERSONAL, itemId } }, anna)).data();
  if (Object.keys(terms).length > 0) await test.call(updateShare, { params: { ...PERSONAL, itemId }, body: terms }, anna);
  return slug;
}

describe("comments on the caller's own items", () => {
  it("are written, listed oldest first, changed and deleted", async () => {
    const { id } = await test.image(anna);
    const first = (await addComment(id, { text: "  First  ", at: { x: 0.25, y: 0.5 } })).data();
    expect(first).toMatchObject({
      itemId: id,
      text: "First",
      edited: false,
      at: { x: 0.25, y: 0.5 },
      parentId: null,
      canEdit: true,
      canDelete: true,
    });
    expect(first.author.displayName).toBe("Anna");
    test.clock.advance(1_000);
    await addComment(id, { text: "Second" });
    expect((await list(id)).data()).toMatchObject({ items: [{ text: "First" }, { text: "Second" }], nextCursor: null });
    expect(await countOf(id)).toBe(2);
    expect((await change(first.id, "Changed")).data()).toMatchObject({ text: "Changed", edited: true });
    expect((await remove(first.id)).statusCode).toBe(200);
    expectError(await remove(first.id), "not-found");
    expect((await list(id)).data().items.map((comment) => comment.text)).toEqual(["Second"]);
    expect(await countOf(id)).toBe(1);
  });

  it("have pages that do not shift when comments are added", async () => {
    const { id } = await test.image(anna);
    for (const text of ["1", "2", "3"]) await addComment(id, { text });
    const page = (await list(id, anna, { limit: 2 })).data();
    expect(page.items).toHaveLength(2);
    test.clock.advance(1_000);
    await addComment(id, { text: "4" });
    const rest = (await list(id, anna, { limit: 2, cursor: page.nextCursor })).data();
    expect([...page.items, ...rest.items].map((comment) => comment.text).toSorted()).toEqual(["1", "2", "3", "4"]);
    expect(rest.nextCursor).toBeNull();
    expectError(await list(id, anna, { cursor: "nonsense" }), "validation-failed");
  });

  it("have replies, one level deep, which are deleted with them", async () => {
    const { id } = await test.image(anna);
    const top = (await addComment(id, { text: "Top" })).data();
    const answer = (await addComment(id, { text: "Answer", parentId: top.id })).data();
    const deeper = (await addComment(id, { text: "Deeper", parentId: answer.id })).data();
    expect([answer.parentId, deeper.parentId]).toEqual([top.id, top.id]);
    await addComment(id, { text: "Other" });
    await remove(top.id);
    expect((await list(id)).data().items.map((comment) => comment.text)).toEqual(["Other"]);
    expect(await countOf(id)).toBe(1);
  });

  it("reply only to comments of the same item", async () => {
    const [one, other] = [await test.image(anna), await test.image(anna)];
    const top = (await addComment(one.id, { text: "Top" })).data();
    for (const parentId of [top.id, "nonsense", "00000000-0000-4000-8000-000000000000"])
      expect(expectError(await addComment(other.id, { text: "x", parentId }), "validation-failed")).toMatchObject([{ field: "parentId" }]);
    expect(await countOf(other.id)).toBe(0);
  });

  it("have a minimum and a maximum length", async () => {
    const { id } = await test.image(anna);
    for (const text of ["", "   ", "\n"]) {
      const answer = await addComment(id, { text });
      expect(expectError(answer, "validation-failed")).toMatchObject([{ field: "text", message: "The comment cannot be empty." }]);
    }
    expectError(await addComment(id, { text: "x".repeat(2_001) }), "validation-failed");
    expect((await addComment(id, { text: "x".repeat(2_000) })).statusCode).toBe(201);
  });

  it("refer to a picture by x and y, and to a video by seconds", async () => {
    const picture = (await test.image(anna)).id;
    const film = await video(60_000);
    expectError(await addComment(picture, { text: "x", at: 3 }), "validation-failed");
    expectError(await addComment(picture, { text: "x", at: { x: 1.1, y: 0 } }), "validation-failed");
    expectError(await addComment(film, { text: "x", at: { x: 0, y: 0 } }), "validation-failed");
    expectError(await addComment(film, { text: "x", at: 61.5 }), "validation-failed");
    expectError(await addComment(film, { text: "x", at: -1 }), "validation-failed");
    for (const at of [59.5, 60.5]) expect((await addComment(film, { text: "x", at })).data().at).toBe(at);
  });

  it("have the right count after concurrent comments", async () => {
    const { id } = await test.image(anna);
    const created = await Promise.all(Array.from({ length: 12 }, (_one, n) => addComment(id, { text: `n${n}` })));
    await Promise.all(created.slice(0, 5).map((answer) => remove(answer.data().id)));
    expect(await countOf(id)).toBe(7);
    expect((await list(id)).data().items).toHaveLength(7);
  });
});

describe("comments of other users", () => {
  it("are refused without access", async () => {
    const { id } = await test.image(anna);
    const comment = (await addComment(id, { text: "Mine" })).data();
    for (const itemId of [id, "nonsense", "00000000-0000-4000-8000-000000000000"]) {
      expectError(await list(itemId, ben), "not-found");
      expectError(await addComment(itemId, { text: "x" }, ben), "not-found");
      expectError(await list(itemId, null), "unauthenticated");
      expectError(await addComment(itemId, { text: "x" }, null), "sign-in-to-comment");
    }
    for (const commentId of [comment.id, "nonsense"]) {
      expectError(await change(commentId, "x", ben), "not-found");
      expectError(await remove(commentId, ben), "not-found");
    }
  });

  it("are readable with a link, and writable after sign-in", async () => {
    const { id } = await test.image(anna);
    const mine = (await addComment(id, { text: "Anna's" })).data();
    const share = await link(id, { visibility: "link" });
    const seen = (await list(id, null, { share })).data();
    expect(seen.items).toMatchObject([{ text: "Anna's", canEdit: false, canDelete: false }]);
    expectError(await addComment(id, { text: "x" }, null, share), "sign-in-to-comment");
    const theirs = (await addComment(id, { text: "Ben's" }, ben, share)).data();
    expect(theirs).toMatchObject({ canEdit: true, canDelete: true, author: { displayName: "Ben" } });
    expectError(await change(mine.id, "x", ben, share), "forbidden");
    expectError(await remove(mine.id, ben, share), "forbidden");
    expectError(await change(theirs.id, "x"), "forbidden");
    expect((await change(theirs.id, "Ben's own", ben, share)).data().edited).toBe(true);
    expect((await list(id)).data().items).toMatchObject([{ canDelete: true }, { canEdit: false, canDelete: true }]);
    expect((await remove(theirs.id)).statusCode).toBe(200);
  });

  it("are writable only when the link allows it", async () => {
    const { id } = await test.image(anna);
    const share = await link(id, { visibility: "link", allowComments: false });
    expect((await list(id, ben, { share })).statusCode).toBe(200);
    expectError(await addComment(id, { text: "x" }, ben, share), "forbidden");
    const other = await test.image(anna);
    expectError(await list(other.id, ben, { share }), "not-found");
    expectError(await addComment(other.id, { text: "x" }, ben, share), "not-found");
    const locked = await test.image(anna);
    const behind = await link(locked.id, { visibility: "link", password: "open sesame 1" });
    expectError(await list(locked.id, ben, { share: behind }), "password-required");
    expectError(await list(locked.id, ben, { share: "A".repeat(22) }), "not-found");
  });
});

describe("chapters", () => {
  const set = (itemId: string, enabled: boolean, timestamps: number[], user: TestUser | null = anna) =>
    test.call(
      updateChapters,
      { params: { itemId }, body: { enabled, chapters: timestamps.map((timestamp) => ({ timestamp, name: `At ${timestamp}` })) } },
      user,
    );

  it("are set, shown with the item, and stored as a draft", async () => {
    const id = await video(60_000);
    expect((await set(id, true, [0, 20, 40])).data()).toMatchObject({
      enabled: true,
      chapters: [{ timestamp: 0 }, { timestamp: 20 }, { timestamp: 40 }],
    });
    expect((await set(id, false, [5])).data()).toEqual({ enabled: false, chapters: [{ timestamp: 5, name: "At 5" }] });
    expect((await set(id, false, [])).data()).toEqual({ enabled: false, chapters: [] });
  });

  it("are disabled and enabled again without being sent", async () => {
    const id = await video(60_000);
    const put = (body: object) => test.call(updateChapters, { params: { itemId: id }, body: body as never }, anna);
    expectError(await put({}), "validation-failed");
    expectError(await put({ enabled: true }), "validation-failed");
    const { chapters } = (await set(id, true, [0, 20, 40])).data();
    expect((await put({ enabled: false })).data()).toEqual({ enabled: false, chapters });
    expect((await put({ enabled: true })).data()).toEqual({ enabled: true, chapters });
    expect((await put({ chapters: chapters.toReversed().toReversed() })).data().enabled).toBe(true);
    expectError(await put({ chapters: [] }), "validation-failed");
  });

  it("are refused with the violated rule", async () => {
    const id = await video(60_000);
    expect(expectError(await set(id, true, [0, 20]), "validation-failed")).toMatchObject([{ field: "chapters", code: "too-few" }]);
    expectError(await set(id, true, [1, 20, 40]), "validation-failed");
    expectError(await set(id, true, [0, 40, 20]), "validation-failed");
    expectError(await set(await video(20_000), true, [0, 10, 20]), "validation-failed");
    const unnamed = { enabled: true, chapters: [{ timestamp: 0, name: "  " }] };
    const answer = await test.call(updateChapters, { params: { itemId: id }, body: unnamed }, anna);
    expect(expectError(answer, "validation-failed")).toMatchObject([{ field: "chapters.0.name", message: "Please name every chapter." }]);
    expectError(await set((await test.image(anna)).id, false, []), "validation-failed");
  });

  it("are set with write permission on the video", async () => {
    const id = await video(60_000);
    expectError(await set(id, true, [0, 20, 40], ben), "not-found");
    expectError(await set("nonsense", true, [0, 20, 40]), "not-found");
    expectError(await set(id, true, [0, 20, 40], null), "unauthenticated");
  });
});

it("exports comments, and imports them once", async () => {
  const { comments } = test.modules;
  const [from, to] = [await test.image(anna), await test.image(anna)];
  const share = await link(from.id, { visibility: "link" });
  const top = (await addComment(from.id, { text: "Question", at: { x: 0, y: 1 } })).data();
  test.clock.advance(1_000);
  await addComment(from.id, { text: "Answer", parentId: top.id }, ben, share);
  const carried = await comments.listForItems(test.ports.db, [from.id]);
  expect(carried).toMatchObject([
    { text: "Question", authorName: "Anna", parentId: null },
    { text: "Answer", authorName: "Ben", parentId: top.id },
  ]);
  const fresh = new Map(carried.map((comment) => [comment.id, crypto.randomUUID()]));
  const again = carried.map((comment) => ({
    ...comment,
    id: fresh.get(comment.id) ?? "",
    parentId: comment.parentId === null ? null : (fresh.get(comment.parentId) ?? null),
  }));
  const { rows } = await test.ports.pool.query<{ owner_id: string }>("select owner_id from items where id = $1", [to.id]);
  const item = { id: to.id, workspaceId: await spaceOf(to.id), userId: rows[0]?.owner_id ?? "" };
  for (let run = 0; run < 2; run += 1) await test.ports.db.transaction((tx) => comments.restoreMany(tx, item, again));
  expect((await list(to.id)).data().items).toMatchObject([
    { text: "Question", at: { x: 0, y: 1 }, parentId: null },
    { text: "Ben: Answer", parentId: fresh.get(top.id) },
  ]);
  expect(await countOf(to.id)).toBe(2);
});

it("reads a page of comments by its index, without sorting", async () => {
  const client = await test.ports.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${LIST_STATEMENT.text}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index Scan using comments_item");
    expect(plan).toMatch(/Index Cond: .*item_id = .* AND .*ROW\(/u);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
