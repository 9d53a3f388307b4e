import {
  API_BASE,
  exportBoard,
  frameOf,
  getBoard,
  listBoardImages,
  removeLinkGuest,
  updateBoard,
  updateFolderShare,
  updateShare,
} from "@stillreel/contract";
import {
  createTeam,
  createTestApp,
  expectData,
  expectError,
  multipart,
  png,
  type TestApp,
  type TestTeam,
  type TestUser,
} from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listHolders } from "../../exchange/delivery/media-access.repo.ts";
import { newBoard, rectangle } from "./boards.fixture.ts";

let t: TestApp;
/** Owner of the workspace and of the video, and a member who has no access to the video. */
let olga: TestUser;
let vic: TestUser;
let team: TestTeam;
let boardId: string;
let videoId: string;

/** Uploads an image and makes it a video, as far as whiteboards are concerned. */
async function video(user: TestUser): Promise<string> {
  const { id } = await t.image(user, { title: "Secret clip" });
  await t.ports.pool.query("update items set type = 'video', duration_ms = 9000 where id = $1", [id]);
  return id;
}

beforeAll(async () => {
  t = await createTestApp();
  [olga, vic] = [await t.user(), await t.user()];
});
afterAll(() => t.close());
beforeEach(async () => {
  team = await createTeam(t, [
    [olga, "owner"],
    [vic, "member"],
  ]);
  videoId = await video(olga);
  boardId = (await newBoard(t, olga, { workspaceId: team.id })).id;
});

const send = (itemId: string, user: TestUser, bytes = png(12, 8)) => {
  const form = multipart({ itemId }, { fileName: "frame.png", type: "image/png", bytes });
  return t.app.inject({
    method: "POST",
    url: `${API_BASE}/whiteboards/${boardId}/images`,
    headers: { ...user.headers, ...form.headers },
    payload: form.payload,
  });
};
const images = async (user: TestUser, share?: string) =>
  (await t.call(listBoardImages, { params: { boardId }, query: { share } }, user)).data();
const board = async (user: TestUser) => (await t.call(getBoard, { params: { boardId }, query: {} }, user)).data();
const draw = async (user: TestUser, ...elements: ReturnType<typeof rectangle>[]) =>
  (await t.call(updateBoard, { params: { boardId }, body: { document: { elements } } } as never, user)).data();
const exported = async (user: TestUser, format: "svg" | "excalidraw") =>
  (await t.call(exportBoard, { params: { boardId }, query: { format } }, user)).body;

/** Puts a frame of the video onto the board. Returns its id. */
async function addFrame(): Promise<string> {
  const { fileId } = expectData<{ fileId: string }>(await send(videoId, olga), 201);
  await draw(olga, rectangle("frame", { type: "image", fileId, customData: { itemId: videoId, at: 2.5 } }));
  return fileId;
}

/** Adds an edited version of the video at the first call, and shows it or the original, as a save and a revert do. */
async function showEdited(isEdited: boolean): Promise<void> {
  const values = ["original", "edit"].map((kind) => `('${t.ports.ids.id()}', '${videoId}', '${kind}', false, 9000, 1, 12, 8, '{}', now())`);
  const columns = "id, item_id, kind, is_shown, duration_ms, size_bytes, width, height, facts, created_at";
  const { pool } = t.ports;
  const { rowCount } = await pool.query("select from video_versions where item_id = $1", [videoId]);
  if (rowCount === 0) await pool.query(`insert into video_versions (${columns}) values ${values.join()}`);
  await pool.query("update video_versions set is_shown = false where item_id = $1", [videoId]);
  await pool.query("update video_versions set is_shown = true where item_id = $1 and kind = $2", [videoId, isEdited ? "edit" : "original"]);
}

const hidden = { type: null, title: null, owner: null, comments: null, duration: null, pageUrl: null, url: null };

