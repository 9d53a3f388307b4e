import { deleteVersions, getEdits, getPlayback, listVersions, renderEdits } from "@stillreel/contract";
import { expectData, expectError } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BRIGHT,
  brightest,
  brightestFrame,
  createPrivacyWorld,
  expectDark,
  local,
  type PrivacyWorld,
  stored,
} from "./renders.privacy.fixture.ts";

/**
 * The first half of the video is black, the second half is bright. After an edit that removes the bright half, nothing bright and no object
 * of the original may be reachable without write permission.
 */
const BLACK_S = 2;

let world: PrivacyWorld;

beforeAll(async () => {
  world = await createPrivacyWorld({ seconds: 4, black: BLACK_S, width: 96, height: 54, rate: 10, fastStart: true });
}, 120_000);
afterAll(() => world?.t.close());

describe("a removed part", () => {
  it("is visible before", async () => {
    const { t, id, slug, before } = world;
    const { posterUrl, sources } = (await t.call(getPlayback, { params: { itemId: id }, query: { share: slug } }, null)).data();
    expect(before.size).toBeGreaterThan(5);
    expect(await brightest((await t.app.inject({ url: posterUrl ?? "" })).rawPayload)).toBeGreaterThan(BRIGHT);
    expect(await brightestFrame(world, (await t.app.inject({ url: local(sources[0]?.url ?? "") })).rawPayload)).toBeGreaterThan(BRIGHT);
  }, 60_000);

  it.each(["while the renditions are made", "afterwards"])(
    "is at no address of a reader or visitor, %s",
    { timeout: 300_000 },
    async (when) => {
      const { t, id, studio } = world;
      if (when === "while the renditions are made") {
        await studio.save(id, { clips: [{ start: 0, end: BLACK_S - 0.2 }] });
        expectData(await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner), 202);
        const job = t.modules.edits.jobs?.[0];
        const { rows } = await t.ports.pool.query<{ id: string }>("select id from video_renders where item_id = $1", [id]);
        expect(await job?.handle({ renderId: rows[0]?.id, targetId: id } as never, AbortSignal.timeout(120_000))).toBe("done");
      } else await t.runJobs();
      await expectDark(world);
    },
  );

  it("is only for writers until they delete it, and then in no stored object", { timeout: 120_000 }, async () => {
    const { t, id, studio, old } = world;
    const { source } = (await t.call(getEdits, { params: { itemId: id } }, studio.member)).data();
    expect(await brightestFrame(world, (await t.app.inject({ url: source.url ?? "" })).rawPayload)).toBeGreaterThan(BRIGHT);
    expect((await t.call(deleteVersions, { params: { itemId: id } }, studio.member)).data().items).toHaveLength(1);
    expectError(await t.app.inject({ url: source.url ?? "" }), "not-found");
    expect((await t.call(listVersions, { params: { itemId: id } }, studio.owner)).data().items).toMatchObject([{ isShown: true }]);
    await t.runJobs();
    for (const [key, hash] of await stored(world)) expect(old.has(hash), key).toBe(false);
  });
});
