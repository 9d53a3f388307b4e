import { startTusDouble, type TusDouble } from "@stillreel/testing/recorder";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Sender, type SendingJob, type UploadNames } from "./sender.ts";
import type { Trouble } from "./sending.plan.ts";
import { uploadIdOf } from "./upload-name.ts";

const UPLOAD_ID = uploadIdOf("00112233-4455-4677-8899-aabbccddeeff");
const IN_TEAM = { type: "video", recording: "true", workspaceId: "w1", folderId: "f1" };

/** Response of a server that denies access to a save target. */
type Closed = [status: number, body: object];
const GONE: Closed = [404, { status: "error", code: "not-found" }];
const READ_ONLY: Closed = [403, { status: "error", code: "forbidden" }];
const NO_FOLDER: Closed = [422, { status: "error", code: "validation-failed", details: [{ field: "folderId" }] }];

let double: TusDouble;
let data: Uint8Array<ArrayBuffer>;
/** Response to requests for the workspace, or null while it is accessible. */
let closed: Closed | null;
/** Whether uploads in the workspace move to the personal library on request. */
let hasLeft: boolean;
/** The item that the server created from the upload without the recorder. */
let movedTo: string | null;
let names: UploadNames[];
let troubles: (Trouble | null)[];
let senders: Sender[];

beforeEach(async () => {
  double = await startTusDouble();
  data = Uint8Array.from({ length: 400_000 }, (_, at) => (at * 31 + (at >> 8)) & 255);
  closed = null;
  [hasLeft, movedTo] = [true, null];
  [names, troubles, senders] = [[], [], []];
});
afterEach(async () => {
  for (const sender of senders) sender.abort();
  await double.stop();
});

const messagesIn = (header: string | null, name: string): string => {
  const pair = (header ?? "").split(",").find((each) => each.startsWith(`${name} `));
  return atob(pair?.split(" ")[1] ?? "");
};

const answerOf = ([status, body]: Closed): Response => Response.json(body, { status });

/** A server with workspaces in front of the double without them: uploads in `w1` are denied while that is closed. */
const guarded: typeof fetch = async (input, init) => {
  const refusal = closed && answerOf(closed);
  const headers = new Headers(init?.headers);
  const id = new URL(String(input)).pathname.split("/").at(-1) ?? "";
  if (init?.method !== "POST") {
    const upload = double.uploads.get(id);
    if (refusal && upload?.metadata["workspaceId"] === "w1") return refusal;
    const answer = await fetch(input, init);
    if (init?.method !== "HEAD" || movedTo === null) return answer;
    return new Response(null, { headers: { ...Object.fromEntries(answer.headers), "item-id": movedTo, "share-url": "http://x/s/home" } });
  }
  const message = headers.get("upload-metadata");
  if (refusal && messagesIn(message, "workspaceId") === "w1") return refusal;
  const known = double.uploads.get(messagesIn(message, "uploadId"));
  if (known?.metadata["workspaceId"] === "w1" && closed) {
    if (!hasLeft) return new Response(JSON.stringify({ status: "error", code: "recording-ended" }), { status: 410 });
    Object.assign(known, { itemId: "home" });
    known.metadata["workspaceId"] = "personal";
  }
  return fetch(input, init);
};

function startSender(over: Partial<SendingJob> = {}, answers: typeof fetch = guarded): Sender {
  const sender = new Sender(
    { fetch: answers, headers: () => Promise.resolve({}), now: () => performance.now() },
    {
      destination: { url: double.url, userId: "ada" },
      uploadId: UPLOAD_ID,
      metadata: IN_TEAM,
      source: { bytes: () => data.length, read: (from, to) => Promise.resolve(data.slice(from, to)) },
      upload: null,
      onUpload: (upload) => names.push(upload),
      onProgress: () => {},
      onTrouble: (trouble) => troubles.push(trouble),
      ...over,
    },
  );
  senders.push(sender);
  return sender;
}
const bytesAt = (name: string): Buffer | undefined => double.uploads.get(name)?.bytes;

