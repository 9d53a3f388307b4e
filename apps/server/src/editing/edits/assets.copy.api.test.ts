import {
  API_BASE,
  copyEditAsset,
  type EditAsset,
  type EditDocument,
  getEdits,
  purgeImage,
  putEdits,
  updateItem,
} from "@stillreel/contract";
import { createTestApp, expectError, png, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";

let t: TestApp;
let studio: Studio;
let team: TestTeam;
let videoId: string;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
  team = studio.team;
  ({ id: videoId } = await studio.upload());
  await t.runJobs();
}, 120_000);
afterAll(() => t.close());

const copy = (sourceItemId: string, user: TestUser = studio.owner, itemId = videoId) =>
  t.call(copyEditAsset, { params: { itemId }, body: { sourceItemId } }, user);
const bytesOf = async ({ url }: Pick<EditAsset, "url">): Promise<Buffer> => {
  const answer = await t.app.inject({ url });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

it("an image of the space is copied as a picture for poster and background, which its later removal does not change", async () => {
  const bytes = Buffer.from(png(40, 30));
  const { id } = await team.image(studio.owner, { title: "Cover", bytes });
  const answer = await copy(id);
  expect(answer.statusCode).toBe(201);
  const asset = answer.data();
  expect(asset).toMatchObject({ kind: "picture", name: "Cover", width: 40, height: 30, duration: null });
  expect(await bytesOf(asset)).toEqual(bytes);

  const params = { itemId: videoId };
  const { version, document } = (await t.call(getEdits, { params }, studio.owner)).data();
  const frame = { background: { assetId: asset.id }, space: 40, corners: 8, shadow: 0, shape: "auto" } as EditDocument["frame"];
  const used = { ...document, poster: { assetId: asset.id }, frame };
  expect((await t.call(putEdits, { params, body: { version, document: used } }, studio.owner)).data().document).toMatchObject({
    poster: { assetId: asset.id },
    frame: { background: { assetId: asset.id } },
  });

  const inTeam = { workspaceId: studio.teamId };
  await t.call(updateItem, { params: { ...inTeam, type: "image", itemId: id }, body: { trash: true } }, studio.owner);
  (await t.call(purgeImage, { params: inTeam, query: { imageId: id } }, studio.owner)).data();
  await t.runJobs();
  const [left] = (await t.call(getEdits, { params }, studio.owner)).data().assets;
  expect(left).toMatchObject({ id: asset.id, name: "Cover" });
  expect(await bytesOf(left as EditAsset)).toEqual(bytes);
});

it("copies count for the quota of the owner", async () => {
  const bytes = Buffer.from(png(200, 200));
  const { id } = await team.image(studio.owner, { bytes });
  const used = async (): Promise<number> => {
    const { rows } = await t.ports.pool.query<{ bytes: string }>(
      "select sum(b.size_bytes) as bytes from edit_files f join blobs b on b.id = f.blob_id where f.item_id = $1",
      [videoId],
    );
    return Number(rows[0]?.bytes);
  };
  const before = await used();
  (await copy(id)).data();
  expect((await used()) - before).toBe(bytes.length);
});

it("only images of the same space that the caller may read are copied, without showing whether others exist", async () => {
  const hidden = await team.folder("Hidden");
  await team.grant({ folderId: hidden }, "everyone", "none");
  const { id: hiddenId } = await team.image(studio.owner, { folderId: hidden });
  const { id: trashedId } = await team.image(studio.owner);
  await t.call(
    updateItem,
    { params: { workspaceId: studio.teamId, type: "image", itemId: trashedId }, body: { trash: true } },
    studio.owner,
  );
  const { id: personalId } = await t.image<{ id: string }>(studio.member);
  const { id: foreignId } = await t.image<{ id: string }>(studio.outsider);
  const { id: otherVideoId } = await studio.upload();
  const missing = "01890000-0000-7000-8000-000000000000";
  const refused = [hiddenId, trashedId, personalId, foreignId, otherVideoId, videoId, missing];
  const answers = await Promise.all(refused.map((id) => copy(id, studio.member)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  // The owner of the workspace may read the folder.
  expect((await copy(hiddenId)).statusCode).toBe(201);
});

it("needs write permission on the video", async () => {
  const { id } = await team.image(studio.owner);
  const before = (await t.call(getEdits, { params: { itemId: videoId } }, studio.owner)).data().assets.length;
  expectError(await copy(id, studio.viewer), "forbidden");
  expectError(await copy(id, studio.outsider), "not-found");
  expectError(await copy(id, studio.owner, id), "not-found");
  const url = `${API_BASE}/items/${videoId}/edits/assets/copy`;
  expect((await t.app.inject({ method: "POST", url, payload: { sourceItemId: id } })).statusCode).toBe(401);
  for (const sourceItemId of ["x", "../1"]) expectError(await copy(sourceItemId), "not-found");
  expectError(await copy(""), "validation-failed");
  expect((await t.call(getEdits, { params: { itemId: videoId } }, studio.owner)).data().assets).toHaveLength(before);
});
