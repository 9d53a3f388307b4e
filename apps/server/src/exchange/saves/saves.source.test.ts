import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createFileReader } from "./saves.source.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(path.join(os.tmpdir(), "stillreel-source-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = randomBytes(24 * MB);
const file = path.join(folder, "large");
writeFileSync(file, bytes);
const sha256 = (of: Uint8Array): string => createHash("sha256").update(of).digest("hex");

/** Sends a range of the file to a server that pauses while it reads. Returns the digest of what arrived. */
async function send(start: number, length: number, pauseMs: number): Promise<string> {
  const hash = createHash("sha256");
  const server = createServer((request, response) => {
    void (async () => {
      let untilPause = 2 * MB;
      for await (const chunk of request as AsyncIterable<Buffer>) {
        hash.update(chunk);
        untilPause -= chunk.length;
        if (untilPause > 0) continue;
        untilPause = 2 * MB;
        await delay(pauseMs);
      }
      response.end();
      // A request that ends early has no more bytes.
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const piece = await createFileReader(file)(start, length);
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: "PUT",
    headers: { "content-length": String(length) },
    body: piece.stream,
    duplex: "half",
  } as RequestInit);
  await piece.close();
  await new Promise((resolve) => server.close(resolve));
  return hash.digest("hex");
}

test.each([0, 15])("the reused buffers never reach a receiver that pauses %i ms with other bytes", async (pauseMs) => {
  expect(await send(0, bytes.length, pauseMs)).toBe(sha256(bytes));
  expect(await send(MB + 7, 9 * MB + 3, pauseMs)).toBe(sha256(bytes.subarray(MB + 7, 10 * MB + 10)));
});

test("a file that is shorter than expected fails the request", async () => {
  await expect(send(20 * MB, 8 * MB, 0)).rejects.toThrow("fetch failed");
});
