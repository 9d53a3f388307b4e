import { ApiError } from "@stillreel/client";
import { expect, test, vi } from "vitest";
import { PAUSED, type SendHooks, type SendJob, type Sent } from "./sending.ts";
import { createUploadsStore, type NewUpload, type UploadsDeps } from "./uploads-store.ts";
import type { UploadDestination } from "./upload-destination.ts";

interface Item {
  id: string;
  shareUrl: string;
}
interface Sending {
  job: SendJob;
  hooks: SendHooks;
  finish: (item: Item) => void;
  fail: (error: unknown) => void;
}

function setup(over: Partial<UploadsDeps<Item>> = {}) {
  const sent: Sending[] = [];
  const deps = {
    onSent: vi.fn(async (_sent: Sent<Item>, isOnly: boolean) => isOnly),
    onResumable: vi.fn(),
    endRemote: vi.fn(),
  };
  let keys = 0;
  const store = createUploadsStore<Item>({
    send: (job, hooks) =>
      new Promise((resolve, reject) => {
        const finish = (item: Item): void => resolve({ item, importId: null, folderName: null, isRelocated: false });
        hooks.signal.addEventListener("abort", () => reject(hooks.signal.reason as Error));
        sent.push({ job, hooks, finish, fail: reject });
      }),
    refusalOf: () => null,
    now: () => 0,
    newKey: () => `key ${(keys += 1)}`,
    ...deps,
    ...over,
  });
  const states = (): string[] => store.current().map((upload) => upload.status);
  const idOf = (at: number): string => store.current()[at]?.id ?? "";
  return { store, sent, ...deps, states, idOf };
}
const place: UploadDestination = {
  workspaceId: "personal",
  kind: "image",
  folderKind: "image",
  folderId: null,
  folderName: null,
  path: [],
};
const plain = (name: string): File => new File(["1234"], name, { type: "image/png", lastModified: 1 });
const file = (name: string): NewUpload => ({ file: plain(name), place });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("two uploads run at the same time; the third starts after one ends, and new items are announced", async () => {
  const { store, sent, onSent, states } = setup();
  store.add([file("a"), file("b"), file("c")]);
  expect(sent.map((one) => one.job.file.name)).toEqual(["a", "b"]);
  sent[0]!.finish({ id: "1", shareUrl: "u" });
  await settle();
  expect(sent.map((one) => one.job.file.name)).toEqual(["a", "b", "c"]);
  expect(states()).toEqual(["done", "sending", "sending"]);
  expect(onSent).toHaveBeenCalledOnce();
  expect(onSent.mock.calls[0]).toMatchObject([{ item: { id: "1" } }, false]);
});

test("the link of a single upload is copied, and its row reports the copy", async () => {
  const { store, sent } = setup();
  store.add([file("a")]);
  sent[0]!.finish({ id: "1", shareUrl: "u" });
  await settle();
  expect(store.current()[0]).toMatchObject({ status: "done", isCopied: true, result: { itemId: "1", shareUrl: "u" } });
});

test("cancelling aborts the transfer, removes the row and starts the next upload", () => {
  const { store, sent } = setup();
  store.add([file("a"), file("b"), file("c")]);
  store.remove(store.current()[0]!.id);
  expect(sent[0]!.hooks.signal.aborted).toBe(true);
  expect(sent).toHaveLength(3);
  expect(store.current().map((upload) => upload.name)).toEqual(["b", "c"]);
});

test("a refused upload shows the server's code and can be sent again", async () => {
  const { store, sent, states } = setup();
  store.add([file("a")]);
  sent[0]!.fail(new ApiError({ status: 507, code: "storage-full", message: "full" }));
  await settle();
  expect(store.current()[0]).toMatchObject({ status: "failed", failure: { code: "storage-full" } });
  store.retry(store.current()[0]!.id);
  expect(states()).toEqual(["sending"]);
  expect(sent).toHaveLength(2);
});

test("resuming after an offline error restarts only the uploads that failed offline", async () => {
  const { store, sent, states } = setup();
  store.add([file("a"), file("b")]);
  sent[0]!.fail(new ApiError({ status: 0, code: "offline", message: "" }));
  sent[1]!.fail(new ApiError({ status: 413, code: "file-too-large", message: "" }));
  await settle();
  store.resumeOffline();
  expect(states()).toEqual(["sending", "failed"]);
});

test("without a response the other uploads wait, and continue with the first response", async () => {
  const { store, sent, states } = setup();
  store.add([file("a"), file("b"), file("c"), file("d")]);
  sent[0]!.fail(new ApiError({ status: 0, code: "offline", message: "" }));
  sent[1]!.fail(new ApiError({ status: 503, code: "unavailable", message: "" }));
  await settle();
  expect(states()).toEqual(["failed", "failed", "waiting", "waiting"]);
  store.resumeOffline();
  expect(states()).toEqual(["sending", "sending", "waiting", "waiting"]);
});

test("removing a failed upload lets the other uploads start", async () => {
  const { store, sent, states, idOf } = setup();
  store.add([file("a"), file("b"), file("c")]);
  store.pause(idOf(1));
  sent[0]!.fail(new ApiError({ status: 0, code: "offline", message: "" }));
  await settle();
  expect(states()).toEqual(["failed", "paused", "sending"]);
  sent[2]!.fail(new ApiError({ status: 0, code: "offline", message: "" }));
  await settle();
  store.add([file("d")]);
  expect(states().at(-1)).toBe("waiting");
  store.clearSettled();
  expect(states()).toEqual(["paused", "sending"]);
});

