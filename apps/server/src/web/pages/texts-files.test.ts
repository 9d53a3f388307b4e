import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createTextsReader, encodingFor } from "./texts-files.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.000, identity", "identity"],
  ["brotli", "identity"],
  ["", "identity"],
  [undefined, "identity"],
])("for %s the encoding is %s", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test("the encodings of a file have the same texts, are small, and follow a change of the file", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "texts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const read = createTextsReader(path.dirname(folder));
  const file = path.join(folder, "common.json");
  const write = (text: string, atS: number): void => {
    writeFileSync(file, JSON.stringify({ keys: Array.from({ length: 200 }, (_, index) => `${text} ${index}`) }, null, 2));
    utimesSync(file, atS, atS);
  };
  const load = async () => {
    const files = await read(path.basename(folder), "common");
    if (!files) throw new Error("The file was not found.");
    const plain = files.identity.toString();
    expect([brotliDecompressSync(files.br).toString(), gunzipSync(files.gzip).toString()]).toEqual([plain, plain]);
    expect(files.br.length).toBeLessThan(files.identity.length / 3);
    return (JSON.parse(plain) as { keys: string[] }).keys[0];
  };
  expect(await read(path.basename(folder), "common")).toBeNull();
  write("مجلد", 1_000);
  expect(await load()).toBe("مجلد 0");
  write("عنصر", 2_000);
  expect(await load()).toBe("عنصر 0");
  expect(await read(path.basename(folder), "other")).toBeNull();
});
