import { createComment, createFolder, deleteComment, purgeImage, search, updateComment, updateItem } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexMissing, reviewWords } from "../search-index/search-index.jobs.ts";

let test: TestApp;
let anna: TestUser;
let ben: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user({ username: "Anna" });
  ben = await test.user({ username: "Ben" });
});
afterAll(() => test.close());

const find = async (q: string, more: { type?: "image" | "video"; limit?: number; workspaceId?: string } = {}, user = anna) =>
  (await test.call(search, { query: { q, ...more } }, user)).data();
const titles = async (q: string, user = anna): Promise<string[]> => (await find(q, {}, user)).items.map((item) => item.title);
const addComment = async (itemId: string, text: string, user = anna) =>
  (await test.call(createComment, { params: { itemId }, query: {}, body: { text } }, user)).data();

describe("words", () => {
  it.each([
    ["Checkout page final", "chec fin"],
    ["Crème brûlée", "CREME brulee"],
    ["Straße nach Köln", "strasse koln"],
    ["Снимок экрана", "снимок экр"],
    ["Στιγμιότυπο οθόνης", "στιγμιοτυπο"],
    ["لقطة الشَّاشة الأولى", "الشاشه"],
    ["צילום מסך", "צילו"],
    ["屏幕截图登录", "截图"],
    ["Zażółć gęślą jaźń", "zazolc"],
    ["Relatório de atenção", "atencao"],
    ["Party 🎉", "🎉"],
  ])("finds “%s” by “%s”", async (title, q) => {
    await test.image(anna, { title });
    expect(await titles(q)).toEqual([title]);
  });

  it("needs all words, and returns their positions", async () => {
    expect(await titles("checkout koln")).toEqual([]);
    const [hit] = (await find("page check")).items;
    expect(hit?.match).toEqual({ kind: "title", text: "Checkout page final", at: null, commentId: null, author: null });
  });

  it("sorts titles that start with the query first, then the newest", async () => {
    for (const title of ["Meadow", "Green meadow", "Meadow two", "Old green meadow"]) {
      test.clock.advance(1_000);
      await test.image(anna, { title });
    }
    expect(await titles("meadow")).toEqual(["Meadow", "Meadow two", "Old green meadow", "Green meadow"]);
    expect((await find("meadow", { limit: 1 })).items.map((item) => item.title)).toEqual(["Meadow"]);
  });

  it("corrects typing errors, and returns the corrections", async () => {
    await test.image(anna, { title: "Dashboard overview" });
    const found = await find("dashbaord overveiw");
    expect(found.items.map((item) => item.title)).toEqual(["Dashboard overview"]);
    expect(found.corrections).toEqual([
      { from: "dashbaord", to: "dashboard" },
      { from: "overveiw", to: "overview" },
    ]);
    expect((await find("dashboard")).corrections).toEqual([]);
    expect(await find("qqqqzzzz")).toMatchObject({ items: [], folders: [], corrections: [] });
  });

  it("returns nothing for a query without words", async () => {
    for (const q of ["", "   ", "&|!", "—"])
      expect(await find(q)).toEqual({ items: [], folders: [], people: [], nextCursor: null, corrections: [] });
  });

  it.each([
    ["operators and quotes", `' OR 1=1 -- & | ! <-> :* \\ " $$ (`],
    ["many words", Array.from({ length: 100 }, (_one, index) => String.fromCharCode(97 + (index % 26))).join(" ")],
    ["a long word", "x".repeat(200)],
    ["a long run of Chinese", "屏幕".repeat(100)],
    ["wildcards", "%%%___ %dash_ard%"],
    ["half a character", "\ud800 dash"],
    ["a name that breaks tags", "abc'i':*"],
  ])("never fails on %s", async (_name, q) => {
    expect((await test.call(search, { query: { q } }, anna)).statusCode).toBe(200);
  });

  it("refuses NUL and queries that are too long", async () => {
    expectError(await test.call(search, { query: { q: "a\u0000b" } }, anna), "validation-failed");
    expectError(await test.call(search, { query: { q: "x".repeat(201) } }, anna), "validation-failed");
    expectError(await test.call(search, { query: { q: "x" } }), "unauthenticated");
  });
});

