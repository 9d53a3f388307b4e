import { ApiError } from "@stillreel/client";
import { beforeEach, expect, test, vi } from "vitest";

const fake = vi.hoisted(() => ({
  call: vi.fn(),
  shown: [] as string[],
  errors: [] as string[],
  undo: undefined as (() => void) | undefined,
}));
vi.mock("../../api.ts", async () => {
  const { QueryClient: Client } = await import("@tanstack/react-query");
  return { client: { call: fake.call }, queryClient: new Client(), errorText: (error: ApiError) => error.code };
});
vi.mock("../account/index.ts", () => ({ countsQuery: { queryKey: ["counts", "personal"] } }));
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
import { queryClient } from "../../api.ts";
import { addItem, imagesQuery, renameItem, renewPage, trashItem, type ItemPages, type ItemView } from "./library.queries.ts";

const item = (id: string): ItemView => ({ id, type: "image", title: id, thumbnailUrl: null, stage: "ready" }) as ItemView;
const KEY = imagesQuery("newest").queryKey;
const titles = (): string[] | undefined =>
  queryClient.getQueryData<ItemPages>(KEY)?.pages.flatMap((page) => page.items.map((one) => one.title));
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  queryClient.clear();
  fake.call.mockReset();
  fake.shown.length = 0;
  fake.errors.length = 0;
  queryClient.setQueryData<ItemPages>(KEY, {
    pages: [{ items: [item("a"), item("b")], nextCursor: null, fetchedAt: 0 }],
    pageParams: [undefined],
  });
  queryClient.setQueryData(["counts", "personal"], { images: 2, videos: 0, shared: 0, trash: 0, storedBytes: 1 });
});

test("a new title stands at once and goes back when the server refuses", async () => {
  fake.call.mockRejectedValueOnce(new ApiError({ status: 403, code: "forbidden", message: "" }));
  const done = renameItem(item("a"), "new");
  expect(titles()).toEqual(["new", "b"]);
  expect(await done).toBe(false);
  expect(titles()).toEqual(["a", "b"]);
  expect(fake.errors).toEqual(["forbidden"]);
});

test("trash takes the card and the count away at once; Undo brings both back", async () => {
  fake.call.mockResolvedValue({});
  const done = trashItem(item("a"));
  expect(titles()).toEqual(["b"]);
  expect(queryClient.getQueryData(["counts", "personal"])).toMatchObject({ images: 1 });
  await done;
  fake.undo?.();
  await settle();
  expect(fake.call.mock.calls.map(([, args]) => args.body)).toEqual([{ trash: true }, { trash: false }]);
  expect(titles()).toEqual(["a", "b"]);
  expect(queryClient.getQueryData(["counts", "personal"])).toMatchObject({ images: 2 });
});

test("a refused trash puts the card back", async () => {
  fake.call.mockRejectedValueOnce(new ApiError({ status: 0, code: "offline", message: "" }));
  expect(await trashItem(item("b"))).toBe(false);
  expect(titles()).toEqual(["a", "b"]);
  expect(queryClient.getQueryData(["counts", "personal"])).toMatchObject({ images: 2 });
});

test("a new item stands first; a renewed page brings what came in elsewhere", async () => {
  addItem(item("n"));
  expect(titles()).toEqual(["n", "a", "b"]);
  fake.call.mockResolvedValueOnce({ items: [item("x"), item("n"), item("a"), item("b")], nextCursor: null });
  await renewPage("newest", 0);
  expect(titles()).toEqual(["x", "n", "a", "b"]);
});

test("a page that cannot be renewed stays as it was", async () => {
  fake.call.mockRejectedValueOnce(new ApiError({ status: 0, code: "offline", message: "" }));
  await renewPage("newest", 0);
  expect(titles()).toEqual(["a", "b"]);
});
