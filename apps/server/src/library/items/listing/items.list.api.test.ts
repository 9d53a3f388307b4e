import { countItems, type getImage, getShare, type ClientResult, listItems, updateItem } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;

beforeAll(async () => {
  test = await createTestApp({ config: { MAX_IMAGE_BYTES: String(3 * 1024 * 1024), MAX_PIXELS: "40000000" } });
  anna = await test.user();
});
afterAll(() => test.close());

describe("listing", () => {
  it("pages through every order without gaps or repeats while rows are added", async () => {
    const user = await test.user();
    const made: Item[] = [];
    for (const title of ["b", "A", "c", "B", "a", "C", "ä"]) {
      test.clock.advance(1_000);
      made.push(await test.image<Item>(user, { title }));
    }
    for (const sort of ["newest", "oldest", "name"] as const) {
      for (const type of [undefined, "image"] as const) {
        for (const view of ["folder", "all"] as const) {
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const page = (
              await test.call(
                listItems,
                {
                  params: { workspaceId: "personal" },
                  query: { view, sort, limit: 2, ...(type ? { type } : {}), ...(cursor ? { cursor } : {}) },
                },
                user,
              )
            ).data();
            seen.push(...page.items.map((item) => item.id));
            cursor = page.nextCursor ?? undefined;
          } while (cursor);
          const expected = sort === "newest" ? made.toReversed() : made;
          expect(new Set(seen).size).toBe(7);
          if (sort !== "name") expect(seen).toEqual(expected.map((item) => item.id));
          else expect(seen.map((id) => made.find((item) => item.id === id)?.title.toLowerCase()).slice(0, 2)).toEqual(["a", "a"]);
        }
      }
    }
  });

  it("shows trash, shared items and counts", async () => {
    const user = await test.user();
    const [listed, trashed, linked] = [await test.image<Item>(user), await test.image<Item>(user), await test.image<Item>(user)];
    await test.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: trashed.id }, body: { trash: true } }, user);
    await test.call(getShare, { params: { workspaceId: "personal", itemId: linked.id } }, user);
    const ids = async (view: "folder" | "trash" | "shared" | "starred") =>
      (await test.call(listItems, { params: { workspaceId: "personal" }, query: { view } }, user))
        .data()
        .items.map((item) => item.id)
        .sort();
    expect(await ids("folder")).toEqual([listed.id, linked.id].sort());
    expect(await ids("trash")).toEqual([trashed.id]);
    expect(await ids("shared")).toEqual([linked.id]);
    expect(await ids("starred")).toEqual([]);
    expect((await test.call(countItems, { params: { workspaceId: "personal" } }, user)).data()).toEqual({
      images: 2,
      videos: 0,
      boards: 0,
      shared: 1,
      starred: 0,
      trash: 1,
      storedBytes: listed.size + trashed.size + linked.size,
      trashBytes: trashed.size,
      trashDays: 30,
    });
  });

  it("treats parameters without a value as absent", async () => {
    const user = await test.user();
    const item = await test.image<Item>(user);
    const url = "/api/v1/workspace/personal/items?type=&view=&sort=&limit=&cursor=&q=&folderId=";
    const answer = await test.app.inject({ url, headers: user.headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data.items).toMatchObject([{ id: item.id }]);
    const picture = await test.app.inject({ url: `/api/v1/items/${item.id}/download?format=&paper=`, headers: user.headers });
    expect(picture.statusCode).toBe(302);
  });

  it("refuses foreign cursors and other invalid values", async () => {
    const of = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const id = test.ports.ids.id();
    for (const cursor of [
      "x",
      "....",
      of(null),
      of([]),
      of(["folder-newest", "yesterday", id]),
      of(["folder-newest", new Date(0).toISOString(), "x"]),
      of(["trash-newest", new Date(0).toISOString(), id]),
      of({}),
      "x".repeat(5_000),
    ]) {
      expectError(await test.call(listItems, { params: { workspaceId: "personal" }, query: { cursor } }, anna), "validation-failed");
    }
    for (const query of [{ limit: 0 }, { limit: 201 }, { limit: "many" }, { sort: "random" }, { view: "everything" }, { type: "song" }]) {
      expectError(await test.call(listItems, { params: { workspaceId: "personal" }, query: query as never }, anna), "validation-failed");
    }
  });
});
