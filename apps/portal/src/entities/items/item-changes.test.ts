import { ApiError } from "@stillreel/client";
import { beforeEach, describe, expect, test, vi } from "vitest";

const fake = vi.hoisted(() => ({
  call: vi.fn(),
  shown: [] as string[],
  errors: [] as string[],
  undo: undefined as (() => void) | undefined,
}));
vi.mock("../../platform/api.ts", async () => {
  const { QueryClient: Client } = await import("@tanstack/react-query");
  return { client: { call: fake.call }, queryClient: new Client(), errorText: (error: ApiError) => error.code };
});
vi.mock("@stillreel/ui", () => ({
  toasts: {
    show: (text: string, options?: { action?: { run: () => void } }) => {
      fake.shown.push(text);
      fake.undo = options?.action?.run;
    },
    error: (text: string) => fake.errors.push(text),
    dismiss: () => {},
  },
}));
import { queryClient } from "../../platform/api.ts";
import { levelQuery, type FolderView } from "../folders/folders.queries.ts";
import { moveWithUndo, starWithUndo, trashItem } from "./item-actions.ts";
import { noteWorkspaces } from "../spaces/space-ref.ts";
import { addItem, deleteMany, moveMany, renameItem, theseItems, trashMany, type BulkTarget } from "./item-changes.ts";
import type { ItemView, ListName } from "./item-list.ts";
import { listIn, listQuery, personalList, refreshAfter, rereadSpace, renewPage, type ItemPages } from "./items.queries.ts";

const item = (id: string, over: Partial<ItemView> = {}): ItemView =>
  ({
    id,
    type: "image",
    title: id,
    parentId: null,
    trash: false,
    favorite: false,
    shareUrl: null,
    size: 10,
    createdAt: id,
    thumbnailUrl: null,
    stage: "ready",
    ...over,
  }) as ItemView;
const ROOT = personalList("folder", "image", "oldest");
const FOLDER = personalList("folder", "image", "oldest", "f1");
const TRASH = personalList("trash", null, "oldest");
const STARRED = personalList("starred", null, "oldest");
const put = (list: ListName, items: ItemView[], nextCursor: string | null = null): void => {
  queryClient.setQueryData<ItemPages>(listQuery(list).queryKey, { pages: [{ items, nextCursor, fetchedAt: 0 }], pageParams: [undefined] });
};
const titles = (list: ListName): string =>
  queryClient
    .getQueryData<ItemPages>(listQuery(list).queryKey)
    ?.pages.flatMap((page) => page.items.map((one) => one.title))
    .join("") ?? "";
const own = (itemIds: string[]): BulkTarget => ({ itemIds, space: "personal" });
const counts = (): unknown => queryClient.getQueryData(["counts", "personal"]);
const inFolder = (): number | undefined =>
  queryClient.getQueryData<{ items: FolderView[] }>(levelQuery("image", null).queryKey)?.items[0]?.items;
const refused = (code: string): ApiError => new ApiError({ status: 409, code, message: "" });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const answer = (done: number, failed: { itemId: string; code: string; message: string }[] = []) => ({ done, pending: 0, failed });

beforeEach(() => {
  queryClient.clear();
  fake.call.mockReset();
  fake.shown.length = 0;
  fake.errors.length = 0;
  put(ROOT, [item("a"), item("b"), item("c")]);
  put(FOLDER, [item("x", { parentId: "f1" })]);
  put(TRASH, []);
  put(STARRED, []);
  queryClient.setQueryData(["counts", "personal"], { images: 4, videos: 0, shared: 0, starred: 0, trash: 0, trashBytes: 0 });
  queryClient.setQueryData(levelQuery("image", null).queryKey, { items: [{ id: "f1", items: 1, parentId: null } as FolderView] });
});

test("a new title is shown immediately and is reverted when the server refuses it", async () => {
  fake.call.mockRejectedValueOnce(refused("forbidden"));
  const done = renameItem(item("a"), "new");
  expect(titles(ROOT)).toBe("newbc");
  expect(await done).toBe(false);
  expect(titles(ROOT)).toBe("abc");
  expect(fake.errors).toEqual(["forbidden"]);
});

