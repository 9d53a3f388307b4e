import { access } from "node:fs/promises";
import { join } from "node:path";
import { deleteFolder, getShared, getVideo, listItems, trashItems } from "@stillreel/contract";
import {
  createTeam,
  createTestApp,
  expectError,
  recording,
  sharedItem,
  type TestApp,
  type TestTeam,
  type TestUser,
} from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const HOUR = 3_600_000;
let t: TestApp;
let film: Buffer;
let owner: TestUser;
let anna: TestUser;
let team: TestTeam;
let folder: string;

beforeAll(async () => {
  t = await createTestApp();
  film = await recording({ seconds: 4 });
});
afterAll(() => t.close());
beforeEach(async () => {
  [owner, anna] = [await t.user(), await t.user()];
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
  ]);
  folder = await team.folder("Folder");
});

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const tus = (method: "POST" | "PATCH" | "HEAD" | "DELETE", url: string, headers: Record<string, string> = {}, payload?: Buffer) =>
  t.app.inject({ method, url, headers: { "tus-resumable": "1.0.0", ...anna.headers, ...headers }, ...(payload ? { payload } : {}) });
const begin = (fields: Record<string, string> = {}) =>
  tus("POST", "/uploads", {
    "upload-defer-length": "1",
    "upload-metadata": encoded({
      type: "video",
      recording: "true",
      fullFileName: "take.mp4",
      title: "Take",
      workspaceId: team.id,
      folderId: folder,
      ...fields,
    }),
  });
type Answer = Awaited<ReturnType<typeof begin>>;
function made({ statusCode, body, headers }: Answer) {
  expect(statusCode, body).toBe(201);
  const url = String(headers["location"]);
  return {
    url,
    uploadId: url.split("/").at(-1) ?? "",
    itemId: String(headers["item-id"]),
    slug: String(headers["share-url"]).split("/").at(-1) ?? "",
    offset: Number(headers["upload-offset"] ?? 0),
  };
}
const started = async (fields: Record<string, string> = {}) => made(await begin(fields));
const home = (uploadId: string) => begin({ uploadId, workspaceId: "personal", folderId: "" });
const patch = (url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
  tus("PATCH", url, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream", ...headers }, bytes);
const video = (itemId: string, workspaceId = "personal") => t.call(getVideo, { params: { workspaceId, itemId } }, anna);
const idsIn = async (user: TestUser, workspaceId: string, view: "all" | "trash" = "all"): Promise<string[]> =>
  (await t.call(listItems, { params: { workspaceId }, query: { view } }, user)).data().items.map(({ id }) => id);
/** Uploads about two seconds of the recording to the workspace. */
async function half() {
  const upload = await started();
  expect((await patch(upload.url, 0, film.subarray(0, 20_000))).statusCode).toBe(204);
  return upload;
}

/** Events by which Anna loses access to the recording's target. */
const LOSSES: Record<string, () => Promise<unknown>> = {
  "her write permission is removed": () => team.grant({ folderId: folder }, anna, "read"),
  "the folder is hidden from her": () => team.grant({ folderId: folder }, anna, "none"),
  "she is removed from the workspace": () => team.leave(anna),
  "the workspace is deleted": () => t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id]),
  "the folder is moved to the trash with its items": async () =>
    (await t.call(deleteFolder, { params: { workspaceId: team.id, folderId: folder }, query: { withItems: "true" } }, owner)).data(),
};

