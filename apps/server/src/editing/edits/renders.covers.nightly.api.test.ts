import {
  createComment,
  createExport,
  createWebhook,
  deleteVersions,
  type EditDocument,
  getEdits,
  getExport,
  getPlayback,
  renderEdits,
} from "@stillreel/contract";
import { expectData, expectError } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { save } from "../../exchange/saves/saves.fixture.ts";
import { type Receiver, startReceiver } from "../../exchange/webhooks/webhooks.fixture.ts";
import { connect } from "../../people/connections/connections.fixture.ts";
import {
  BRIGHT,
  brightest,
  brightestFrame,
  createPrivacyWorld,
  expectDark,
  local,
  type PrivacyWorld,
  sha,
  stored,
} from "./renders.privacy.fixture.ts";

/** The video is bright everywhere. After an edit that covers all of it, nothing bright may be reachable without write permission. */
const SECONDS = 4;
/** Together they cover the whole picture, and each extends beyond it. */
const COVERS = [
  { id: "a", x: -0.2, width: 0.7 },
  { id: "b", x: 0.5, width: 0.7 },
].map(({ id, x, width }) => ({ id, kind: "solid", start: 0, end: SECONDS, x, y: -0.2, width, height: 1.4, color: "#000000" }));

let world: PrivacyWorld;
let vendors: Vendors;
let receiver: Receiver;
/** Exports that a reader made before the edit. */
let exported: { id: string; downloadUrl: string }[];

const FORMATS = ["gif", "png", "mp4"] as const;

async function exportAll(): Promise<{ id: string; downloadUrl: string }[]> {
  const { t, id: itemId, studio } = world;
  const made: { id: string; downloadUrl: string }[] = [];
  for (const format of FORMATS) {
    const { id } = expectData<{ id: string }>(await t.call(createExport, { params: { itemId }, body: { format } }, studio.viewer), 202);
    expect((await t.runJobs()).failed).toEqual([]);
    const { downloadUrl } = (await t.call(getExport, { params: { itemId, exportId: id } }, studio.viewer)).data();
    made.push({ id, downloadUrl: local(downloadUrl ?? "") });
  }
  return made;
}
const brightnessOf = async (format: string, url: string): Promise<number> => {
  const { rawPayload } = await world.t.app.inject({ url });
  return format === "mp4" ? brightestFrame(world, rawPayload) : brightest(rawPayload);
};
/** Returns the mean brightness of the picture in a mail about the video that is sent now. Its corner has a play sign and the length. */
const mailed = async (): Promise<number> => {
  const { t, id, slug } = world;
  const picture = await t.modules.media.mailPictures.read({ kind: "item", itemId: id, length: "0:04", slug });
  if (!picture) throw new Error("The mail has no picture.");
  const { channels } = await sharp(Buffer.from(picture.bytes)).flatten({ background: "#000000" }).stats();
  return Math.max(...channels.slice(0, 3).map(({ mean }) => mean));
};
/** Saves the video to a drive, and returns the hash of the stored file. */
async function drive(): Promise<string | undefined> {
  const { t, id, studio } = world;
  vendors.dropbox.files.clear();
  expect((await save(t, studio.owner, "dropbox", [id])).state).toBe("done");
  return [...vendors.dropbox.files.values()][0]?.sha256;
}

beforeAll(async () => {
  [vendors, receiver] = await Promise.all([startVendors(), startReceiver()]);
  const config = { ...vendors.environment, PRIVATE_WEBHOOKS: "true" };
  world = await createPrivacyWorld({ seconds: SECONDS, width: 96, height: 54, rate: 10, fastStart: true }, config);
  const { t, studio } = world;
  await connect(t, studio.owner, "dropbox");
  const body = { url: receiver.url, events: ["item.ready", "item.commented"] as never, workspaceId: studio.teamId };
  expectData(await t.call(createWebhook, { body }, studio.owner), 201);
  exported = await exportAll();
}, 180_000);
afterAll(async () => {
  await world?.t.close();
  await Promise.all([vendors?.close(), receiver?.close()]);
});

