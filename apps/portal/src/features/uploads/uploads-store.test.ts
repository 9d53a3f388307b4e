import { ApiError } from "@stillreel/client";
import { expect, test, vi } from "vitest";
import { createUploadsStore, type UploadsDeps } from "./uploads-store.ts";
import type { SendHooks } from "./sending.ts";

interface Item {
  id: string;
  shareUrl: string;
}
interface Sent {
  file: File;
  hooks: SendHooks;
  finish: (item: Item) => void;
  fail: (error: unknown) => void;
}

function setup(over: Partial<UploadsDeps<Item>> = {}) {
  const sent: Sent[] = [];
  const onItem = vi.fn(async (_item: Item | null, isOnly: boolean) => isOnly);
  const store = createUploadsStore<Item>({
    send: (file, hooks) => new Promise((finish, fail) => sent.push({ file, hooks, finish, fail })),
    refusalOf: () => null,
    onItem,
    now: () => 0,
    ...over,
  });
  const states = (): string[] => store.current().map((upload) => upload.status);
  return { store, sent, onItem, states };
}
const file = (name: string): File => new File(["1234"], name, { type: "image/png" });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("two at once; the third starts when one is done, and new items are told", async () => {
  const { store, sent, onItem, states } = setup();
  store.add([file("a"), file("b"), file("c")]);
  expect(sent.map((one) => one.file.name)).toEqual(["a", "b"]);
  sent[0]!.finish({ id: "1", shareUrl: "u" });
  await settle();
  expect(sent.map((one) => one.file.name)).toEqual(["a", "b", "c"]);
  expect(states()).toEqual(["done", "sending", "sending"]);
  expect(onItem).toHaveBeenCalledExactlyOnceWith({ id: "1", shareUrl: "u" }, false);
});

test("the link of a single upload is copied and the row says so", async () => {
  const { store, sent } = setup();
  store.add([file("a")]);
  sent[0]!.finish({ id: "1", shareUrl: "u" });
  await settle();
  expect(store.current()[0]).toMatchObject({ status: "done", isCopied: true, result: { itemId: "1", shareUrl: "u" } });
});

test("cancelling aborts the transfer, takes the row away and lets the next one start", () => {
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

test("when the network is back only what it stopped goes on", async () => {
  const { store, sent, states } = setup();
  store.add([file("a"), file("b")]);
  sent[0]!.fail(new ApiError({ status: 0, code: "offline", message: "" }));
  sent[1]!.fail(new ApiError({ status: 413, code: "file-too-large", message: "" }));
  await settle();
  store.resumeOffline();
  expect(states()).toEqual(["sending", "failed"]);
});

test("hopeless files become rows without being sent", () => {
  const { store, sent } = setup({ refusalOf: () => ({ code: "unsupported-file-type" }) });
  store.add([file("a")]);
  expect(sent).toEqual([]);
  expect(store.current()[0]).toMatchObject({ status: "failed", failure: { code: "unsupported-file-type" } });
});
