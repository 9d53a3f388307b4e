import {
  addReaction,
  createComment,
  deleteCaptions,
  deleteComment,
  getCaptions,
  getPlayback,
  getStatistics,
  likeItem,
  listComments,
  listPeople,
  putCaptions,
  recordView,
  removeReaction,
  sendItem,
  unlikeItem,
  updateChapters,
  updateComment,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestTeam, type TestUser, video } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let anna: TestUser;
let team: TestTeam;
let folder: string;
let itemId: string;
let commentId: string;
let clip: Buffer;

const VTT = "WEBVTT\n\n00:00.000 --> 00:00.500\nHi\n";
const assertStatus = ({ statusCode, body }: { statusCode: number; body: string }, status: number): void =>
  expect(statusCode, body).toBe(status);
const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

beforeAll(async () => {
  t = await createTestApp();
  [owner, anna] = [await t.user(), await t.user()];
  clip = await video({ seconds: 1, width: 64, height: 48, audio: null });
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
  ]);
  folder = await team.folder("Films");
  const headers = {
    "tus-resumable": "1.0.0",
    ...owner.headers,
    "upload-length": String(clip.length),
    "content-type": "application/offset+octet-stream",
    "upload-metadata": metadata({ workspaceId: team.id, folderId: folder, fullFileName: "clip.mp4" }),
  };
  const made = await t.app.inject({ method: "POST", url: "/uploads", headers, payload: clip });
  assertStatus(made, 201);
  itemId = String(made.headers["item-id"]);
  (await t.call(putCaptions, { params: { itemId, language: "en" }, body: { vtt: VTT } }, owner)).data();
  commentId = (await t.call(createComment, { params: { itemId }, body: { text: "First" } }, anna)).data().id;
});

const item = () => ({ params: { itemId } });
const comment = () => ({ params: { commentId } });
/** Requests that need read permission for the item. */
const reads = () => [
  () => t.call(listComments, { ...item(), query: {} }, anna),
  () => t.call(createComment, { ...item(), body: { text: "Hi" } }, anna),
  () => t.call(updateComment, { ...comment(), body: { text: "Ho" } }, anna),
  () => t.call(addReaction, { params: { commentId, emoji: "👍" } }, anna),
  () => t.call(removeReaction, { params: { commentId, emoji: "👍" } }, anna),
  () => t.call(listPeople, { ...item(), query: { q: "" } }, anna),
  () => t.call(likeItem, item(), anna),
  () => t.call(unlikeItem, item(), anna),
  () => t.call(recordView, { ...item(), body: { session: "a session", seconds: 5 } }, anna),
  () => t.call(getCaptions, { params: { itemId, language: "en" } }, anna),
  () => t.call(getPlayback, { ...item(), query: {} }, anna),
  () => t.app.inject({ url: `/api/v1/items/${itemId}/download?format=original`, headers: anna.headers }),
  // An uploaded video has a link, which readers may mail.
  () => t.call(sendItem, { body: { itemId, emails: ["friend@example.test"] } }, anna),
  () => t.call(deleteComment, comment(), anna),
];
/** Requests that need write permission for the item. */
const writes = () => [
  () => t.call(getStatistics, { ...item(), query: {} }, anna),
  () => t.call(putCaptions, { params: { itemId, language: "de" }, body: { vtt: VTT } }, anna),
  () => t.call(updateChapters, { ...item(), body: { enabled: false, chapters: [] } }, anna),
  () => t.call(deleteCaptions, { params: { itemId, language: "de" } }, anna),
];

describe("the social data of a workspace item", () => {
  it("is available with write permission", async () => {
    for (const ask of [...reads(), ...writes()]) {
      const answer = await ask();
      expect(answer.statusCode, answer.body).toBeLessThan(400);
    }
  });

  it("is readable and open to comments with read permission, and changed only with write permission", async () => {
    await team.grant({ folderId: folder }, "everyone", "read");
    for (const ask of writes()) expectError(await ask(), "forbidden");
    for (const ask of reads()) {
      const answer = await ask();
      expect(answer.statusCode, answer.body).toBeLessThan(400);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ["an entry denies the read permission", () => team.grant({ folderId: folder }, "everyone", "none")],
    ["the member is removed", () => team.leave(anna)],
    ["the workspace is deleted", () => t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id])],
  ])("is a 404 for a member when %s, also for own comments", async (_what, take) => {
    await take();
    for (const ask of [...reads(), ...writes()]) expectError(await ask(), "not-found");
    const { rows } = await t.ports.pool.query("select comment_count, like_count, view_count from items where id = $1", [itemId]);
    expect(rows).toEqual([{ comment_count: 1, like_count: 0, view_count: 0 }]);
  });

  it("members with write permission may delete comments of other users", async () => {
    const theirs = (await t.call(createComment, { ...item(), body: { text: "Mine" } }, owner)).data().id;
    await team.grant({ folderId: folder }, anna, "read");
    expectError(await t.call(deleteComment, { params: { commentId: theirs } }, anna), "forbidden");
    await team.grant({ folderId: folder }, anna, "write");
    expect((await t.call(deleteComment, { params: { commentId: theirs } }, anna)).statusCode).toBe(200);
  });
});
