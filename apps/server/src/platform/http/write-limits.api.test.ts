import { addReaction, createComment, createFolder, likeItem, listComments, unlikeItem, updateComment } from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
let anna: TestUser;
let ben: TestUser;
let itemId: string;
beforeAll(async () => {
  // Per minute: 6 uploads, 1 comment, 3 folders, 2 likes.
  t = await createTestApp({ config: { RATE_LIMIT_FACTOR: "0.01" } });
  anna = await t.user();
  t.clock.advance(3_601_000);
  ben = await t.user();
  ({ id: itemId } = await t.image(anna));
});
afterAll(() => t.close());

const nextMinute = (): void => t.clock.advance(61_000);
const upload = (user: TestUser, type: "image" | "video" = "image") => {
  const form = multipart({ fullFileName: "a.png" }, { fileName: "a.png", type: "image/png", bytes: png() });
  const url = `/api/v1/workspace/personal/files/${type}`;
  return t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
};
const comment = (user: TestUser) => t.call(createComment, { params: { itemId }, body: { text: "Hi" } }, user);
const folder = (user: TestUser, name: string) =>
  t.call(createFolder, { params: { workspaceId: "personal" }, body: { name, parentId: null, kind: "image" } }, user);

function expectRefused(answer: Parameters<typeof expectError>[0] & { headers: Record<string, unknown> }): void {
  expectError(answer, "too-many-requests");
  const retryAfterS = Number(answer.headers["retry-after"]);
  expect(retryAfterS).toBeGreaterThan(0);
  expect(retryAfterS).toBeLessThanOrEqual(60);
}

describe("S25: writes per user and minute", () => {
  it("limit form uploads, and no other user's", async () => {
    nextMinute();
    const answers = await Promise.all(Array.from({ length: 9 }, () => upload(anna)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(6);
    for (const refused of answers.filter((answer) => answer.statusCode !== 201)) expectRefused(refused);
    expectData(await upload(ben), 201);
    nextMinute();
    expectData(await upload(anna), 201);
  });

  it("count form uploads and resumable uploads together", async () => {
    nextMinute();
    for (let n = 0; n < 6; n += 1) expectData(await upload(anna), 201);
    const headers = { ...anna.headers, "tus-resumable": "1.0.0", "upload-length": "10", "upload-metadata": "fullFileName YS5wbmc=" };
    expectRefused(await t.app.inject({ method: "POST", url: "/uploads", headers }));
  });

  it("limit comments and their changes", async () => {
    nextMinute();
    const { id: commentId } = expectData<{ id: string }>(await comment(anna), 201);
    expectRefused(await comment(anna));
    expectRefused(await t.call(updateComment, { params: { commentId }, body: { text: "Changed" } }, anna));
    expectData(await t.call(listComments, { params: { itemId } }, anna));
    nextMinute();
    expectData(await comment(anna), 201);
  });

  it("limit folders", async () => {
    nextMinute();
    for (let n = 0; n < 3; n += 1) expectData(await folder(anna, `Folder ${n}`), 201);
    expectRefused(await folder(anna, "Folder 4"));
    expectData(await folder(ben, "Folder 4"), 201);
  });

  it("limit likes and reactions together", async () => {
    nextMinute();
    const { id: commentId } = expectData<{ id: string }>(await comment(anna), 201);
    expectData(await t.call(likeItem, { params: { itemId } }, anna));
    expectData(await t.call(addReaction, { params: { commentId, emoji: "👍" } }, anna));
    expectRefused(await t.call(unlikeItem, { params: { itemId } }, anna));
  });

  it("are not counted for callers who are not signed in", async () => {
    for (let n = 0; n < 3; n += 1) expectError(await t.call(likeItem, { params: { itemId } }), "sign-in-to-like");
  });
});