test("a move to the trash updates every list and count immediately; Undo restores them", async () => {
  fake.call.mockResolvedValue(answer(1));
  const done = trashItem(item("b"));
  expect([titles(ROOT), titles(TRASH)]).toEqual(["ac", "b"]);
  expect(counts()).toMatchObject({ images: 3, trash: 1, trashBytes: 10 });
  await done;
  fake.undo?.();
  await settle();
  expect([titles(ROOT), titles(TRASH)]).toEqual(["abc", ""]);
  expect(counts()).toMatchObject({ images: 4, trash: 0, trashBytes: 0 });
  expect(fake.call.mock.calls.map(([, args]) => args.body)).toEqual([{ itemIds: ["b"] }, { itemIds: ["b"] }]);
});

test("a move updates both folders and their counts; a refusal reverts them and reports the error", async () => {
  fake.call.mockRejectedValueOnce(refused("move-conflict"));
  const done = moveMany(own(["a", "c"]), "f1");
  expect([titles(ROOT), titles(FOLDER), inFolder()]).toEqual(["b", "acx", 3]);
  expect(await done).toBeNull();
  expect([titles(ROOT), titles(FOLDER), inFolder()]).toEqual(["abc", "x", 1]);
  expect(fake.errors).toEqual(["move-conflict"]);
});

test("Undo of a move returns every item to its previous folder", async () => {
  fake.call.mockResolvedValue(answer(2));
  await moveWithUndo(own(["a", "x"]), "f2", "Elsewhere");
  expect([titles(ROOT), titles(FOLDER)]).toEqual(["bc", ""]);
  fake.undo?.();
  await settle();
  expect([titles(ROOT), titles(FOLDER)]).toEqual(["abc", "x"]);
  expect(fake.call.mock.calls.slice(1).map(([, args]) => args.body)).toEqual([
    { itemIds: ["a"], folderId: null },
    { itemIds: ["x"], folderId: "f1" },
  ]);
});

test("a partly refused change reverts only the refused items", async () => {
  fake.call.mockResolvedValueOnce(answer(1, [{ itemId: "c", code: "forbidden", message: "Insufficient permissions!" }]));
  const outcome = await trashMany(own(["a", "c"]));
  expect([titles(ROOT), titles(TRASH)]).toEqual(["bc", "a"]);
  expect(counts()).toMatchObject({ images: 3, trash: 1 });
  expect(outcome?.before.map((one) => one.id)).toEqual(["a"]);
  expect(fake.errors).toHaveLength(1);
});

test("a change of a whole list is one call without ids, however many items are loaded", async () => {
  put(TRASH, [item("t", { trash: true }), item("u", { trash: true })], "more");
  fake.call.mockResolvedValueOnce({ done: 0, pending: 900, failed: [] });
  await deleteMany({ all: true, from: TRASH });
  expect(titles(TRASH)).toBe("");
  expect(fake.call.mock.calls[0]?.[1].body).toEqual({ all: true, from: { view: "trash" } });
});

test("more ids than one call accepts are sent in several calls", async () => {
  fake.call.mockResolvedValue(answer(10_000));
  await trashMany(own(Array.from({ length: 10_001 }, (_, index) => `${index}`)));
  expect(fake.call.mock.calls.map(([, args]) => args.body.itemIds.length)).toEqual([10_000, 1]);
});

test("Undo of a star changes only the items that had no star before", async () => {
  put(ROOT, [item("a"), item("b", { favorite: true })]);
  fake.call.mockResolvedValue(answer(2));
  await starWithUndo(own(["a", "b"]), true);
  expect(titles(STARRED)).toBe("ab");
  fake.undo?.();
  await settle();
  expect(fake.call.mock.calls[1]?.[1].body).toEqual({ itemIds: ["a"], favorite: false });
  expect(titles(STARRED)).toBe("b");
});

test("a new item is inserted in its order; a refetched page adds remote items", async () => {
  addItem(item("bb"));
  expect(titles(ROOT)).toBe("abbbc");
  expect(counts()).toMatchObject({ images: 5 });
  fake.call.mockResolvedValueOnce({ items: [item("0"), item("a"), item("b")], nextCursor: null });
  await renewPage(ROOT, 0);
  expect(titles(ROOT)).toBe("0ab");
});

test("a page that cannot be refetched remains unchanged", async () => {
  fake.call.mockRejectedValueOnce(new ApiError({ status: 0, code: "offline", message: "" }));
  await renewPage(ROOT, 0);
  expect(titles(ROOT)).toBe("abc");
});

