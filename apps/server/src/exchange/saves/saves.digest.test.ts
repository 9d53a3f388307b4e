import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { BLOCK_BYTES, createSentDigest, type SentDigest } from "./saves.digest.ts";

const bytes = randomBytes(2 * BLOCK_BYTES + 1_000);
const sha256 = (of: Uint8Array): Buffer => createHash("sha256").update(of).digest();
const joined = Buffer.concat([0, 1, 2].map((index) => sha256(bytes.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES))));
const EXPECTED = { sha256: sha256(bytes).toString("hex"), blocks: sha256(joined).toString("hex") };

/** Sends a range in chunks that end inside of blocks. */
function sendRange(digest: SentDigest, start: number, end: number): void {
  digest.begin(start);
  for (let at = start; at < end; at += 700_001) digest.update(bytes.subarray(at, Math.min(end, at + 700_001)));
}

describe.each(["sha256", "blocks"] as const)("%s", (kind) => {
  test("is that of all bytes", () => {
    const digest = createSentDigest(kind, null, null);
    sendRange(digest, 0, BLOCK_BYTES);
    expect(digest.hex(bytes.length)).toBeNull();
    sendRange(digest, BLOCK_BYTES, bytes.length);
    expect(digest.hex(bytes.length)).toBe(EXPECTED[kind]);
  });

  test("continues after a piece that is sent again", () => {
    const digest = createSentDigest(kind, null, null);
    sendRange(digest, 0, BLOCK_BYTES);
    sendRange(digest, BLOCK_BYTES, BLOCK_BYTES + 300_000);
    sendRange(digest, BLOCK_BYTES, bytes.length);
    expect(digest.hex(bytes.length)).toBe(EXPECTED[kind]);
  });

  test("is unknown when the service has bytes that this attempt did not send", () => {
    const digest = createSentDigest(kind, null, null);
    sendRange(digest, 2 * BLOCK_BYTES, bytes.length);
    expect(digest.hex(bytes.length)).toBeNull();
  });

  test("of no bytes is that of an empty file", () => {
    expect(createSentDigest(kind, null, null).hex(0)).toBe(sha256(new Uint8Array()).toString("hex"));
  });
});

test("the hash of blocks continues in another attempt", () => {
  const first = createSentDigest("blocks", null, null);
  sendRange(first, 0, 2 * BLOCK_BYTES);
  const second = createSentDigest("blocks", null, first.state());
  sendRange(second, 2 * BLOCK_BYTES, bytes.length);
  expect(second.hex(bytes.length)).toBe(EXPECTED.blocks);
});

test("a hash that the server has is not computed again", () => {
  expect(createSentDigest("sha256", "abc", null).hex(10)).toBe("abc");
});