test.each([
  ["the workspace is gone or left", GONE],
  ["nothing may be put there any more", READ_ONLY],
  ["the folder is gone", NO_FOLDER],
])("before it begins %s: it goes home, and nothing is said of trouble", async (_name, how) => {
  closed = how;
  const sender = startSender();
  sender.finish();
  expect(await sender.done).toMatchObject({ home: true });
  const [upload] = double.uploads.values();
  expect(upload?.metadata).toMatchObject({ type: "video", workspaceId: "personal", folderId: "", uploadId: UPLOAD_ID });
  expect(Buffer.compare(upload?.bytes ?? Buffer.alloc(0), data)).toBe(0);
  expect([names.length, troubles]).toEqual([1, []]);
});

test.each([
  ["taken away", GONE],
  ["made one to look at", READ_ONLY],
])("in the middle its place is %s: what has arrived comes home, the rest follows", async (_name, how) => {
  const whole = data;
  data = whole.slice(0, 300_000);
  const sender = startSender();
  await expect.poll(() => bytesAt(UPLOAD_ID)?.length).toBe(300_000);
  closed = how;
  data = whole;
  sender.finish();
  expect(await sender.done).toMatchObject({ itemId: "home", home: true });
  expect(double.uploads.size).toBe(1);
  expect(double.uploads.get(UPLOAD_ID)?.pieces).toEqual([300_000, 100_000]);
  expect(Buffer.compare(bytesAt(UPLOAD_ID) ?? Buffer.alloc(0), whole)).toBe(0);
  expect([names.map(({ home = false }) => home), troubles]).toEqual([[false, true], []]);
});

test("an upload that the server ended is sent completely to a new upload", async () => {
  const first = startSender();
  await expect.poll(() => bytesAt(UPLOAD_ID)?.length).toBe(400_000);
  first.abort();
  [closed, hasLeft] = [GONE, false];
  const second = startSender({ upload: names[0] ?? null });
  second.finish();
  const { url } = await second.done;
  expect(url).not.toBe(names[0]?.url);
  expect(Buffer.compare(bytesAt(url.split("/").at(-1) ?? "") ?? Buffer.alloc(0), data)).toBe(0);
});

test("another document finds that the upload was moved to the personal library", async () => {
  const first = startSender();
  await expect.poll(() => bytesAt(UPLOAD_ID)?.length).toBe(400_000);
  first.abort();
  movedTo = "home";
  const second = startSender({ upload: names[0] ?? null });
  second.finish();
  expect(await second.done).toEqual({ url: names[0]?.url, itemId: "home", shareUrl: "http://x/s/home", home: true });
  expect(names.at(-1)).toEqual(await second.done);
});

test("another document continues in the personal library, also when everything must be sent again", async () => {
  const first = startSender();
  await expect.poll(() => bytesAt(UPLOAD_ID)?.length).toBe(400_000);
  first.abort();
  closed = GONE;
  const unheard = startSender({ upload: names[0] ?? null });
  await expect.poll(() => names.length).toBe(2);
  unheard.abort();
  double.mishaps.push({ kind: "forget" });
  const later = startSender({ upload: names[1] ?? null });
  later.finish();
  expect(await later.done).toMatchObject({ home: true });
  expect([...double.uploads.values()].map(({ metadata }) => metadata["workspaceId"])).toEqual(["personal"]);
});

test("before the owner's decision, an upload does not change its destination", async () => {
  const first = startSender();
  first.sendAhead();
  const known = await first.done;
  closed = GONE;
  const late = startSender({ upload: known });
  late.sendAhead();
  await expect(late.done).rejects.toThrow();
  expect(double.uploads.get(UPLOAD_ID)?.metadata["workspaceId"]).toBe("w1");
});

test("when it is discarded without a save target, the uploaded data is removed too", async () => {
  const first = startSender();
  await expect.poll(() => bytesAt(UPLOAD_ID)?.length).toBe(400_000);
  // A failed gateway returns 404 for everything. It cannot revoke access to a save target.
  closed = [404, {}];
  data = data.slice(0, 399_999);
  const second = startSender({ upload: names[0] ?? null });
  await expect.poll(() => troubles.length, { timeout: 5_000 }).toBeGreaterThan(0);
  expect(double.uploads.size).toBe(1);
  closed = null;
  await Promise.all([first.remove(), second.remove()]);
  expect(double.uploads.size).toBe(0);
});

test("if the personal library also refuses the upload, the sender reports it", async () => {
  const sender = startSender({ metadata: { ...IN_TEAM, workspaceId: "personal", folderId: "" } }, () =>
    Promise.resolve(answerOf(READ_ONLY)),
  );
  await expect.poll(() => troubles).toEqual(["refused"]);
  sender.abort();
});
