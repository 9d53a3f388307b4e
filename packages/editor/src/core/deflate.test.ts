import { describe, expect, it } from "vitest";
import { codeLengths, codesFor, createDeflater } from "./deflate.ts";

function compressed(...parts: Uint8Array[]): Blob {
  const deflater = createDeflater();
  const taken: Uint8Array<ArrayBuffer>[] = [];
  for (const part of parts) {
    deflater.push(part);
    taken.push(...deflater.take());
  }
  deflater.finish();
  return new Blob([...taken, ...deflater.take()]);
}

const inflated = async (blob: Blob): Promise<Uint8Array> =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((value, at) => value === b[at]);

let seed = 1;
const random = (): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
const bytes = (length: number, value: (at: number) => number): Uint8Array => Uint8Array.from({ length }, (_, at) => value(at));

/** Repeats symbols with Fibonacci frequencies, which give the deepest possible trees. */
function deep(): Uint8Array {
  const all: number[] = [];
  for (let symbol = 0, a = 1, b = 1; symbol < 23; symbol += 1) {
    for (let at = 0; at < a; at += 1) all.push(symbol * 11);
    [a, b] = [b, a + b];
  }
  return Uint8Array.from(
    all.map((value) => ({ value, at: random() })).toSorted((a, b) => a.at - b.at),
    ({ value }) => value,
  );
}

const SAMPLES: Record<string, Uint8Array> = {
  nothing: new Uint8Array(0),
  "one byte": Uint8Array.of(7),
  "three bytes": Uint8Array.of(7, 7, 7),
  "one value for long": new Uint8Array(1_000_000),
  "noise over several blocks": bytes(300_000, () => Math.floor(random() * 256)),
  "few values": bytes(200_000, () => Math.floor(random() * 4)),
  "rows that come again at every distance": bytes(400_000, (at) => (at % 5_003 < 900 ? (at % 5_003) & 255 : Math.floor(random() * 2))),
  "the deepest trees": deep(),
};

describe("deflate", () => {
  it.each(Object.entries(SAMPLES))("of %s is undone by any inflate", async (_, sample) => {
    expect(isSame(await inflated(compressed(sample)), sample)).toBe(true);
    const middle = sample.length >> 1;
    expect(isSame(await inflated(compressed(sample.subarray(0, middle), sample.subarray(middle))), sample)).toBe(true);
  });

  it("makes runs and rows that come again small", () => {
    expect(compressed(new Uint8Array(1_000_000)).size).toBeLessThan(2_000);
    const row = bytes(3_000, () => Math.floor(random() * 256));
    expect(compressed(Uint8Array.from({ length: 300_000 }, (_, at) => row[at % 3_000]!)).size).toBeLessThan(6_000);
  });
});

describe("codes", () => {
  it("are whole and never longer than the limit", () => {
    for (const limit of [7, 15]) {
      const counts = Uint32Array.from({ length: 19 }, (_, at) => 2 ** Math.min(at, 25));
      const lengths = codeLengths(counts, limit);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(limit);
      expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
      expect(new Set([...codesFor(lengths)].map((code, at) => `${code}/${lengths[at]}`)).size).toBe(19);
    }
  });
});
