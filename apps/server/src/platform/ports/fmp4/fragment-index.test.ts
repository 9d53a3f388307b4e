import { asRecording, recording, video } from "@stillreel/testing";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { FragmentIndex, type ReadBytes } from "./index.ts";

let film: Buffer;
beforeAll(async () => {
  film = await recording({ seconds: 6, width: 1920, height: 1080 });
});

const reading =
  (bytes: Buffer): ReadBytes =>
  async (offset, length) =>
    bytes.subarray(offset, offset + length);
async function indexOf(bytes: Buffer): Promise<FragmentIndex> {
  const index = new FragmentIndex();
  await index.advance(reading(bytes), bytes.length);
  return index;
}
/** Returns the position of a box of this type from a position. */
const boxAt = (bytes: Buffer, type: string, from = 0): number => bytes.indexOf(type, from, "latin1") - 4;

describe("a recording's index", () => {
  it("returns size, length, codecs and the position of each second", async () => {
    const index = await indexOf(film);
    expect(index).toMatchObject({ seconds: 6, frames: 24, damage: null });
    expect(index.tracks.map(({ kind, width, height, codec }) => [kind, width, height, codec.text])).toEqual([
      ["video", 1920, 1080, "avc1.640028"],
      ["audio", 0, 0, "opus"],
    ]);
    expect(index.headBytes).toBe(boxAt(film, "moof"));
    expect(index.parts).toHaveLength(6);
    let at = index.headBytes;
    for (const part of index.parts) {
      expect(part).toMatchObject({ offset: at, seconds: 1, isKey: true, isJump: false });
      expect(film.toString("latin1", at + 4, at + 8)).toBe("moof");
      at += part.bytes;
    }
    expect(index.end).toBe(at);
  });

  it("grows with the file, in pieces of any size, and lists only whole fragments", async () => {
    const whole = await indexOf(film);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: film.length }), { maxLength: 30 }), async (cuts) => {
        const index = new FragmentIndex();
        for (const size of [...cuts.toSorted((one, other) => one - other), film.length]) {
          await index.advance(reading(film.subarray(0, size)), size);
          expect(index.end).toBeLessThanOrEqual(size);
          expect(index.parts).toEqual(whole.parts.slice(0, index.parts.length));
        }
        expect(index.parts).toEqual(whole.parts);
        expect(index.seconds).toBe(whole.seconds);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["libx264", "aac", "avc", /^avc1\.[0-9a-f]{6}$/u, "mp4a.40.2"],
    ["libx265", "aac", "hevc", /^h[ev][cv]1\.1\.[0-9a-f]+\.L\d+(\.[0-9a-f]+)*$/u, "mp4a.40.2"],
  ])("reads a file of %s and %s", async (encoder, audio, name, text, sound) => {
    const made = await asRecording(await video({ container: "mp4", video: encoder, audio, seconds: 3, width: 320, height: 240 } as never));
    const index = await indexOf(made);
    expect(index.damage).toBeNull();
    expect(index.tracks[0]).toMatchObject({ width: 320, height: 240, codec: { name } });
    expect(index.tracks[0]?.codec.text).toMatch(text);
    expect(index.tracks[1]?.codec.text).toBe(sound);
    expect(index.seconds).toBeCloseTo(3, 1);
  });

  it("preserves the part before the damage", async () => {
    const index = await indexOf(film);
    const broken = Buffer.from(film);
    const third = index.parts[2]?.offset ?? 0;
    broken.writeUInt32BE(3, third);
    const brokenIndex = await indexOf(broken);
    expect(brokenIndex.parts).toEqual(index.parts.slice(0, 2));
    expect(brokenIndex.damage).not.toBeNull();
    expect(brokenIndex.seconds).toBe(2);
  });

  it("marks clock jumps, and counts only visible seconds", async () => {
    const jumped = Buffer.from(film);
    const shown = await indexOf(film);
    for (const [number, time] of [
      [2, 4_000_000_000],
      [4, 100],
    ] as const) {
      // Decoding time of the video, in the 32-bit or 64-bit version.
      const tfdt = boxAt(jumped, "tfdt", shown.parts[number]?.offset);
      if (jumped[tfdt + 8] === 1) jumped.writeBigUInt64BE(BigInt(time), tfdt + 12);
      else jumped.writeUInt32BE(time, tfdt + 12);
    }
    const index = await indexOf(jumped);
    expect(index.parts.map(({ isJump }) => isJump)).toEqual([false, false, true, true, true, true]);
    expect(index.seconds).toBe(6);
  });

  it("adds a short gap to the part after it: a static page sends no frames", async () => {
    const whole = await indexOf(film);
    const timescale = 1 / Number(film.readBigUInt64BE(boxAt(film, "tfdt", whole.parts[1]?.offset) + 12));
    const gapped = Buffer.from(film);
    for (const { offset } of whole.parts.slice(2)) {
      const at = boxAt(gapped, "tfdt", offset) + 12;
      gapped.writeBigUInt64BE(gapped.readBigUInt64BE(at) + BigInt(Math.round(0.25 / timescale)), at);
    }
    const index = await indexOf(gapped);
    expect(index.parts.map(({ seconds, isJump }) => [seconds, isJump])).toEqual([1, 1, 1.25, 1, 1, 1].map((seconds) => [seconds, false]));
    expect(index.seconds).toBe(6.25);
  });

  it("returns no parts for a file that is not a recording", async () => {
    for (const bytes of [
      Buffer.from("#EXTM3U\n#EXTINF:10,\n/etc/passwd\n"),
      Buffer.alloc(1_000),
      await video({ seconds: 1, width: 64, height: 48 } as never),
    ]) {
      const index = await indexOf(Buffer.from(bytes));
      expect([index.parts.length, index.seconds]).toEqual([0, 0]);
      expect(index.damage).not.toBeNull();
    }
    expect(await indexOf(Buffer.alloc(0))).toMatchObject({ parts: [], damage: null });
  });
});

