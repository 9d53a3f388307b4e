import { randomUUID } from "node:crypto";
import {
  createComment,
  getCaptions,
  getPlayback,
  getShare,
  getShared,
  likeItem,
  listComments,
  listPeople,
  putCaptions,
  recordView,
  unlockShared,
  updateShare,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let visitor: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  [owner, visitor] = [await t.user(), await t.user()];
});
afterAll(() => t.close());

interface Limited {
  itemId: string;
  slug: string;
}
/** Creates a picture whose link may be opened a number of times. */
async function limited(maxViews: number, more: { password?: string } = {}): Promise<Limited> {
  const { id: itemId } = await t.image(owner);
  const params = { workspaceId: "personal", itemId };
  const { slug } = (await t.call(getShare, { params }, owner)).data();
  expectData(await t.call(updateShare, { params, body: { maxViews, ...more } }, owner));
  return { itemId, slug };
}
const page = (slug: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  t.app.inject({ method, url: `/s/${slug}`, headers });
const shared = (slug: string, headers: Record<string, string> = {}, user: TestUser | null = null) =>
  t.call(getShared, { params: { slug } }, user, headers);
const download = ({ itemId, slug }: Limited, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/api/v1/items/${itemId}/download?format=original&share=${slug}`, headers });
const report = ({ itemId, slug }: Limited, headers: Record<string, string> = {}) =>
  t.call(recordView, { params: { itemId }, query: { share: slug }, body: { session: randomUUID(), seconds: 5 } }, null, headers);
const admissionOf = (answer: { headers: Record<string, unknown> }): { cookie: string } => ({
  cookie: String([answer.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "",
});
const statuses = (answers: readonly { statusCode: number }[]): number[] => answers.map(({ statusCode }) => statusCode).sort();
const viewsOf = async ({ itemId }: Limited): Promise<number> =>
  (await t.ports.pool.query("select view_count from items where id = $1", [itemId])).rows[0].view_count;

describe("S29: the view limit of a link", () => {
  it("is used up by visits without scripts", async () => {
    const link = await limited(1);
    const visits = [await page(link.slug), await page(link.slug), await shared(link.slug), await download(link)];
    expect(visits.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404]);
    expectError(await t.call(listComments, { params: { itemId: link.itemId }, query: { share: link.slug } }), "not-found");
  });

  it.each(["page", "shared", "download"] as const)("is not exceeded by concurrent visits: %s", async (kind) => {
    const link = await limited(3);
    const open = { page: () => page(link.slug), shared: () => shared(link.slug), download: () => download(link) }[kind];
    const answers = await Promise.all(Array.from({ length: 10 }, open));
    expect(answers.filter(({ statusCode }) => statusCode < 400)).toHaveLength(3);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(7);
  });

  it("is not exceeded by concurrent reports of visitors to whom the link was not opened", async () => {
    const link = await limited(1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(link)));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
    expect(await viewsOf(link)).toBe(1);
    expectError(await shared(link.slug), "not-found");
  });

  it("counts a visitor once: page, picture, comments and download of one browser", async () => {
    const link = await limited(1);
    const headers = admissionOf(await page(link.slug));
    expect((await page(link.slug, headers)).statusCode).toBe(200);
    expectData(await shared(link.slug, headers));
    expect((await download(link, headers)).statusCode).toBe(302);
    expectData(await t.call(listComments, { params: { itemId: link.itemId }, query: { share: link.slug } }, null, headers));
    expect(expectData<{ counted: boolean }>(await report(link, headers)).counted).toBe(true);
    expect((await page(link.slug, headers)).statusCode).toBe(200);
    expect((await page(link.slug)).statusCode).toBe(404);
  });

  it("admits an API client again by the cookie of its first answer", async () => {
    const link = await limited(1);
    const first = await shared(link.slug);
    expectData(first);
    expectData(await shared(link.slug, admissionOf(first)));
    expectError(await shared(link.slug), "not-found");
  });

  it("accepts the report of a visitor who opened the link without cookies", async () => {
    const link = await limited(1);
    expectData(await shared(link.slug));
    expect(expectData<{ counted: boolean }>(await report(link)).counted).toBe(true);
    expectError(await report(link), "not-found");
  });

  it("does not count the owner, HEAD requests and previews, and shows no preview to others", async () => {
    const link = await limited(1);
    expectData(await shared(link.slug, {}, owner));
    expect((await page(link.slug, {}, "HEAD")).statusCode).toBe(200);
    expect((await t.app.inject({ url: `/s/${link.slug}/preview` })).statusCode).toBe(404);
    expectData(await shared(link.slug, {}, visitor));
    expectError(await shared(link.slug), "not-found");
  });

  it("counts a correct password, and not a wrong one", async () => {
    const link = await limited(1, { password: "open sesame" });
    const unlock = (password: string) => t.call(unlockShared, { params: { slug: link.slug }, body: { password } });
    expect((await page(link.slug)).statusCode).toBe(403);
    expectError(await unlock("wrong"), "wrong-password");
    const answers = await Promise.all(Array.from({ length: 5 }, () => unlock("open sesame")));
    expect(statuses(answers)).toEqual([200, 404, 404, 404, 404]);
    const opened = answers.find(({ statusCode }) => statusCode === 200);
    expectData(await shared(link.slug, opened ? admissionOf(opened) : {}));
  });

  it("opens again when the owner raises it, and counts from the creation of the link", async () => {
    const link = await limited(1);
    await page(link.slug);
    const params = { workspaceId: "personal", itemId: link.itemId };
    expectData(await t.call(updateShare, { params, body: { maxViews: 2 } }, owner));
    expect([(await page(link.slug)).statusCode, (await page(link.slug)).statusCode]).toEqual([200, 404]);
  });

  it("gives comments, people, captions and likes only to visitors who were counted", async () => {
    const link = await limited(1);
    const params = { itemId: link.itemId };
    await t.ports.pool.query("update items set type = 'video', duration_ms = 10000, stage = 'ready' where id = $1", [link.itemId]);
    const vtt = "WEBVTT\n\n00:00.000 --> 00:02.000\nSecret words\n";
    expectData(await t.call(putCaptions, { params: { ...params, language: "en" }, body: { vtt } }, owner));
    const query = { share: link.slug };
    const answers = async (headers: Record<string, string>) => [
      await t.call(listComments, { params, query }, visitor, headers),
      await t.call(createComment, { params, query, body: { text: "Mine" } }, visitor, headers),
      await t.call(listPeople, { params, query: { ...query, q: "" } }, visitor, headers),
      await t.call(getCaptions, { params: { ...params, language: "en" }, query }, visitor, headers),
      await t.call(likeItem, { params, query }, visitor, headers),
    ];
    for (const answer of await answers({})) expectError(answer, "not-found");
    for (const answer of await answers(admissionOf(await page(link.slug)))) expect(answer.statusCode).toBeLessThan(300);
  });

  it("applies to playback", async () => {
    const link = await limited(1);
    await t.ports.pool.query("update items set type = 'video', duration_ms = 10000, stage = 'ready' where id = $1", [link.itemId]);
    const play = (headers: Record<string, string> = {}) =>
      t.call(getPlayback, { params: { itemId: link.itemId }, query: { share: link.slug } }, null, headers);
    const headers = admissionOf(await page(link.slug));
    expectError(await play(), "not-found");
    expectData(await play(headers));
  });
});