describe.each(Object.entries(LOSSES))("a recording in a workspace, when %s", (_name, lose) => {
  it("continues in the personal library with all received bytes, with a new link", async () => {
    const before = await half();
    await lose();
    expect([403, 404]).toContain((await patch(before.url, 20_000, film.subarray(20_000))).statusCode);
    expect([403, 404]).toContain((await tus("HEAD", before.url)).statusCode);
    const after = made(await home(before.uploadId));
    expect(after).toMatchObject({ url: before.url, offset: 20_000 });
    expect([after.itemId, after.slug]).not.toContain(before.itemId);
    expect(await idsIn(anna, "personal")).toEqual([after.itemId]);
    // A repeated request changes nothing.
    expect(made(await home(before.uploadId))).toEqual(after);
    const rest = await patch(after.url, 20_000, film.subarray(20_000), { "upload-length": String(film.length) });
    expect([rest.statusCode, rest.headers["item-id"]]).toEqual([204, after.itemId]);
    expect((await video(after.itemId)).data()).toMatchObject({ stage: "processing", duration: 4, size: film.length, title: "Take" });
    expect(sharedItem((await t.call(getShared, { params: { slug: after.slug } })).data())).toMatchObject({ id: after.itemId });
    expectError(await t.call(getShared, { params: { slug: before.slug } }), "not-found");
    const left = await t.ports.pool.query("select id from items where id = $1", [before.itemId]);
    expect(left.rows).toEqual([]);
  });

  it("can still be discarded", async () => {
    const { url, itemId } = await half();
    await lose();
    expect((await tus("DELETE", url)).statusCode).toBe(204);
    expect((await t.ports.pool.query("select id from items where id = $1", [itemId])).rows).toEqual([]);
    await expect(access(join(t.dataDir, url))).rejects.toThrow();
  });

  it("is finished in her library when no client continues it", async () => {
    const { url, itemId } = await half();
    await lose();
    await t.ports.pool.query("update uploads set expires_at = $1", [new Date(t.clock.now().getTime() - HOUR)]);
    await t.modules.uploads.sweep();
    const [id, ...others] = await idsIn(anna, "personal");
    expect([others, id === itemId]).toEqual([[], false]);
    const found = (await video(id ?? "")).data();
    expect(found).toMatchObject({ title: "Take", stage: "processing" });
    expect(found.duration).toBeGreaterThan(0);
    const head = await tus("HEAD", url);
    expect([head.statusCode, head.headers["item-id"]]).toEqual([200, id]);
  });
});

describe("the personal library", () => {
  it("does not receive a recording that the workspace still accepts", async () => {
    const upload = await half();
    expect(made(await home(upload.uploadId))).toMatchObject({ itemId: upload.itemId });
    expect(await idsIn(anna, "personal")).toEqual([]);
    expect((await video(upload.itemId, team.id)).data().stage).toBe("recording");
  });

  it("does not receive a complete recording, which belongs to the workspace", async () => {
    const { uploadId, url, itemId } = await half();
    await patch(url, 20_000, film.subarray(20_000), { "upload-length": String(film.length) });
    await team.grant({ folderId: folder }, anna, "none");
    expectError(await home(uploadId), "recording-ended");
    expectError(await tus("DELETE", url), "not-found");
    expect(await idsIn(owner, team.id)).toEqual([itemId]);
  });

  it("does not receive the recording of another user", async () => {
    const { uploadId, itemId } = await half();
    await team.grant({ folderId: folder }, anna, "none");
    const maker = anna;
    anna = await t.user();
    expectError(await home(uploadId), "upload-conflict");
    anna = maker;
    expect(await idsIn(owner, team.id)).toEqual([itemId]);
  });

  it("does not receive an image, which its client can send again", async () => {
    const uploadId = "A".repeat(22);
    const asPicture = { type: "image", recording: "false", fullFileName: "a.png", uploadId };
    await started(asPicture);
    await team.grant({ folderId: folder }, anna, "none");
    expectError(await begin({ ...asPicture, workspaceId: "personal", folderId: "" }), "not-found");
  });

  it("leaves a recording in the trash when it ends", async () => {
    const { url, itemId } = await started({ workspaceId: "personal", folderId: "" });
    await t.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [itemId] } }, anna);
    expect((await patch(url, 0, film, { "upload-length": String(film.length) })).statusCode).toBe(204);
    expect(await idsIn(anna, "personal", "trash")).toEqual([itemId]);
  });
});
