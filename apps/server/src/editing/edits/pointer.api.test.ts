import {
  API_BASE,
  copyItem,
  deleteVersions,
  getPointer,
  POINTER_CLICKS_MAX,
  POINTER_MOVES_MAX,
  type PointerTrack,
  purgeVideo,
  putPointer,
  renderEdits,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";

let t: TestApp;
let studio: Studio;
let itemId: string;
beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
  itemId = (await studio.upload()).id;
});
afterAll(() => t.close());

const TRACK: PointerTrack = {
  moves: [
    [0, 0, 1],
    [0.5, 0.25, 0.75],
  ],
  clicks: [[0.5, 0.25, 0.75]],
};
const get = (id = itemId, user: Studio["owner"] | null = studio.owner) => t.call(getPointer, { params: { itemId: id } }, user);
const put = (body: unknown, id = itemId, user: Studio["owner"] | null = studio.owner) =>
  t.call(putPointer, { params: { itemId: id }, body: body as PointerTrack }, user);

describe("the pointer of a recording", () => {
  it("is empty at first, and then what was stored last", async () => {
    const { id } = await studio.upload();
    expect((await get(id)).data()).toEqual({ moves: [], clicks: [] });
    expect((await put(TRACK, id)).data()).toEqual({ moves: 2, clicks: 1 });
    expect((await get(id, studio.member)).data()).toEqual(TRACK);
    await put({ moves: [], clicks: [[1, 1, 0]] }, id);
    expect((await get(id)).data()).toEqual({ moves: [], clicks: [[1, 1, 0]] });
  });

  it("is stored before the recording is complete, when its length is not known", async () => {
    const { id } = await studio.upload();
    await t.ports.pool.query("update items set stage = 'recording', duration_ms = null where id = $1", [id]);
    expect((await put({ moves: [[3_600, 0.5, 0.5]], clicks: [] }, id)).data().moves).toBe(1);
    expect((await get(id)).data().moves).toEqual([[3_600, 0.5, 0.5]]);
  });

  it("is only for callers who may change the video", async () => {
    for (const call of [(user: Studio["owner"] | null) => get(itemId, user), (user: Studio["owner"] | null) => put(TRACK, itemId, user)]) {
      expectError(await call(studio.viewer), "forbidden");
      expectError(await call(studio.outsider), "not-found");
      expectError(await call(null), "unauthenticated");
    }
    const { id: pictureId } = await t.image(studio.owner);
    expectError(await get(pictureId), "not-found");
    expectError(await put(TRACK, pictureId), "not-found");
    expect((await get()).data()).toEqual({ moves: [], clicks: [] });
  });

  it("with invalid content is refused with its field", async () => {
    const click = (...point: unknown[]) => ({ moves: [], clicks: [point] });
    const refused: [unknown, string][] = [
      [click(0, 1.01, 0.5), "clicks.0.1"],
      [click(0, 0.5, -0.01), "clicks.0.2"],
      [click(-1, 0.5, 0.5), "clicks.0.0"],
      [click("NaN", 0.5, 0.5), "clicks.0.0"],
      [click(null, 0.5, 0.5), "clicks.0.0"],
      [click(0, 0.5), "clicks.0"],
      [click(0, 0.5, 0.5, 0.5), "clicks.0"],
      [click(60, 0.5, 0.5), "clicks"],
      [{ moves: [[60, 0.5, 0.5]], clicks: [] }, "moves"],
      [
        {
          moves: [
            [2, 0, 0],
            [1, 0, 0],
          ],
          clicks: [],
        },
        "moves",
      ],
      [{ moves: Array.from({ length: POINTER_MOVES_MAX + 1 }, () => [0, 0, 0]), clicks: [] }, "moves"],
      [{ moves: [], clicks: Array.from({ length: POINTER_CLICKS_MAX + 1 }, () => [0, 0, 0]) }, "clicks"],
      [{ moves: "junk", clicks: [] }, "moves"],
      [{}, "moves"],
    ];
    for (const [given, field] of refused) {
      const answer = await put(given);
      expect(answer.statusCode, JSON.stringify(given).slice(0, 80)).toBe(422);
      const [issue] = expectError(answer, "validation-failed") ?? [];
      expect(issue).toMatchObject({ field });
    }
    const url = `${API_BASE}/items/${itemId}/pointer`;
    const headers = { ...studio.owner.headers, "content-type": "application/json" };
    expectError(await t.app.inject({ method: "PUT", url, headers, payload: Buffer.alloc(3_000_000, " ") }), "body-too-large");
    expect((await get()).data()).toEqual({ moves: [], clicks: [] });
  });

  it("is removed with the original of an edited video, and with the video", async () => {
    const { id } = await studio.upload();
    await put(TRACK, id);
    await studio.save(id, { clips: [{ start: 1, end: 2 }] });
    await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner);
    await t.runJobs();
    expect((await get(id)).data(), "its times are those of the unedited file").toEqual(TRACK);
    expect((await put({ moves: [[3, 0.5, 0.5]], clicks: [] }, id)).data().moves, "the unedited file is longer").toBe(1);
    await t.call(deleteVersions, { params: { itemId: id } }, studio.owner);
    expect((await get(id)).data()).toEqual({ moves: [], clicks: [] });
    await put(TRACK, id);
    const params = { workspaceId: studio.teamId };
    await t.call(purgeVideo, { params, query: { videoId: id } }, studio.owner);
    const { rows } = await t.ports.pool.query("select from pointer_tracks where item_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  it("comes with a copy for users who may change the video, unless the copy is an edited one", async () => {
    const { id } = await studio.upload();
    await put(TRACK, id);
    const copied = async (user: Studio["owner"]) =>
      (await t.call(copyItem, { params: { itemId: id }, body: { workspaceId: "personal" } }, user)).data().id;
    expect((await get(await copied(studio.member), studio.member)).data()).toEqual(TRACK);
    expect((await get(await copied(studio.viewer), studio.viewer)).data()).toEqual({ moves: [], clicks: [] });
    await studio.save(id, { clips: [{ start: 1, end: 2 }] });
    await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner);
    await t.runJobs();
    expect((await get(await copied(studio.owner))).data()).toEqual({ moves: [], clicks: [] });
  });
});
