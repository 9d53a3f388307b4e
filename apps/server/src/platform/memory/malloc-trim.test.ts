import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createMallocTrim } from "./malloc-trim.ts";
import { createCollect } from "./idle-collection.ts";

const isGlibc = process.platform === "linux" && "glibcVersionRuntime" in (process.report.getReport() as { header: object }).header;

/** Returns the private memory of this process in bytes. */
const ownBytes = (): number => Number(/^RssAnon:\s+(\d+) kB/mu.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1_024;

it.runIf(isGlibc)("returns memory that is free but below a block in use", async () => {
  const trim = await createMallocTrim();
  if (!trim) throw new Error("The C library has malloc_trim, but it was not found.");
  const collect = createCollect();
  // Blocks below the size that the C library allocates separately. Each hundredth stays in use.
  const blocks: (Buffer | null)[] = Array.from({ length: 4_000 }, () => Buffer.alloc(24_000, 1));
  for (let index = 0; index < blocks.length; index += 1) if (index % 100 !== 0) blocks[index] = null;
  collect();
  const before = ownBytes();
  trim();
  expect(before - ownBytes()).toBeGreaterThan(30 * 1_048_576);
  expect(blocks.filter((block) => block !== null).length).toBe(40);
});

it.runIf(!isGlibc)("is absent with another C library", async () => {
  expect(await createMallocTrim()).toBeNull();
});
