import { randomBytes } from "node:crypto";
import http from "node:http";
import { createZip, deleteShare, getShare, updateShare } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RECHECK_MS } from "../../media/media/media.recheck.ts";

/** Larger than the buffers of a connection whose client does not read. */
const LARGE = 48 * 1024 * 1024;

let t: TestApp;
let address: string;
let owner: TestUser;
let anna: TestUser;
let team: TestTeam;
let folder: string;

beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  [owner, anna] = [await t.user(), await t.user()];
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
  ]);
  folder = await team.folder("Films");
});

/** Creates an item with a file that takes some time to transfer. */
async function largeItem(folderId: string | null = folder, bytes = LARGE): Promise<string> {
  const { id } = await team.image(owner, { folderId });
  async function* noise(): AsyncGenerator<Uint8Array> {
    const piece = randomBytes(1024 * 1024);
    for (let at = 0; at < bytes; at += piece.length) yield piece;
  }
  const stored = await t.modules.media.storeStream(noise(), { maxBytes: bytes, contentType: "video/mp4" });
  await t.modules.media.insertBlob(t.ports.db, stored);
  await t.ports.pool.query("update items set blob_id = $2, size_bytes = $3 where id = $1", [id, stored.id, bytes]);
  return id;
}

interface Received {
  bytes: number;
  promised: number;
}