test("hopeless files become rows without being sent", () => {
  const { store, sent } = setup({ refusalOf: () => ({ code: "unsupported-file-type" }) });
  store.add([file("a")]);
  expect(sent).toEqual([]);
  expect(store.current()[0]).toMatchObject({ status: "failed", failure: { code: "unsupported-file-type" } });
});

test("files of unknown type are reported by name, and the others are uploaded", () => {
  const { store, sent, states } = setup();
  store.add([{ file: plain("a.pdf"), place: null }, file("b")]);
  expect(states()).toEqual(["failed", "sending"]);
  expect(store.current()[0]).toMatchObject({ name: "a.pdf", failure: { code: "unsupported-file-type" } });
  expect(sent).toHaveLength(1);
});

test("a pause ends the transfer but not the upload, which resumes at its URL", async () => {
  const { store, sent, states, idOf, endRemote, onResumable } = setup();
  store.add([file("a")]);
  sent[0]?.hooks.onUrl("/uploads/x");
  store.pause(idOf(0));
  expect(sent[0]?.hooks.signal.reason).toBe(PAUSED);
  await settle();
  expect(states()).toEqual(["paused"]);
  expect(endRemote).not.toHaveBeenCalled();
  store.resume(idOf(0));
  expect(sent[1]?.job).toMatchObject({ url: "/uploads/x", key: "key 1" });
  sent[1]?.finish({ id: "1", shareUrl: "u" });
  await settle();
  expect(states()).toEqual(["done"]);
  expect(onResumable.mock.calls.map(([, url]) => url as unknown)).toEqual(["/uploads/x", null]);
});

test("pausing all stops those that wait, too", async () => {
  const { store, sent, states } = setup();
  store.add([file("a"), file("b"), file("c")]);
  store.pauseAll();
  await settle();
  expect(states()).toEqual(["paused", "paused", "paused"]);
  store.resumeAll();
  expect(states()).toEqual(["sending", "sending", "waiting"]);
  expect(sent).toHaveLength(4);
});

test("cancelling a paused upload ends it on the server", () => {
  const { store, sent, idOf, endRemote } = setup();
  store.add([file("a")]);
  sent[0]?.hooks.onUrl("/uploads/x");
  store.pause(idOf(0));
  store.remove(idOf(0));
  expect(endRemote).toHaveBeenCalledExactlyOnceWith("/uploads/x");
  expect(store.current()).toEqual([]);
});

test("a file that the server refused permanently is not stored for later", async () => {
  const { store, sent, onResumable } = setup();
  store.add([file("a")]);
  sent[0]?.hooks.onUrl("/uploads/x");
  sent[0]?.fail(new ApiError({ status: 415, code: "unsupported-file-type", message: "" }));
  await settle();
  expect(onResumable.mock.lastCall?.[1]).toBeNull();
});

test("adding the same file resumes only the upload that a reload interrupted", () => {
  const { store, sent, states, idOf } = setup();
  const stored = {
    key: "old",
    userId: "u",
    name: "film.mp4",
    sizeBytes: 4,
    lastModified: 1,
    place: { ...place, kind: "video" as const },
    url: "/uploads/x",
    keptAt: 0,
  };
  store.restore([stored]);
  store.restore([stored]);
  expect(states()).toEqual(["interrupted"]);
  store.resume(idOf(0));
  expect(sent).toEqual([]);
  store.add([file("other"), { file: plain("film.mp4"), place }, { file: plain("film.mp4"), place }]);
  expect(sent[0]?.job).toMatchObject({ key: "old", url: "/uploads/x", place: { kind: "video" } });
  expect(store.current().map(({ name, status }) => `${name} ${status}`)).toEqual(["film.mp4 sending", "other sending", "film.mp4 waiting"]);
});

test("the caller of an upload receives its result", async () => {
  const { store, sent, idOf } = setup();
  const ends: unknown[] = [];
  const onEnd = (end: Sent<unknown> | null): void => void ends.push(end);
  store.add([
    { ...file("a"), onEnd },
    { ...file("b"), onEnd },
    { file: plain("c"), place: null, onEnd },
  ]);
  expect(ends).toEqual([null]);
  sent[0]?.finish({ id: "1", shareUrl: "u" });
  await settle();
  store.remove(idOf(2));
  expect(ends).toMatchObject([null, { item: { id: "1" } }, null]);
});

test("ten thousand files are queued quickly, with one notification for all", () => {
  const { store } = setup();
  const listener = vi.fn();
  store.subscribe(listener);
  const began = performance.now();
  store.add(Array.from({ length: 10_000 }, (_, at) => file(`${at}.png`)));
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(store.current()).toHaveLength(10_000);
  expect(listener.mock.calls.length).toBeLessThan(5);
});

test("when another user signs in, uploads stop, and those on the server stay for their owner", async () => {
  const { store, sent, endRemote, onResumable } = setup();
  store.add([file("a"), file("b"), file("c")]);
  sent[0]?.hooks.onUrl("/uploads/x");
  store.reset();
  await settle();
  expect(store.current()).toEqual([]);
  expect(sent).toHaveLength(2);
  expect(endRemote).not.toHaveBeenCalled();
  expect(onResumable.mock.calls.map(([, url]) => url as unknown)).toEqual(["/uploads/x"]);
});
