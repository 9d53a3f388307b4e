import { type ClientResult, deleteShare, type getImage, getShare, updateItem, updateShare } from "@stillreel/contract";
import { createTestApp, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let owner: TestUser;
let item: Item;
let slug: string;

beforeAll(async () => {
  test = await createTestApp();
  owner = await test.user();
});
afterAll(() => test.close());
beforeEach(async () => {
  item = await test.image<Item>(owner, { title: `Totals <b>"disagree"</b> & more`, bytes: png(1200, 750, [200, 40, 40]) });
  slug = (await test.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, owner)).data().slug;
});

const open = (path = `/s/${slug}`, headers: Record<string, string> = {}) => test.app.inject({ url: path, headers });
const meta = (html: string, property: string) => new RegExp(`<meta property="${property}" content="([^"]*)">`, "u").exec(html)?.[1];
const here = () => ({ params: { workspaceId: "personal", itemId: item.id } });

describe("the public page", () => {
  it("shows the picture to anybody, with its preview for chats and out of search engines", async () => {
    const page = await open();
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["cache-control"]).toBe("private, no-store");
    expect(page.headers["x-robots-tag"]).toContain("noindex");
    const source = /<img src="(\/media\/[^"]+)"/u.exec(page.body)?.[1] ?? "";
    const picture = await test.app.inject({ url: source });
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    const publicUrl = test.ports.publicUrl();
    expect(meta(page.body, "og:url")).toBe(`${publicUrl}/s/${slug}`);
    expect(meta(page.body, "og:image")).toBe(`${publicUrl}/s/${slug}/preview`);
    expect(meta(page.body, "og:image:width")).toBe(String(item.width));
    const preview = await open(`/s/${slug}/preview`);
    expect([preview.statusCode, preview.headers.location]).toEqual([302, expect.stringMatching(/^\/media\//u)]);
  });

  it("lets no title become markup", async () => {
    const { body } = await open();
    expect(body).not.toContain("<b>&quot;");
    expect(body).not.toContain('<b>"');
    expect(body).toContain("Totals &lt;b&gt;&quot;disagree&quot;&lt;/b&gt; &amp; more");
  });

  it("offers small screens a smaller copy once it is made", async () => {
    expect((await open()).body).not.toContain("srcset");
    await test.runJobs();
    const { body } = await open();
    const small = /srcset="(\/media\/\S+) 768w,/u.exec(body)?.[1] ?? "";
    expect((await test.app.inject({ url: small })).headers["content-type"]).toBe("image/webp");
  });

  it("is dead at once for links that were revoked, are private, or lead to the bin, all alike", async () => {
    const bodies: string[] = [];
    const dead = async () => {
      const page = await open();
      expect(page.statusCode).toBe(404);
      bodies.push(page.body);
    };
    await test.call(updateShare, { ...here(), body: { visibility: "private" } }, owner);
    await dead();
    await test.call(updateShare, { ...here(), body: { visibility: "link" } }, owner);
    await test.call(updateItem, { params: { ...here().params, type: "image" }, body: { trash: true } }, owner);
    await dead();
    await test.call(updateItem, { params: { ...here().params, type: "image" }, body: { trash: false } }, owner);
    await test.call(deleteShare, here(), owner);
    await dead();
    expect((await open(`/s/${slug}/preview`)).statusCode).toBe(404);
    bodies.push((await open("/s/AAAAAAAAAAAAAAAAAAAAAA")).body);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain("This link leads nowhere");
  });

  it("asks for the password and tells nothing before", async () => {
    await test.call(updateShare, { ...here(), body: { password: "open sesame" } }, owner);
    const page = await open();
    expect(page.statusCode).toBe(403);
    expect(page.body).toContain('type="password"');
    expect(page.body).not.toContain("Totals");
    expect((await open(`/s/${slug}/preview`)).statusCode).toBe(404);
  });

  it("knows who is signed in, and which way their language is written", async () => {
    expect((await open()).body).toContain('href="/auth/login?next=%2Fs%2F');
    const cookie = `idToken=${owner.headers["idtoken"]}; refreshToken=${owner.headers["refreshtoken"]}`;
    expect((await open(`/s/${slug}`, { cookie })).body).toContain("Open my library");
    expect((await open(`/s/${slug}?lng=ar`)).body).toContain('lang="ar" dir="rtl"');
    expect((await open(`/s/${slug}`, { "accept-language": "he-IL,he;q=0.9" })).body).toContain('dir="rtl"');
    expect((await open(`/s/${slug}?lng=en"><script>`)).body).toContain('<html lang="en" dir="ltr"');
  });
});

describe("files of the portal", () => {
  it("serves texts by language and nothing beside them", async () => {
    expect((await open("/locales/en/public-page.json")).json()).toHaveProperty("copyLink");
    for (const path of [
      "/locales/en/..%2f..%2findex.ts",
      "/locales/../i18n/index.ts",
      "/locales/xx/common.json",
      "/assets/..%2findex.html",
    ]) {
      expect((await open(path)).statusCode).toBe(404);
    }
  });

  it("keeps the public page's script and fonts for ever, by content", async () => {
    const { body } = await open();
    const script = /src="(\/s\/assets\/public-page\.[\w-]+\.js)"/u.exec(body)?.[1] ?? "";
    const answer = await open(script);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  });
});
