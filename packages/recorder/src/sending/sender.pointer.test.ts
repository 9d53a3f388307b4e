import { startTusDouble, type TusDouble } from "@stillreel/testing/recorder";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Sender } from "./sender.ts";
import { uploadIdOf } from "./upload-name.ts";

const TRACK = { moves: [[0, 0, 0]], clicks: [[1.5, 0.25, 0.75]] } as {
  moves: [number, number, number][];
  clicks: [number, number, number][];
};

let double: TusDouble;
let senders: Sender[];
beforeEach(async () => {
  double = await startTusDouble();
  senders = [];
});
afterEach(async () => {
  for (const sender of senders) sender.abort();
  await double.stop();
});

function start(track: typeof TRACK | null = TRACK): Sender {
  const data = new Uint8Array(1_000);
  const sender = new Sender(
    { fetch, headers: () => Promise.resolve({}), now: () => performance.now() },
    {
      destination: { url: double.url, userId: "ada" },
      uploadId: uploadIdOf("00112233-4455-4677-8899-aabbccddeeff"),
      metadata: { type: "video", recording: "true" },
      source: { bytes: () => data.length, read: (from, to) => Promise.resolve(data.slice(from, to)) },
      upload: null,
      pointer: () => Promise.resolve(track),
      onUpload: () => {},
      onProgress: () => {},
      onTrouble: () => {},
    },
  );
  senders.push(sender);
  return sender;
}
const upload = () => [...double.uploads.values()][0];
const pointers = () => double.pointers.get(upload()?.itemId ?? "") ?? [];

test("the pointer is sent once, before the end of the upload is declared", async () => {
  const sender = start();
  sender.finish();
  await sender.done;
  expect(pointers()).toEqual([{ body: TRACK, sentBytes: 0 }]);
  expect(upload()?.length).toBe(1_000);
});

test("a recording without positions sends none", async () => {
  const sender = start(null);
  sender.finish();
  await sender.done;
  expect(double.requests.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("a recording that was cut off has its pointer on the server, too", async () => {
  const sender = start();
  sender.sendAhead();
  await sender.done;
  expect(pointers()).toHaveLength(1);
  expect(upload()?.length).toBeNull();
});

test.each([
  ["a broken connection", [null]],
  ["a busy server", [503, 429]],
] as const)("after %s it is sent again", async (_name, mishaps) => {
  double.pointerMishaps.push(...mishaps);
  const sender = start();
  sender.finish();
  await sender.done;
  expect(pointers()).toHaveLength(1);
  expect(upload()?.length).toBe(1_000);
});

test.each([
  ["does not know the route", [404]],
  ["refuses it", [422]],
  ["fails again and again", [500, 500, 500]],
] as const)("a server that %s gets the whole recording without it", async (_name, mishaps) => {
  double.pointerMishaps.push(...mishaps);
  const sender = start();
  sender.finish();
  await sender.done;
  expect(pointers()).toEqual([]);
  expect(upload()?.bytes.length).toBe(1_000);
  expect(upload()?.length).toBe(1_000);
});
