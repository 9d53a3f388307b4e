import {
  API_BASE,
  copyItem,
  createBoard,
  deleteVersions,
  isSameFrame,
  listBoardImages,
  renderEdits,
  revertItem,
  updateBoard,
  type EditDocument,
} from "@stillreel/contract";
import { createTestApp, expectData, multipart, type TestApp } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStudio, type Studio } from "../edits/edits.fixture.ts";
import { rectangle } from "./boards.fixture.ts";

/** A frame is taken at this second of a video whose pattern moves in each tenth of a second. */
const AT = 3;
const RECIPE = { seconds: 4, width: 96, height: 54, rate: 10, fastStart: true } as const;

let t: TestApp;
let studio: Studio;
let itemId: string;
let boardId: string;
/** The frame as it was taken. */
let taken: { fileId: string; pixels: Buffer };

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).removeAlpha().greyscale().raw().toBuffer();

/** Returns the mean difference of two pictures from one column to another. */
function difference(one: Buffer, other: Buffer, from = 0, to: number = RECIPE.width): number {
  let sum = 0;
  for (let y = 0; y < RECIPE.height; y += 1)
    for (let x = from; x < to; x += 1) sum += Math.abs((one[y * RECIPE.width + x] ?? 0) - (other[y * RECIPE.width + x] ?? 0));
  return sum / (RECIPE.height * (to - from));
}

/** Returns the picture that a video shows at a second. */
async function frameAt(at: number): Promise<Buffer> {
  const { rows } = await t.ports.pool.query<{ key: string }>(
    "select b.storage_key as key from items i join blobs b on b.id = i.blob_id where i.id = $1",
    [itemId],
  );
  for await (const { image } of t.modules.media.frames.take(rows[0]?.key ?? "", [at], 2_560, AbortSignal.timeout(60_000)))
    return image.bytes;
  throw new Error("There is no frame.");
}

/** Puts the frame of the shown version onto the board. Returns its id. */
async function addFrame(id: string, at: number, bytes: Buffer): Promise<string> {
  const form = multipart({ itemId }, { fileName: "frame.webp", type: "image/webp", bytes });
  const request = { method: "POST", url: `${API_BASE}/whiteboards/${boardId}/images`, payload: form.payload } as const;
  const { fileId } = expectData<{ fileId: string }>(
    await t.app.inject({ ...request, headers: { ...studio.owner.headers, ...form.headers } }),
    201,
  );
  const elements = [rectangle(id, { type: "image", fileId, customData: { itemId, at } })];
  (await t.call(updateBoard, { params: { boardId }, body: { document: { elements } } } as never, studio.owner)).data();
  return fileId;
}

const images = async () => (await t.call(listBoardImages, { params: { boardId }, query: {} }, studio.owner)).data().images;
/** Returns what the board shows instead of the taken frame; null for the poster. */
async function shown(fileId = taken.fileId): Promise<Buffer | null> {
  const image = (await images()).find((one) => isSameFrame(one.fileId, fileId));
  return image ? pixelsOf((await t.app.inject({ url: image.url })).rawPayload) : null;
}
const runJobs = async (): Promise<void> => expect((await t.runJobs()).failed).toEqual([]);

/** Replaces the video by an edited one, and does what follows. */
async function edit(change: Partial<EditDocument>): Promise<void> {
  await studio.save(itemId, change);
  expectData(await t.call(renderEdits, { params: { itemId }, body: { as: "same" } }, studio.owner), 202);
  await runJobs();
}
async function revert(): Promise<void> {
  (await t.call(revertItem, { params: { itemId }, query: {} }, studio.owner)).data();
  await runJobs();
}
/** Bytes and number of the images of the board, as they are counted and as they are. */
async function counted(): Promise<{ bytes: number; stored: number; images: number; item: number }> {
  const { rows } = await t.ports.pool.query(
    `select b.image_bytes::int as bytes, coalesce(sum(i.size_bytes), 0)::int as stored, count(i.*)::int as images,
       (n.size_bytes - b.bytes)::int as item
     from boards b join items n on n.id = b.item_id left join board_images i on i.board_id = b.item_id
     where b.item_id = $1 group by b.item_id, n.id`,
    [boardId],
  );
  return rows[0];
}

