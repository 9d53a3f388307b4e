import { deleteVersions, getEdits, renderEdits, revertItem } from "@stillreel/contract";
import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installS3, startS3 } from "../../../../../testing/src/s3/index.ts";
import { createS3Storage } from "../../platform/ports/storage/s3.storage.ts";
import { createStudio, type Studio } from "./edits.fixture.ts";

const whyNot = await installS3();

describe.skipIf(whyNot !== null)(`edits with an S3 store${whyNot === null ? "" : ` (skipped: ${whyNot})`}`, () => {
  let t: TestApp;
  let studio: Studio;

  beforeAll(async () => {
    t = await createTestApp({ ports: { storage: createS3Storage((await startS3()).settings) } });
    studio = await createStudio(t);
  }, 180_000);
  afterAll(() => t?.close());

  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of t.ports.storage.list("b/")) found.push(key);
    return found.toSorted();
  };

  it("are rendered, reverted and deleted; the store has exactly the objects that rows refer to", { timeout: 240_000 }, async () => {
    const { id } = await studio.upload();
    await t.runJobs();
    const before = await keys();
    await studio.save(id, { clips: [{ start: 1, end: 2.5 }] });
    await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner);
    expect((await t.runJobs()).failed).toEqual([]);
    expect((await studio.get(id)).duration).toBeCloseTo(1.5, 1);
    // No object has a key that an address contained before.
    const after = await keys();
    expect(after.filter((key) => before.includes(key))).toEqual([]);
    expect((await t.call(getEdits, { params: { itemId: id } }, studio.owner)).data().source.duration).toBeCloseTo(4, 1);
    expect((await t.call(revertItem, { params: { itemId: id } }, studio.owner)).data().duration).toBeCloseTo(4, 1);
    await t.call(deleteVersions, { params: { itemId: id } }, studio.owner);
    await t.runJobs();
    const { rows } = await t.ports.pool.query<{ storage_key: string }>("select storage_key from blobs order by storage_key");
    expect(await keys()).toEqual(rows.map((row) => row.storage_key).toSorted());
  });
});
