import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Storage } from "../storage.port.ts";
import { createS3Storage } from "./s3.storage.ts";

/** What the store answers to the next requests: a status, and an error code in the body where the method has one. */
let answer: { status: number; code: string };
let server: http.Server;
let storage: Storage;

beforeEach(async () => {
  server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(answer.status, { "content-type": "application/xml" });
    const body = `<?xml version="1.0"?><Error><Code>${answer.code}</Code><Message>no</Message></Error>`;
    response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const settings = { bucket: "shots", region: "us-east-1", accessKeyId: "k", secretAccessKey: "s", prefix: "", publicEndpoint: undefined };
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  storage = createS3Storage({ ...settings, endpoint }, { attempts: 1, connectMs: 2_000, requestMs: 2_000 });
});
afterEach(() => void server.close());

const KEY = "b/ab/cd/efgh";
async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("x");
}

test.each([
  [404, "NoSuchBucket", /bucket of STORAGE_URL does not exist/u],
  [403, "InvalidAccessKeyId", /refuses key or secret/u],
  [301, "PermanentRedirect", /region/u],
  [500, "InternalError", /fails \(status 500\)/u],
])("a store that answers %i %s is reported with its remedy", async (status, code, message) => {
  answer = { status, code };
  await expect(storage.check()).rejects.toMatchObject({ code: "unavailable", message: expect.stringMatching(message) });
});

test("a store that is away is reported as such", async () => {
  await new Promise((resolve) => server.close(resolve));
  await expect(storage.check()).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("does not answer") });
});

test("without the bucket the store is unavailable; an absent object is not found", async () => {
  answer = { status: 404, code: "NoSuchBucket" };
  await expect(storage.put(KEY, oneByte())).rejects.toMatchObject({ code: "unavailable" });
  await expect(storage.get(KEY)).rejects.toMatchObject({ code: "unavailable" });
  answer = { status: 404, code: "NoSuchKey" };
  await expect(storage.get(KEY)).rejects.toMatchObject({ code: "not-found" });
});

test("a write with a wrong key finds the store unavailable", async () => {
  answer = { status: 403, code: "SignatureDoesNotMatch" };
  await expect(storage.put(KEY, oneByte())).rejects.toMatchObject({ code: "unavailable" });
});