describe("fields", () => {
  it("finds comments with their author, and no deleted comments", async () => {
    const item = await test.image(anna, { title: "Plain" });
    const comment = await addComment(item.id, `${"Lorem ipsum ".repeat(30)} the wallaby jumps ${"dolor sit ".repeat(30)}`);
    const [hit] = (await find("wallaby")).items;
    expect(hit).toMatchObject({ id: item.id, match: { kind: "comment", commentId: comment.id, author: "Anna", at: null } });
    expect(hit?.match.text).toContain("wallaby");
    expect(hit?.match.text.length).toBeLessThanOrEqual(165);
    await test.call(updateComment, { params: { commentId: comment.id }, query: {}, body: { text: "a kookaburra" } }, anna);
    expect(await titles("wallaby")).toEqual([]);
    expect(await titles("kookaburra")).toEqual(["Plain"]);
    await test.call(deleteComment, { params: { commentId: comment.id }, query: {} }, anna);
    expect(await titles("kookaburra")).toEqual([]);
  });

  it("finds chapters with their time, and the address of the page", async () => {
    const item = await test.image(anna, { title: "Untold" });
    const chapters = [
      { timestamp: 0, name: "Opening" },
      { timestamp: 61.5, name: "The quokka appears" },
    ];
    await test.ports.pool.query("update items set chapters = $2, page_url = $3 where id = $1", [
      item.id,
      JSON.stringify(chapters),
      "https://shop.example.com/Kasse/Schritt-2?x=1",
    ]);
    const { rows } = await test.ports.pool.query<{ workspace_id: string; created_at: Date }>(
      "select workspace_id, created_at from items where id = $1",
      [item.id],
    );
    const workspaceId = rows[0]?.workspace_id ?? "";
    const pageUrl = "https://shop.example.com/Kasse/Schritt-2?x=1";
    await test.modules.searchIndex.indexItem(test.ports.db, {
      id: item.id,
      workspaceId,
      title: "Untold",
      description: "",
      pageUrl,
      chapters,
      createdAt: new Date(),
    });
    expect((await find("quok")).items[0]?.match).toMatchObject({ kind: "chapter", text: "The quokka appears", at: 61.5 });
    expect((await find("shop.example.com/kasse")).items[0]?.match).toMatchObject({ kind: "page", text: pageUrl });
  });

  it("finds descriptions with the matching part, after titles", async () => {
    const item = await test.image(anna, { title: "Untitled" });
    await test.image(anna, { title: "Numbat" });
    const change = (body: object) =>
      test.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: item.id }, body }, anna);
    await change({ description: `${"So much to say. ".repeat(30)}The numbat eats termites.` });
    const found = (await find("numb")).items;
    expect(found.map(({ title }) => title)).toEqual(["Numbat", "Untitled"]);
    expect(found[1]?.match).toMatchObject({ kind: "description", text: expect.stringMatching(/^….*The numbat eats termites\.$/u) });
    await change({ title: "Renamed" });
    expect(await titles("termites")).toEqual(["Renamed"]);
    await change({ description: "" });
    expect(await titles("termites")).toEqual([]);
    expect(await titles("renamed")).toEqual(["Renamed"]);
  });

  it("finds folders by name", async () => {
    const folder = (
      await test.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Zürich trip", kind: "image" } as never }, anna)
    ).data();
    expect((await find("zuri")).folders.map((found) => found.id)).toEqual([folder.id]);
    expect((await find("zurihc trip")).folders.map((found) => found.id)).toEqual([folder.id]);
    expect((await find("zuri", { type: "video" })).folders).toEqual([]);
    expect((await find("zuri", {}, ben)).folders).toEqual([]);
  });

  it("filters by the requested type", async () => {
    await test.image(anna, { title: "Typed narwhal" });
    expect((await find("narwhal", { type: "image" })).items).toHaveLength(1);
    expect((await find("narwhal", { type: "video" })).items).toEqual([]);
  });
});

