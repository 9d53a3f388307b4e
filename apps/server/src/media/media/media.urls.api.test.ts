import {
  createTakeout,
  getImage,
  getPlayback,
  getShare,
  getShared,
  getTakeout,
  getVideo,
  listItems,
  MEDIA_URL_TTL_S,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, video, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let anna: TestUser;
let team: TestTeam;
let imageId: string;
let videoId: string;

const assertStatus = ({ statusCode, body }: { statusCode: number; body: string }, status: number): void =>
  expect(statusCode, body).toBe(status);
const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

beforeAll(async () => {
  t = await createTestApp();
  [owner, anna] = [await t.user(), await t.user()];
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "viewer"],
  ]);
  imageId = (await team.image(owner)).id;
  const clip = await video({ seconds: 1, width: 64, height: 48, audio: null });
  const made = await t.app.inject({
    method: "POST",
    url: "/uploads",
    headers: {
      "tus-resumable": "1.0.0",
      ...owner.headers,
      "upload-length": String(clip.length),
      "content-type": "application/offset+octet-stream",
      "upload-metadata": metadata({ workspaceId: team.id, fullFileName: "clip.mp4" }),
    },
    payload: clip,
  });
  assertStatus(made, 201);
  videoId = String(made.headers["item-id"]);
  await t.image(anna);
  await t.call(createTakeout, {}, anna);
  await t.runJobs();
}, 60_000);
afterAll(() => t.close());

/** Returns all responses with media URLs for a workspace member and for a visitor with a link. */
async function answers(): Promise<string[]> {
  const slugs = await Promise.all(
    [imageId, videoId].map(async (itemId) => (await t.call(getShare, { params: { workspaceId: team.id, itemId } }, owner)).data().slug),
  );
  const takeouts = await t.ports.pool.query<{ id: string }>("select id from takeouts");
  const calls = await Promise.all([
    t.call(listItems, { params: { workspaceId: team.id }, query: { view: "all" } }, anna),
    t.call(getImage, { params: { workspaceId: team.id, itemId: imageId } }, anna),
    t.call(getVideo, { params: { workspaceId: team.id, itemId: videoId } }, anna),
    t.call(getPlayback, { params: { itemId: videoId }, query: {} }, anna),
    t.call(getTakeout, { params: { takeoutId: takeouts.rows[0]?.id ?? "" } }, anna),
    ...slugs.map((slug) => t.call(getShared, { params: { slug } }, null)),
    ...slugs.map((slug) => t.app.inject({ url: `/s/${slug}` })),
    ...slugs.map((slug) => t.app.inject({ url: `/s/${slug}/preview` })),
    ...[imageId, videoId].map((id) => t.app.inject({ url: `/api/v1/items/${id}/download?format=original`, headers: anna.headers })),
  ]);
  for (const call of calls) expect(call.statusCode, call.body).toBeLessThan(400);
  return calls.map(({ body, headers }) => `${body} ${String(headers.location ?? "")}`);
}

/** Returns the expiry time from the token. */
const expiryOf = (url: string): number =>
  Number.parseInt(
    Buffer.from(url.slice("/media/".length).split(".")[0] ?? "", "base64url")
      .toString()
      .split("\n")[0] ?? "",
    36,
  );

it("no media URL of any route lives longer than five minutes", async () => {
  expect(MEDIA_URL_TTL_S).toBeLessThanOrEqual(300);
  for (const passedMs of [0, 59_000, 61_000]) {
    t.clock.advance(passedMs);
    const nowS = t.clock.now().getTime() / 1000;
    const current = await answers();
    const urls = current.map((text) => [...new Set(text.match(/\/media\/[\w.-]+/gu))]);
    expect(urls.map((found) => found.length > 0)).toEqual(urls.map(() => true));
    for (const url of urls.flat()) {
      expect(expiryOf(url)).toBeLessThanOrEqual(nowS + 300);
      expect(expiryOf(url)).toBeGreaterThan(nowS);
    }
  }
  const urls = [...new Set((await answers()).flatMap((text) => text.match(/\/media\/[\w.-]+/gu) ?? []))];
  for (const url of urls) expect((await t.app.inject({ url })).statusCode).toBe(200);
  t.clock.advance(300_000);
  for (const url of urls) expectError(await t.app.inject({ url }), "not-found");
});
