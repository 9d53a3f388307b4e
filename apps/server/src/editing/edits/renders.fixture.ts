import fs from "node:fs";
import path from "node:path";
import type { TestApp } from "@stillreel/testing";
import { vi } from "vitest";

/** Runs work once, when the rendered video of the next job is put into the store. Restore the mocks after the test. */
export function onRendered(t: TestApp, work: () => Promise<unknown>): void {
  const { storage } = t.ports;
  const adopt = storage.adopt.bind(storage);
  let isDone = false;
  vi.spyOn(storage, "adopt").mockImplementation(async (key, file, options) => {
    if (!isDone && file.endsWith("edited.mp4")) {
      isDone = true;
      await work();
    }
    return adopt(key, file, options);
  });
}

/** Returns the stored objects without a row, and the folders of jobs. */
export async function listLeftovers(t: TestApp): Promise<string[]> {
  const root = path.join(t.dataDir, "work");
  const folders = fs.existsSync(root) ? fs.readdirSync(root).filter((name) => name.startsWith("job-")) : [];
  const { rows } = await t.ports.pool.query<{ storage_key: string }>("select storage_key from blobs");
  const known = new Set(rows.map((row) => row.storage_key));
  for await (const { key } of t.ports.storage.list("b/")) if (!known.has(key)) folders.push(key);
  return folders;
}