describe("hostile bytes", () => {
  /** Parses bytes and counts reads and read bytes. */
  async function inspect(bytes: Buffer) {
    const counted = { reads: 0, bytes: 0 };
    const index = new FragmentIndex();
    const read: ReadBytes = async (offset, length) => {
      const piece = bytes.subarray(offset, offset + length);
      counted.reads += 1;
      counted.bytes += piece.length;
      return piece;
    };
    await index.advance(read, bytes.length);
    return { index, counted };
  }

  it("never throw, and need a limited number of reads", async () => {
    const change = fc.record({ at: fc.integer({ min: 0, max: film.length - 1 }), value: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: film.length }),
        async (changes, size) => {
          const bytes = Buffer.from(film.subarray(0, size));
          for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value;
          const { index, counted } = await inspect(bytes);
          expect(counted.reads).toBeLessThan(200);
          expect(counted.bytes).toBeLessThan(bytes.length + 200 * 16_384);
          expect(index.end).toBeLessThanOrEqual(bytes.length);
          expect(Number.isFinite(index.seconds) && index.seconds >= 0).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("never throw in the metadata boxes", async () => {
    const head = boxAt(film, "moof");
    const first = (await indexOf(film)).parts[0];
    const end = boxAt(film, "mdat", first?.offset);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: head + (end - head) - 4 }),
        fc.constantFrom(0, 1, 7, 0x7fffffff, 0xffffffff),
        async (at, word) => {
          const bytes = Buffer.from(film);
          bytes.writeUInt32BE(word, at);
          const { index } = await inspect(bytes);
          for (const { seconds } of index.parts) expect(seconds).toBeLessThanOrEqual(600);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("with a million empty boxes are refused", async () => {
    const box = Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]);
    const bytes = Buffer.concat([film.subarray(0, boxAt(film, "moof")), Buffer.alloc(8 * 1_000_000, box)]);
    const { index } = await inspect(bytes);
    expect(index.damage?.message).toContain("too many boxes");
  });

  it("with a huge sample count and without samples are damaged", async () => {
    const bytes = Buffer.from(film);
    const trun = boxAt(bytes, "trun");
    bytes.writeUInt32BE(0xffffffff, trun + 12);
    expect((await inspect(bytes)).index.damage).not.toBeNull();
  });
});