/** Returns a new video that is processed. */
async function uploaded(): Promise<string> {
  const { id } = await studio.upload(RECIPE);
  await runJobs();
  return id;
}
let original: Promise<string> | null = null;
/** Returns a copy of a video: processing each upload took most of the time of these tests. */
async function copied(): Promise<string> {
  original ??= uploaded();
  return (await t.call(copyItem, { params: { itemId: await original }, body: {} }, studio.owner)).data().id;
}
/** Puts a frame of a video onto a new board. */
async function takeFrame(id: string): Promise<void> {
  itemId = id;
  ({ id: boardId } = (
    await t.call(createBoard, { body: { title: "Plan", workspaceId: studio.teamId } } as never, studio.owner)
  ).data() as never);
  const bytes = await frameAt(AT);
  taken = { fileId: await addFrame("frame", AT, bytes), pixels: await pixelsOf(bytes) };
  // The board is drawn some seconds after a change: then the size of its item contains the document.
  t.clock.advance(11_000);
  await runJobs();
}

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
}, 120_000);
afterAll(() => t?.close());
describe("a frame of a video that is edited", () => {
  test("is shown from the new version, at its new time, and returns with a revert", { timeout: 300_000 }, async () => {
    await takeFrame(await copied());
    expect(difference((await shown())!, taken.pixels)).toBe(0);
    await edit({ clips: [{ start: 1.5, end: 4 }] });
    const [followed, ...others] = await images();
    expect(others).toEqual([]);
    expect(followed?.fileId).not.toBe(taken.fileId);
    expect(followed?.at).toBeCloseTo(AT - 1.5, 2);
    // One frame earlier or later differs by 5.
    expect(difference((await shown())!, taken.pixels)).toBeLessThan(3);
    const stored = await counted();
    expect(stored).toMatchObject({ images: 2, bytes: stored.stored, item: stored.stored });
    await revert();
    const [first, ...rest] = await images();
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ fileId: taken.fileId });
    // Elements have the second at which it was taken.
    expect(first).not.toHaveProperty("at");
    // What the server made for the replaced version is deleted, and its bytes no longer count.
    const after = await counted();
    expect(after).toMatchObject({ images: 1, bytes: after.stored, item: after.stored });
  });

  test("is the last one that began at its time", { timeout: 120_000 }, async () => {
    itemId = await copied();
    const [frame, between, next] = await Promise.all([0.5, 0.59, 0.6].map(async (at) => pixelsOf(await frameAt(at))));
    expect(difference(frame!, between!)).toBe(0);
    expect(difference(frame!, next!)).toBeGreaterThan(5);
    expect(difference(await pixelsOf(await frameAt(3.9)), await pixelsOf(await frameAt(4)))).toBe(0);
  });

  test("is the poster when it is cut away", { timeout: 300_000 }, async () => {
    await takeFrame(await copied());
    await edit({ clips: [{ start: 0, end: AT }] });
    expect(await shown()).toBeNull();
    await revert();
    expect(difference((await shown())!, taken.pixels)).toBe(0);
  });

  test("shows covered pixels covered, also after the versions before were deleted", { timeout: 300_000 }, async () => {
    // Not a copy: the bytes of the deleted versions belong to no other item.
    await takeFrame(await uploaded());
    const cover = { id: "cover", kind: "solid", start: 0, end: 4, x: 0, y: 0, width: 0.5, height: 1, color: "#000000" };
    await edit({ effects: [cover] } as never);
    const expectCovered = async (): Promise<void> => {
      const pixels = (await shown())!;
      expect(Math.max(...[4, 20, 44].map((x) => pixels[27 * RECIPE.width + x] ?? 255))).toBeLessThan(24);
      expect(difference(pixels, taken.pixels, 52)).toBeLessThan(3);
    };
    await expectCovered();
    (await t.call(deleteVersions, { params: { itemId } }, studio.owner)).data();
    // The video has only one version again. The frame of the deleted one must not become visible.
    await expectCovered();
    expect(await counted()).toMatchObject({ images: 1 });
    await runJobs();
    await expectCovered();
    // The time of the frame in the present video is unknown.
    await edit({ clips: [{ start: 2, end: 4 }] });
    expect(await shown()).toBeNull();
  });

  test("that was taken from an edited version follows to the original and to other versions", { timeout: 300_000 }, async () => {
    await takeFrame(await copied());
    await edit({ clips: [{ start: 2, end: 4 }] });
    const bytes = await frameAt(1.5);
    const fileId = await addFrame("later", 1.5, bytes);
    await revert();
    expect(difference((await shown(fileId))!, await pixelsOf(await frameAt(3.5)))).toBe(0);
    await edit({ clips: [{ start: 3, end: 4 }] });
    expect(difference((await shown(fileId))!, await pixelsOf(bytes))).toBeLessThan(4);
    (await t.call(deleteVersions, { params: { itemId } }, studio.owner)).data();
    expect(difference((await shown(fileId))!, await pixelsOf(bytes))).toBeLessThan(4);
  });
});