/** Starts a download, runs an action before the rest is read, and reads the rest. The clock advances once or per chunk. */
function fetchAround(
  url: string,
  headers: Record<string, string>,
  meanwhile: () => Promise<unknown>,
  isClockRunning = false,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${address}${url}`, { headers, agent: false }, (response) => {
      const received: Received = { bytes: 0, promised: Number(response.headers["content-length"]) };
      const end = (): void => resolve(received);
      response.on("error", end);
      response.on("close", end);
      response.once("data", (first: Buffer) => {
        received.bytes += first.length;
        response.pause();
        meanwhile().then(() => {
          t.clock.advance(RECHECK_MS);
          response.on("data", (piece: Buffer) => {
            received.bytes += piece.length;
            if (isClockRunning) t.clock.advance(RECHECK_MS);
          });
          response.resume();
        }, reject);
      });
    });
    request.on("error", reject);
  });
}

const addressOf = async (itemId: string, search = "", user: TestUser | null = anna): Promise<string> => {
  const answer = await t.app.inject({ url: `/api/v1/items/${itemId}/download?format=original${search}`, headers: { ...user?.headers } });
  expect(answer.statusCode, answer.body).toBe(302);
  return String(answer.headers.location);
};
const zipOf = async (body: { itemIds?: string[]; folderIds?: string[] }, user = anna) =>
  t.call(createZip, { params: { workspaceId: team.id }, body }, user);
const nothing = async (): Promise<void> => {};

describe("a download in progress", () => {
  it("continues while the permission exists", async () => {
    const url = await addressOf(await largeItem());
    expect(await fetchAround(url, {}, nothing)).toEqual({ bytes: LARGE, promised: LARGE });
  });

  it.each<[string, (itemId: string) => Promise<unknown>]>([
    ["a grant on its folder", () => team.grant({ folderId: folder }, anna, "none")],
    ["a grant on the item", (itemId) => team.grant({ itemId }, "everyone", "none")],
    ["the removal from the workspace", () => team.leave(anna)],
    ["the deletion of the workspace", () => t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id])],
    ["its permanent deletion", (itemId) => t.ports.pool.query("delete from items where id = $1", [itemId])],
  ])("is aborted by %s", async (_what, take) => {
    const itemId = await largeItem();
    const received = await fetchAround(await addressOf(itemId), {}, () => take(itemId));
    expect(received.promised).toBe(LARGE);
    expect(received.bytes).toBeLessThan(LARGE);
  });

  it("by a link is aborted when the link is revoked, and not by grants", async () => {
    const itemId = await largeItem();
    const params = { workspaceId: team.id, itemId };
    const { slug } = (await t.call(getShare, { params }, owner)).data();
    const url = await addressOf(itemId, `&share=${slug}`, null);
    const byAnna = await addressOf(itemId, `&share=${slug}`);
    await team.grant({ itemId }, "everyone", "none");
    expect((await fetchAround(byAnna, {}, nothing)).bytes).toBe(LARGE);
    for (const each of [url, byAnna]) {
      const received = await fetchAround(each, {}, async () => (await t.call(deleteShare, { params }, owner)).data());
      expect(received.bytes).toBeLessThan(LARGE);
    }
  });

  it("by a link for the workspace is aborted by grants", async () => {
    const itemId = await largeItem();
    const params = { workspaceId: team.id, itemId };
    const { slug } = (await t.call(getShare, { params }, owner)).data();
    await t.call(updateShare, { params, body: { visibility: "workspace" } }, owner);
    const url = await addressOf(itemId, `&share=${slug}`);
    const received = await fetchAround(url, {}, () => team.grant({ itemId }, anna, "none"));
    expect(received.bytes).toBeLessThan(LARGE);
  });

  it("of a zip is aborted during a file, and before the next one", async () => {
    const first = await largeItem();
    const { downloadUrl } = (await zipOf({ itemIds: [first] })).data();
    const whole = await fetchAround(downloadUrl, anna.headers, nothing);
    expect(whole.bytes).toBe(whole.promised);
    const inside = await fetchAround(downloadUrl, anna.headers, () => team.grant({ itemId: first }, anna, "none"));
    expect(inside.bytes).toBeLessThan(inside.promised);

    await team.grant({ itemId: first }, anna, "read");
    const second = await largeItem(null, LARGE / 2);
    const both = (await zipOf({ itemIds: [first, second] })).data();
    const between = await fetchAround(both.downloadUrl, anna.headers, () => team.grant({ itemId: second }, anna, "none"), true);
    expect(between.promised).toBeGreaterThan(LARGE * 1.5);
    expect(between.bytes).toBeGreaterThan(LARGE / 2);
    expect(between.bytes).toBeLessThan(LARGE * 1.25);
  });
});

describe("a zip of a workspace", () => {
  it("contains the readable files of a folder, in their folders", async () => {
    const secret = await team.folder("Secret", folder);
    const open = await team.folder("Open", secret);
    for (const [title, folderId] of [
      ["a", folder],
      ["b", secret],
      ["c", open],
    ] as const)
      await team.image(owner, { title, folderId });
    const hidden = await team.image(owner, { folderId: folder });
    await team.grant({ folderId: secret }, anna, "none");
    await team.grant({ folderId: open }, anna, "read");
    await team.grant({ itemId: hidden.id }, "everyone", "none");
    const made = (await zipOf({ folderIds: [folder] })).data();
    expect(made.items).toBe(2);
    const files = unzipSync((await t.app.inject({ url: made.downloadUrl, headers: anna.headers })).rawPayload);
    expect(Object.keys(files).sort()).toEqual(["Films/Open/shot.png", "Films/shot.png"]);
    const all = (await zipOf({ folderIds: [folder] }, owner)).data();
    expect(all.items).toBe(4);
  });

  it("is refused for unreadable items as for items that never existed", async () => {
    const secret = await team.folder("Secret");
    const item = await team.image(owner, { folderId: secret });
    await team.grant({ folderId: secret }, anna, "none");
    expectError(await zipOf({ folderIds: [secret] }), "not-found");
    expectError(await zipOf({ itemIds: [item.id] }), "not-found");
    await team.grant({ itemId: item.id }, anna, "read");
    expect((await zipOf({ itemIds: [item.id] })).data().items).toBe(1);
  });

  it("uses the permissions at the time of the download", async () => {
    const [stays, goes] = [await team.image(owner, { folderId: folder }), await team.image(owner, { folderId: folder })];
    const { downloadUrl } = (await zipOf({ itemIds: [stays.id, goes.id] })).data();
    await team.grant({ itemId: goes.id }, anna, "none");
    const files = unzipSync((await t.app.inject({ url: downloadUrl, headers: anna.headers })).rawPayload);
    expect(Object.keys(files)).toEqual(["shot.png", "not-included.txt"]);
    expect(Buffer.from(files["not-included.txt"] ?? []).toString()).toContain(`${goes.id}: It is not there any more.`);
  });
});
