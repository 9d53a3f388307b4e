import { startTusDouble, type TusDouble } from "@stillreel/testing/recorder";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Sender, type SendingJob, type UploadNames } from "./sender.ts";
import type { Trouble } from "./sending.plan.ts";
import { uploadIdOf } from "./upload-name.ts";

/** A recording that grows under the test's control. */
class Growing {
  data = new Uint8Array(0);
  grow(bytes: number): void {
    const grown = new Uint8Array(this.data.length + bytes);
    grown.set(this.data);
    for (let at = this.data.length; at < grown.length; at += 1) grown[at] = (at * 31 + (at >> 8)) & 255;
    this.data = grown;
  }
  bytes = (): number => this.data.length;
  read = (from: number, to: number): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(this.data.slice(from, to));
}

const UPLOAD_ID = uploadIdOf("00112233-4455-4677-8899-aabbccddeeff");

let double: TusDouble;
let recording: Growing;
let signIn: Record<string, string> | null;
let names: UploadNames[];
let troubles: (Trouble | null)[];
let sent: number[];
let senders: Sender[];

beforeEach(async () => {
  double = await startTusDouble();
  recording = new Growing();
  signIn = {};
  [names, troubles, sent, senders] = [[], [], [], []];
});
afterEach(async () => {
  for (const sender of senders) sender.abort();
  await double.stop();
});

function startSender(over: Partial<SendingJob> = {}): Sender {
  const sender = new Sender(
    { fetch, headers: () => Promise.resolve(signIn), now: () => performance.now() },
    {
      destination: { url: double.url, userId: "ada" },
      uploadId: UPLOAD_ID,
      metadata: { type: "video", recording: "true", title: "Überblick ✓" },
      source: recording,
      upload: null,
      onUpload: (upload) => names.push(upload),
      onProgress: (bytes) => sent.push(bytes),
      onTrouble: (trouble) => troubles.push(trouble),
      ...over,
    },
  );
  senders.push(sender);
  return sender;
}

const upload = (): NonNullable<ReturnType<TusDouble["uploads"]["get"]>> => {
  const [first] = double.uploads.values();
  if (!first || double.uploads.size !== 1) throw new Error(`There are ${double.uploads.size} uploads.`);
  return first;
};
const expectAllThere = (): void => expect(Buffer.compare(upload().bytes, recording.data)).toBe(0);

test("item and link are there before the first byte", async () => {
  startSender();
  await expect.poll(() => names.length).toBe(1);
  expect(names[0]).toMatchObject({ itemId: upload().itemId, shareUrl: expect.stringContaining("/s/") as string });
  expect(upload()).toMatchObject({
    id: UPLOAD_ID,
    metadata: { type: "video", recording: "true", title: "Überblick ✓", uploadId: UPLOAD_ID },
  });
});

test("bytes are sent within about a second, and the rest immediately at the end", async () => {
  const sender = startSender();
  recording.grow(1_000);
  sender.poke();
  await expect.poll(() => upload().bytes.length, { timeout: 2_500 }).toBe(1_000);
  recording.grow(500);
  const before = performance.now();
  sender.finish();
  await sender.done;
  expect(performance.now() - before).toBeLessThan(500);
  expect(upload()).toMatchObject({ length: 1_500 });
  expectAllThere();
});

test("an end without unsent bytes only declares the length", async () => {
  const sender = startSender();
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => sent.at(-1)).toBe(300_000);
  sender.finish();
  await sender.done;
  expect(upload().pieces.at(-1)).toBe(0);
  expectAllThere();
});

test.each([
  ["a connection cut in the middle of a piece", { kind: "cut", afterBytes: 70_000 }],
  ["a connection cut before the answer", { kind: "cut-answer" }],
  ["an offset that is not true", { kind: "lie", offset: 7 }],
  ["a busy server", { kind: "status", status: 503 }],
  ["a lock", { kind: "status", status: 423 }],
  ["a damaged piece", { kind: "status", status: 460 }],
  ["a refused piece", { kind: "status", status: 413 }],
] as const)("after %s it goes on from what arrived", async (_name, mishap) => {
  double.mishaps.push(mishap);
  const sender = startSender();
  recording.grow(400_000);
  sender.poke();
  await expect.poll(() => sent.at(-1), { timeout: 4_000 }).toBe(400_000);
  recording.grow(10);
  sender.finish();
  await sender.done;
  expectAllThere();
});

test("the last piece may be lost with its length: the length is declared once", async () => {
  recording.grow(400_000);
  double.mishaps.push({ kind: "cut", afterBytes: 100_000 });
  const sender = startSender();
  sender.finish();
  await sender.done;
  expectAllThere();
  expect(double.requests.filter(({ status }) => status === 400)).toEqual([]);
});