describe("changes", () => {
  it("updates the results after renaming, the trash and permanent deletion", async () => {
    const item = await test.image(anna, { title: "Firstname" });
    const change = (body: object) =>
      test.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: item.id }, body }, anna);
    await change({ title: "Secondname" });
    expect(await titles("firstname")).toEqual([]);
    expect(await titles("secondname")).toEqual(["Secondname"]);
    await change({ trash: true });
    expect(await titles("secondname")).toEqual([]);
    await change({ trash: false });
    expect(await titles("secondname")).toEqual(["Secondname"]);
    await test.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: item.id } }, anna);
    expect(await titles("secondname")).toEqual([]);
  });

  it("never finds items of another user", async () => {
    const item = await test.image(anna, { title: "Anna's platypus" });
    await addComment(item.id, "echidna inside");
    for (const q of ["platypus", "echidna", "platpyus", "a"])
      expect(await find(q, {}, ben)).toMatchObject({ items: [], folders: [], corrections: [] });
    const { rows } = await test.ports.pool.query<{ id: string }>("select workspace_id as id from items where id = $1", [item.id]);
    const workspaceId = rows[0]?.id ?? "";
    expectError(await test.call(search, { query: { q: "platypus", workspaceId } }, ben), "not-found");
    expectError(await test.call(search, { query: { q: "platypus", workspaceId: "nonsense" } }, ben), "not-found");
    expect((await find("platypus", { workspaceId })).items).toHaveLength(1);
    expect((await find("platypus", { workspaceId: "personal" })).items).toHaveLength(1);
  });

  it("adds missing entries again, and deletes unused words", async () => {
    const item = await test.image(anna, { title: "Capybara" });
    await addComment(item.id, "an axolotl");
    expect((await find("capybaar")).corrections).toEqual([{ from: "capybaar", to: "capybara" }]);
    await test.ports.pool.query("delete from search_entries where item_id = $1", [item.id]);
    expect(await titles("axolotl")).toEqual([]);
    await test.ports.jobs.enqueue(test.ports.db, indexMissing, {});
    expect((await test.runJobs()).done).toContain(indexMissing.name);
    expect(await titles("axolotl")).toEqual(["Capybara"]);
    await test.ports.pool.query("delete from search_words where word = 'axolotl'");
    await test.call(
      purgeImage,
      { params: { workspaceId: "personal" }, query: { imageId: (await test.image(anna, { title: "Okapi" })).id } },
      anna,
    );
    await find("okaip");
    const known = async () => {
      const { rows } = await test.ports.pool.query<{ word: string }>(
        "select word from search_words where word in ('axolotl', 'okapi', 'capybara')",
      );
      return rows.map((row) => row.word).toSorted();
    };
    expect(await known()).toEqual(["capybara", "okapi"]);
    test.clock.advance(2 * 3_600_000);
    await test.ports.jobs.enqueue(test.ports.db, reviewWords, {});
    expect((await test.runJobs()).done).toContain(reviewWords.name);
    expect(await known()).toEqual(["axolotl", "capybara"]);
  });
});

it("limits the searches per user", async () => {
  await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "0.01" } });
  const user = await strict.user();
  for (let count = 0; count < 6; count += 1) expect((await strict.call(search, { query: { q: "x" } }, user)).statusCode).toBe(200);
  const answer = await strict.call(search, { query: { q: "x" } }, user);
  expectError(answer, "too-many-requests");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  strict.clock.advance(61_000);
  expect((await strict.call(search, { query: { q: "x" } }, user)).statusCode).toBe(200);
});
