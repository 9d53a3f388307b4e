import { getPlayback } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, recording, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let anna: TestUser;
let team: TestTeam;
let film: Buffer;
let folder: string;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  [owner, anna] = [await t.user(), await t.user()];
  film = await recording({ seconds: 3 });
});
afterAll(() => t.close());

const assertStatus = ({ statusCode, body }: { statusCode: number; body: string }, status: number): void =>
  expect(statusCode, body).toBe(status);
const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
  ]);
  folder = await team.folder("Films");
  const made = await t.app.inject({
    method: "POST",
    url: "/uploads",
    headers: {
      "tus-resumable": "1.0.0",
      ...owner.headers,
      "upload-defer-length": "1",
      "upload-metadata": metadata({
        workspaceId: team.id,
        folderId: folder,
        type: "video",
        recording: "true",
        live: "true",
        fullFileName: "a.mp4",
      }),
    },
  });
  assertStatus(made, 201);
  itemId = String(made.headers["item-id"]);
  const sent = await t.app.inject({
    method: "PATCH",
    url: String(made.headers.location),
    headers: { "tus-resumable": "1.0.0", ...owner.headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    payload: film,
  });
  assertStatus(sent, 204);
});

const play = (user = anna) => t.call(getPlayback, { params: { itemId }, query: {} }, user);
const stream = (name: string, user = anna) => t.app.inject({ url: `/api/v1/items/${itemId}/stream/${name}`, headers: user.headers });

describe("a member who follows a recording in a workspace", () => {
  it("gets its playlist and its bytes with read permission", async () => {
    expect((await play()).data().sources[0]).toMatchObject({ kind: "hls" });
    expect((await stream("live.m3u8")).body).toContain("#EXTM3U");
    expect((await stream("raw.mp4")).rawPayload.equals(film)).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a grant removes the permission", () => team.grant({ folderId: folder }, "everyone", "none")],
    ["the member is removed", () => team.leave(anna)],
    ["the workspace is deleted", () => t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id])],
  ])("gets a 404 a few seconds after %s", async (_what, take) => {
    expect((await stream("live.m3u8")).statusCode).toBe(200);
    await take();
    expectError(await play(), "not-found");
    t.clock.advance(3_000);
    for (const name of ["live.m3u8", "raw.mp4"]) expectError(await stream(name), "not-found");
    const range = await t.app.inject({ url: `/api/v1/items/${itemId}/stream/raw.mp4`, headers: { ...anna.headers, range: "bytes=0-9" } });
    expectError(range, "not-found");
  });

  it("gets the stream again when the permission is granted again", async () => {
    await team.grant({ folderId: folder }, anna, "none");
    expectError(await stream("live.m3u8"), "not-found");
    await team.grant({ itemId }, anna, "read");
    expect((await stream("live.m3u8")).statusCode).toBe(200);
  });
});