test("an upload that the server deleted is sent again completely", async () => {
  const sender = startSender();
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => sent.at(-1)).toBe(300_000);
  double.mishaps.push({ kind: "forget" });
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => names.length, { timeout: 4_000 }).toBe(2);
  sender.finish();
  expect(await sender.done).toEqual(names[1]);
  expectAllThere();
});

test("a server that goes away is waited for, and a stop ends the pause", async () => {
  const sender = startSender();
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => sent.at(-1)).toBe(300_000);
  await double.down();
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => troubles).toEqual(["offline"]);
  await expect.poll(() => double.requests.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await double.up();
  const before = performance.now();
  sender.finish();
  await sender.done;
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(troubles).toEqual(["offline", null]);
  expectAllThere();
});

test.each([
  ["storage-full", "server-full"],
  ["quota-exceeded", "quota-full"],
] as const)("the code %s is reported as %s until there is space again", async (code, trouble) => {
  const sender = startSender();
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => sent.at(-1)).toBe(300_000);
  double.mishaps.push({ kind: "status", status: 507, code });
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => troubles).toEqual([trouble]);
  sender.finish();
  await sender.done;
  expect(troubles).toEqual([trouble, null]);
  expectAllThere();
});

test("a session that ends during the upload is reported, and the upload continues automatically with a new one", async () => {
  const sender = startSender();
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => sent.at(-1)).toBe(300_000);
  double.token = "fresh";
  recording.grow(300_000);
  sender.poke();
  await expect.poll(() => troubles).toEqual(["signed-out"]);
  signIn = null;
  await expect.poll(() => double.requests.at(-1)?.status).toBe(401);
  signIn = { authorization: "fresh" };
  sender.poke();
  await expect.poll(() => sent.at(-1), { timeout: 8_000 }).toBe(600_000);
  expect(troubles).toEqual(["signed-out", null]);
  sender.finish();
  await sender.done;
  expectAllThere();
});

test("another document continues an upload, even if the first one had declared its length", async () => {
  recording.grow(500_000);
  double.mishaps.push({ kind: "cut", afterBytes: 200_000 });
  const first = startSender();
  first.finish();
  await expect.poll(() => double.uploads.size > 0 && upload().bytes.length > 0).toBe(true);
  first.abort();
  await expect(first.done).rejects.toThrow();
  const second = startSender({ upload: names[0] ?? null });
  second.finish();
  await second.done;
  expectAllThere();
});

test("a discarded upload is removed from the server, also during its creation", async () => {
  const sender = startSender();
  await sender.remove();
  expect(double.uploads.size).toBe(0);
  await expect(sender.done).rejects.toThrow();
});

test("created with a lost response: the next document finds the same upload and its offset", async () => {
  recording.grow(300_000);
  const first = startSender();
  await expect.poll(() => sent.at(-1)).toBe(300_000);
  first.abort();
  recording.grow(100_000);
  startSender().finish();
  await expect.poll(() => upload().length).toBe(400_000);
  expectAllThere();
});

test("an upload that is discarded before its response is also removed from the server", async () => {
  startSender();
  await expect.poll(() => double.uploads.size).toBe(1);
  const unaware = startSender();
  unaware.abort();
  await unaware.remove();
  expect(double.uploads.size).toBe(0);
});

test("before the owner's decision, all stored bytes are sent, and the upload stays open", async () => {
  recording.grow(5_000_000);
  const ahead = startSender();
  ahead.sendAhead();
  await ahead.done;
  expect(upload().length).toBeNull();
  expectAllThere();
  const last = startSender({ upload: names[0] ?? null });
  last.finish();
  await last.done;
  expect([upload().length, upload().pieces.at(-1)]).toEqual([5_000_000, 0]);
});

test("before the owner's decision, an upload that the server has ended or deleted is not sent again", async () => {
  recording.grow(300_000);
  const first = startSender();
  first.sendAhead();
  const known = await first.done;
  upload().length = 300_000;
  recording.grow(1_000);
  const late = startSender({ upload: known });
  late.sendAhead();
  await expect(late.done).rejects.toThrow();
  double.uploads.clear();
  const later = startSender({ upload: known });
  later.sendAhead();
  await expect(later.done).rejects.toThrow();
  expect(double.uploads.size).toBe(0);
});

test("with a failuresMax it gives up while the server is away", async () => {
  recording.grow(1_000);
  await double.down();
  const sender = startSender({ failuresMax: 2 });
  sender.finish();
  await expect(sender.done).rejects.toThrow();
  expect(troubles).toEqual(["offline"]);
});
