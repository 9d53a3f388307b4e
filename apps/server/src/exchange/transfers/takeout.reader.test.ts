import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { DocumentReader } from "./takeout.reader.ts";
import type { ReadDocument } from "./takeout.document.ts";

function read(text: string | Buffer, pieceBytes = 7): ReadDocument | null {
  const bytes = Buffer.from(text);
  const reader = new DocumentReader();
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  return reader.finish();
}

const folder = { id: "f1", name: 'a "b" \\ ]}', parentId: null, kind: "image" };
const item = { id: "i1", type: "image", title: "Ünïcode [{", file: "files/a.png", chapters: [{ timestamp: 0, name: "}" }] };
const whole = {
  version: 1,
  extra: { items: [{ id: "no" }] },
  folders: [folder, { id: 5 }, null, "x", [folder]],
  items: [item, {}],
  more: [[[1]]],
};

it("reads a document in chunks of any size and any layout, and ignores invalid values", () => {
  for (const text of [JSON.stringify(whole), `${JSON.stringify(whole, null, 2)}\n`])
    for (const pieceBytes of [1, 7, 64, 100_000]) {
      const document = read(text, pieceBytes);
      expect([...(document?.folders.keys() ?? [])]).toEqual(["f1"]);
      expect(document?.folders.get("f1")).toMatchObject(folder);
      expect([...(document?.items.keys() ?? [])]).toEqual(["files/a.png"]);
      expect(document?.items.get("files/a.png")).toMatchObject(item);
    }
});

it.each([
  "",
  "[]",
  "null",
  '{"version":2,"items":[]}',
  '{"version":1,"items":[{',
  '{"version":1,"items":[{}]} x',
  '{"version":1}]',
  '{"version":1,"folders":{"a":1}}',
  `{"version":1,"note":"${"x".repeat(20_000)}"}`,
])("rejects the foreign document %.40s", (text) => {
  expect(read(text)).toBeNull();
});

it("skips an entry of several megabytes and reads the next", () => {
  const huge = { ...item, file: "huge", title: "x".repeat(5_000_000) };
  expect([...(read(JSON.stringify({ version: 1, items: [huge, item] }), 65_536)?.items.keys() ?? [])]).toEqual(["files/a.png"]);
});

/** Returns the used heap after garbage collection; other tests leave garbage in the same process. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

it.each(["[", '{"version":1,"items":['])("limits time and memory for invalid data that begins with %s", (head) => {
  const reader = new DocumentReader();
  const before = heldBytes();
  const piece = Buffer.from("[],".repeat(20_000));
  const start = performance.now();
  reader.push(Buffer.from(head));
  for (let count = 0; count < 1_000; count += 1) reader.push(piece);
  expect(performance.now() - start).toBeLessThan(3_000);
  expect(heldBytes() - before).toBeLessThan(64 * 1024 * 1024);
  expect(reader.finish()).toBeNull();
});