test("a remote change removes lists without an observer from the cache", () => {
  refreshAfter(new Set(["a"]));
  expect(queryClient.getQueryData(listQuery(ROOT).queryKey)).toBeUndefined();
});

describe("in a workspace", () => {
  const SPACE = { ref: "w", asMember: null };
  const FILES = listIn(SPACE, { view: "folder", type: null, folderId: null, sort: "oldest" });
  const ALL = listIn(SPACE, { view: "all", type: null, folderId: null, sort: "oldest" });
  const TRASH_LIST = listIn(SPACE, { view: "trash", type: null, folderId: null, sort: "oldest" });
  const team = (id: string, over: Partial<ItemView> = {}): ItemView => item(id, { workspaceId: "w", ...over });
  beforeEach(() => {
    noteWorkspaces(["w"]);
    put(FILES, [team("m"), team("n", { type: "video" })]);
    put(ALL, [team("m"), team("n", { type: "video" })]);
    put(TRASH_LIST, []);
    queryClient.setQueryData(["counts", "w"], { images: 1, videos: 1, shared: 0, starred: 0, trash: 0, trashBytes: 0 });
  });

  test("a change is sent to its workspace and updates only the lists and counts of that workspace", async () => {
    const before = [titles(ROOT), titles(TRASH), counts()];
    fake.call.mockResolvedValue({ done: 1, pending: 0, failed: [] });
    await trashItem(team("m"));
    expect(fake.call.mock.calls[0]?.[1].params).toEqual({ workspaceId: "w" });
    expect([titles(FILES), titles(ALL), titles(TRASH_LIST)]).toEqual(["n", "n", "m"]);
    expect(queryClient.getQueryData(["counts", "w"])).toMatchObject({ images: 0, videos: 1, trash: 1 });
    expect([titles(ROOT), titles(TRASH), counts()]).toEqual(before);
  });

  test("a change of a whole list is sent to the workspace of the list", async () => {
    fake.call.mockResolvedValue({ done: 2, pending: 0, failed: [] });
    await trashMany({ all: true, from: FILES });
    expect(fake.call.mock.calls[0]?.[1]).toEqual({
      params: { workspaceId: "w" },
      body: { all: true, from: { view: "folder", folderId: "root" } },
    });
  });

  test("a new item is added to the lists of its space only", () => {
    addItem(team("z"));
    addItem(item("y"));
    expect([titles(FILES), titles(ALL)]).toEqual(["mnz", "mnz"]);
    expect(titles(ROOT)).not.toContain("z");
    expect(titles(ROOT)).toContain("y");
  });

  test("items contain the id of their space", () => {
    expect(theseItems([team("m")])).toEqual({ itemIds: ["m"], space: "w" });
    expect(theseItems([item("a", { workspaceId: "my-own" })])).toEqual({ itemIds: ["a"], space: "personal" });
  });

  test("a permission change removes unobserved lists of that workspace only", () => {
    rereadSpace("w");
    expect(titles(FILES)).toBe("");
    expect(titles(ROOT)).not.toBe("");
  });
});

test.each(["before the change", "during the change"])("a page that was requested %s does not restore the trashed item", async (time) => {
  const responses: (() => void)[] = [];
  const old = { items: [item("a"), item("b"), item("c")], nextCursor: null };
  fake.call.mockImplementation((_route, args: { query?: unknown }) =>
    args.query === undefined
      ? new Promise((resolve) => responses.push(() => resolve(answer(1))))
      : new Promise((resolve) => responses.push(() => resolve(old))),
  );
  if (time === "before the change") void renewPage(ROOT, 0);
  const change = trashMany(own(["b"]));
  if (time === "during the change") void renewPage(ROOT, 0);
  expect(titles(ROOT)).toBe("ac");
  const [first, second] = responses;
  (time === "before the change" ? first : second)?.();
  await settle();
  expect(titles(ROOT)).toBe("ac");
  (time === "before the change" ? second : first)?.();
  await change;
  await settle();
  expect(titles(ROOT)).toBe("ac");
  // The page is read again after the change.
  old.items = [item("a"), item("c"), item("d")];
  responses[2]?.();
  await settle();
  expect(titles(ROOT)).toBe("acd");
});