describe("a frame of a video on a board", () => {
  test("is stored once and shown only to people who may open the video", async () => {
    const fileId = await addFrame();
    expect(expectData<{ fileId: string }>(await send(videoId, olga), 201).fileId).toBe(fileId);
    expect(frameOf(fileId)).toEqual({ videoId, version: "original", hash: expect.stringMatching(/^[0-9a-f]{12}$/u) });
    const mine = await images(olga);
    expect(mine.images).toMatchObject([{ fileId, width: 12, height: 8 }]);
    expect(mine.items).toMatchObject([{ itemId: videoId, title: "Secret clip" }]);
    expect((await board(olga)).images).toHaveLength(1);
    expect(await images(vic)).toEqual({ images: [], items: [{ itemId: videoId, ...hidden }] });
    expect((await board(vic)).images).toEqual([]);
  });

  test("is in no drawing and no file of the board, even when an element without the video names it", async () => {
    const fileId = await addFrame();
    await draw(vic, rectangle("stolen", { type: "image", fileId, x: 500 }));
    expect((await images(vic)).images).toEqual([]);
    for (const format of ["svg", "excalidraw"] as const) expect(await exported(olga, format)).not.toContain("base64");
  });

  test("is hidden while the video is in the trash", async () => {
    await addFrame();
    await t.ports.pool.query("update items set trashed_at = now() where id = $1", [videoId]);
    expect(await images(olga)).toEqual({ images: [], items: [{ itemId: videoId, ...hidden }] });
  });

  test("is hidden while the video shows another version, which may have cut or covered it", async () => {
    const before = await addFrame();
    const params = { workspaceId: "personal", itemId: videoId };
    const { slug } = (await t.call(updateShare, { params, body: { visibility: "private" } }, olga)).data();
    await admit(vic, slug);
    expect((await images(vic)).images).toHaveLength(1);
    const { rows } = await t.ports.pool.query<{ key: string }>(
      "select b.storage_key as key from board_images i join blobs b on b.id = i.blob_id where i.board_id = $1",
      [boardId],
    );
    // Who has an address of the bytes may read on while one of these permissions lasts.
    const holders = () => listHolders(t.ports.pool, rows[0]?.key ?? "");
    expect(await holders()).toEqual([{ kind: "shown", id: videoId }]);
    await showEdited(true);
    expect((await images(olga)).images).toEqual([]);
    expect((await images(vic)).items).toMatchObject([{ itemId: videoId, title: "Secret clip" }]);
    expect(await holders()).toEqual([{ kind: "original", id: videoId }]);
    const after = await addFrame();
    expect((await images(vic)).images).toMatchObject([{ fileId: after }]);
    await showEdited(false);
    expect((await images(vic)).images).toMatchObject([{ fileId: before }]);
  });

  test("is refused from people who may not open the video, and of other items", async () => {
    expectError(await send(videoId, vic), "not-found");
    expectError(await send(t.ports.ids.id(), olga), "not-found");
    expectError(await send((await t.image(olga)).id, olga), "validation-failed");
    expectError(await send("everything", olga), "validation-failed");
    expect((await images(olga)).images).toEqual([]);
  });
});

/** Makes a person a guest of a link, by SQL: without the jobs of an access request. */
async function admit(user: TestUser, slug: string): Promise<void> {
  await t.ports.pool.query("insert into link_guests (slug, user_id, can_comment, created_at) values ($1, $2, false, now())", [
    slug,
    user.id,
  ]);
}

describe("an item on a board", () => {
  test("is shown to a guest of its link, with its frames, until they lose that access", async () => {
    await addFrame();
    const params = { workspaceId: "personal", itemId: videoId };
    const { slug } = (await t.call(updateShare, { params, body: { visibility: "private" } }, olga)).data();
    expect((await images(vic)).items).toEqual([{ itemId: videoId, ...hidden }]);
    await admit(vic, slug);
    const shown = await images(vic);
    expect(shown.images).toHaveLength(1);
    expect(shown.items).toMatchObject([{ itemId: videoId, type: "video", title: "Secret clip", duration: 9 }]);
    expect(shown.items[0]?.pageUrl).toBe(`/s/${slug}`);
    expect((await t.app.inject({ url: shown.images[0]?.url ?? "" })).statusCode).toBe(200);
    (await t.call(removeLinkGuest, { params: { userId: vic.id }, query: { type: "item", id: videoId } }, olga)).data();
    expect(await images(vic)).toEqual({ images: [], items: [{ itemId: videoId, ...hidden }] });
  });

  test("is shown to a guest of the link of a folder that contains it", async () => {
    const hall = await createTeam(t, [[olga, "owner"]]);
    const folderId = await hall.folder("Hall");
    const { id: itemId } = await hall.image(olga, { folderId, title: "Plan" });
    await draw(olga, rectangle("plan", { type: "image", customData: { itemId } }));
    expect((await images(vic)).items).toEqual([{ itemId, ...hidden }]);
    const params = { workspaceId: hall.id, folderId };
    const { slug } = (await t.call(updateFolderShare, { params, body: { visibility: "private" } }, olga)).data();
    await admit(vic, slug);
    const [shown] = (await images(vic)).items;
    expect(shown).toMatchObject({ itemId, type: "image", title: "Plan", pageUrl: `/s/${slug}?item=${itemId}` });
    expect((await t.app.inject({ url: shown?.url ?? "" })).statusCode).toBe(200);
  });

  test("is shown by the caller's own permission when they open the board by a link", async () => {
    const sam = await t.user();
    const { id: itemId } = await t.image(sam, { title: "Sam's plan" });
    await draw(olga, rectangle("1", { type: "image", customData: { itemId } }));
    const params = { workspaceId: team.id, itemId: boardId };
    const { slug } = (await t.call(updateShare, { params, body: { visibility: "link" } }, olga)).data();
    expect((await images(sam, slug)).items).toMatchObject([{ itemId, title: "Sam's plan", pageUrl: `/images/${itemId}` }]);
    const anonymous = await t.call(listBoardImages, { params: { boardId }, query: { share: slug } }, null);
    expect(anonymous.data().items).toEqual([{ itemId, ...hidden }]);
  });
});
