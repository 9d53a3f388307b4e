import { deleteShare, getShare, getShared, updateItem } from "@stillreel/contract";
import { createTestApp, expectData, expectError, sharedItem, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MINUTE_MS = 60_000;

let t: TestApp;
let owner: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  owner = await t.user();
});
afterAll(() => t.close());

async function sharedImage(): Promise<{ itemId: string; slug: string; mediaPath: string }> {
  const { id: itemId } = await t.image(owner);
  const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, owner)).data();
  const item = sharedItem((await t.call(getShared, { params: { slug } })).data());
  const url = new URL(String(item.sourceUrl), "http://localhost");
  return { itemId, slug, mediaPath: url.pathname };
}
/** Every address that opens a link, without the media addresses that it gave out. */
const addressesOf = ({ itemId, slug }: { itemId: string; slug: string }): string[] => [
  `/s/${slug}`,
  `/embed/${slug}`,
  `/s/${slug}/preview`,
  `/api/v1/shared/${slug}`,
  `/api/v1/items/${itemId}/download?format=original&share=${slug}`,
  `/api/v1/items/${itemId}/comments?share=${slug}`,
  `/api/oembed?url=${encodeURIComponent(`http://localhost:8700/s/${slug}`)}`,
];
const statusesOf = (addresses: readonly string[]) =>
  Promise.all(addresses.map(async (url) => [url, (await t.app.inject({ url })).statusCode < 400] as const));

describe("S29: a share link", () => {
  it("has 128 random bits", async () => {
    const { rows } = await t.ports.pool.query<{ slug: string }>("select slug from share_links");
    const slugs = [...rows.map(({ slug }) => slug), ...Array.from({ length: 200 }, () => t.ports.ids.secret(16))];
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(Buffer.from(slug, "base64url")).toHaveLength(16);
  });

  it("is invalid at every address immediately after it is revoked", async () => {
    const link = await sharedImage();
    const addresses = addressesOf(link);
    expect(await statusesOf(addresses)).toEqual(addresses.map((url) => [url, true]));
    expectData(await t.call(deleteShare, { params: { workspaceId: "personal", itemId: link.itemId } }, owner));
    expect(await statusesOf(addresses)).toEqual(addresses.map((url) => [url, false]));
  });

  it("is invalid at every address while its item is in the trash", async () => {
    const link = await sharedImage();
    const params = { workspaceId: "personal", type: "image", itemId: link.itemId } as const;
    expectData(await t.call(updateItem, { params, body: { trash: true } }, owner));
    const addresses = addressesOf(link);
    expect(await statusesOf(addresses)).toEqual(addresses.map((url) => [url, false]));
  });

  it("gives media addresses that are valid for five minutes at most", async () => {
    const { mediaPath, itemId } = await sharedImage();
    expect((await t.app.inject({ url: mediaPath })).statusCode).toBe(200);
    expectData(await t.call(deleteShare, { params: { workspaceId: "personal", itemId } }, owner));
    t.clock.advance(5 * MINUTE_MS + 1_000);
    expectError(await t.app.inject({ url: mediaPath }), "not-found");
  });

  it("is not indexed by search engines", async () => {
    const link = await sharedImage();
    for (const url of [...addressesOf(link).slice(0, 4), link.mediaPath])
      expect([url, (await t.app.inject({ url })).headers["x-robots-tag"]]).toEqual([url, expect.stringContaining("noindex")]);
  });
});
