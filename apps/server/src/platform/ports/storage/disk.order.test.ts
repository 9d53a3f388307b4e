import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createDiskStorage } from "./disk.storage.ts";

/** The flushes and renames in the order in which they ended. */
const acts = vi.hoisted((): string[] => []);

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs/promises")>();
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      const handle = await real.open(...given);
      const flush = handle.sync.bind(handle);
      handle.sync = async () => {
        await flush();
        acts.push(`flush ${String(given[0])}`);
      };
      return handle;
    },
    rename: async (from: string, to: string) => {
      await real.rename(from, to);
      acts.push(`rename ${from} ${to}`);
    },
  };
});

const root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-order-"));
beforeEach(() => void acts.splice(0));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const storage = createDiskStorage({ root: path.join(root, "storage") });
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Expects that the file was flushed before its rename, and its folder and every new parent folder before the end. */
function expectDurable(target: string): void {
  const renamed = acts.findIndex((act) => act.startsWith("rename ") && act.endsWith(` ${target}`));
  const from = acts[renamed]?.split(" ")[1];
  expect(acts.slice(0, renamed)).toContain(`flush ${from}`);
  expect(acts.slice(renamed + 1)).toContain(`flush ${path.dirname(target)}`);
  for (const parent of ["", "b", "b/or"]) expect(acts).toContain(`flush ${path.join(root, "storage", parent)}`);
}

test("R3: a stored object is flushed, renamed, and its folder is flushed", async () => {
  await storage.put("b/or/de/put", once(Buffer.from("put")));
  expectDurable(path.join(root, "storage/b/or/de/put"));
});

test("R3: an adopted file is flushed, renamed, and its folder is flushed", async () => {
  const upload = path.join(root, "upload");
  fs.writeFileSync(upload, "adopted");
  await storage.adopt("b/or/df/adopted", upload);
  const target = path.join(root, "storage/b/or/df/adopted");
  const [first, ...others] = acts.filter((act) => act.includes(upload) || act.endsWith(`flush ${path.dirname(target)}`));
  expect([first, ...others]).toEqual([`flush ${upload}`, `rename ${upload} ${target}`, `flush ${path.dirname(target)}`]);
});