describe("a covered part", () => {
  it("is visible before, also in exports, in mails and on drives", { timeout: 120_000 }, async () => {
    const { t, id, slug, before } = world;
    const { posterUrl } = (await t.call(getPlayback, { params: { itemId: id }, query: { share: slug } }, null)).data();
    expect(before.size).toBeGreaterThan(5);
    expect(await brightest((await t.app.inject({ url: posterUrl ?? "" })).rawPayload)).toBeGreaterThan(BRIGHT);
    for (const [index, { downloadUrl }] of exported.entries())
      expect(await brightnessOf(FORMATS[index]!, downloadUrl)).toBeGreaterThan(BRIGHT);
    expect(await mailed()).toBeGreaterThan(BRIGHT);
    expect(world.old).toContain(await drive());
  });

  it.each(["while the renditions are made", "afterwards"])(
    "is at no address of a reader or visitor, %s",
    { timeout: 300_000 },
    async (when) => {
      const { t, id, studio } = world;
      if (when === "while the renditions are made") {
        await studio.save(id, { effects: COVERS as EditDocument["effects"] });
        expectData(await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner), 202);
        const { rows } = await t.ports.pool.query<{ id: string }>("select id from video_renders where item_id = $1", [id]);
        const job = t.modules.edits.jobs?.[0];
        expect(await job?.handle({ renderId: rows[0]?.id, targetId: id } as never, AbortSignal.timeout(120_000))).toBe("done");
      } else await t.runJobs();
      await expectDark(world);
      expect(await mailed()).toBeLessThan(BRIGHT);
    },
  );

  it("is in no export: earlier ones are gone, and new ones show the cover", { timeout: 180_000 }, async () => {
    const { t, id: itemId, studio } = world;
    for (const { id, downloadUrl } of exported) {
      expectError(await t.app.inject({ url: downloadUrl }), "not-found");
      expectError(await t.call(getExport, { params: { itemId, exportId: id } }, studio.viewer), "not-found");
    }
    for (const [index, { downloadUrl }] of (await exportAll()).entries())
      expect(await brightnessOf(FORMATS[index]!, downloadUrl), FORMATS[index]).toBeLessThan(BRIGHT);
  });

  it("is not saved to drives, also when a user with write permission saves", { timeout: 120_000 }, async () => {
    const digest = await drive();
    expect(world.old).not.toContain(digest);
    // It is the file that visitors see, which is dark.
    const { t, id, slug } = world;
    const { sources } = (await t.call(getPlayback, { params: { itemId: id }, query: { share: slug } }, null)).data();
    const files = await Promise.all(sources.map(async ({ url }) => sha((await t.app.inject({ url: local(url) })).rawPayload)));
    expect(files).toContain(digest);
  });

  it("is in no webhook: they have no addresses of files", { timeout: 60_000 }, async () => {
    const { t, id, studio } = world;
    expectData(await t.call(createComment, { params: { itemId: id }, body: { text: "Covered?", at: 1 } }, studio.owner), 201);
    await t.modules.webhooks.dispatcher.drain();
    expect(receiver.received.length).toBeGreaterThan(0);
    for (const { body } of receiver.received) expect(body).not.toContain("/media/");
  });

  it("is only for writers until they delete it, and then in no stored object", { timeout: 120_000 }, async () => {
    const { t, id, studio, old } = world;
    const { source } = (await t.call(getEdits, { params: { itemId: id } }, studio.member)).data();
    expect(await brightestFrame(world, (await t.app.inject({ url: source.url ?? "" })).rawPayload)).toBeGreaterThan(BRIGHT);
    await t.call(deleteVersions, { params: { itemId: id } }, studio.member);
    expectError(await t.app.inject({ url: source.url ?? "" }), "not-found");
    await t.runJobs();
    for (const [key, hash] of await stored(world)) expect(old.has(hash), key).toBe(false);
  });
});
