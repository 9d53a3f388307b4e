import { type ClientResult, deleteShare, getImage, getShare, getShared, unlockShared, updateItem, updateShare } from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, sharedItem, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;
let ben: TestUser;
let item: Item;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  ben = await test.user();
});
afterAll(() => test.close());
beforeEach(async () => {
  item = await test.image<Item>(anna);
});

const path = () => ({ params: { workspaceId: "personal", itemId: item.id } });
const share = async (user = anna) => (await test.call(getShare, path(), user)).data();
const terms = async (body: Record<string, unknown>) => test.call(updateShare, { ...path(), body: body as never }, anna);
const open = (slug: string, user: TestUser | null = null, headers: Record<string, string> = {}) =>
  test.call(getShared, { params: { slug } }, user, headers);
const unlock = (slug: string, password: string) => test.call(unlockShared, { params: { slug }, body: { password } });
const download = (itemId: string, search: string, user?: TestUser) =>
  test.app.inject({ url: `/api/v1/items/${itemId}/download?${search}`, headers: user?.headers ?? {} });

describe("the lifecycle of a share link", () => {
  it("is created by the first request, once, and opens for every visitor", async () => {
    const [first, second] = await Promise.all([share(), share()]);
    expect(second.slug).toBe(first.slug);
    expect(first).toMatchObject({
      visibility: "link",
      hasPassword: false,
      expiresAt: null,
      maxViews: null,
      allowComments: true,
      allowDownload: true,
    });
    expect(first.slug).toMatch(/^[A-Za-z0-9_-]{22}$/u);
    expect(first.shareUrl).toBe(`${test.ports.publicUrl()}/s/${first.slug}`);
    const answer = await open(first.slug);
    expect(answer.headers["x-robots-tag"]).toBe("noindex");
    const shared = answer.data();
    expect(sharedItem(shared)).toMatchObject({
      id: item.id,
      title: item.title,
      width: item.width,
      owner: { displayName: anna.displayName },
    });
    expect(Object.keys(sharedItem(shared).owner).sort()).toEqual(["displayName", "photoURL"]);
    expect(answer.body).not.toContain(anna.email);
    expect((await test.call(getImage, path(), anna)).data().shareUrl).toBe(first.shareUrl);
  });

  it("is invalid immediately after deletion, and never reused", async () => {
    const first = await share();
    (await test.call(deleteShare, path(), anna)).data();
    expectError(await open(first.slug), "not-found");
    expectError(await open(first.slug, anna), "not-found");
    (await test.call(deleteShare, path(), anna)).data();
    const second = await share();
    expect(second.slug).not.toBe(first.slug);
    expectError(await open(first.slug), "not-found");
    (await open(second.slug)).data();
  });

  it("hides an item in the trash, and shows it again after its restore (S29)", async () => {
    const { slug } = await share();
    const trash = (is: boolean) => test.call(updateItem, { params: { ...path().params, type: "image" }, body: { trash: is } }, anna);
    (await trash(true)).data();
    expectError(await open(slug), "not-found");
    (await trash(false)).data();
    (await open(slug)).data();
  });

  it("returns the same error for every link that does not open", async () => {
    const { slug } = await share();
    await terms({ visibility: "private" });
    const bodies = new Set<string>();
    for (const each of [slug, "x", "a".repeat(22), "%00".repeat(7), "../../etc"]) {
      const answer = await open(each);
      expectError(answer, "not-found");
      bodies.add(answer.body);
    }
    expect(bodies.size).toBe(1);
  });
});

describe("terms", () => {
  it("preserve the values that a request does not set", async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    expect((await terms({ expiresAt, maxViews: 5, allowDownload: false })).data()).toMatchObject({
      expiresAt,
      maxViews: 5,
      allowDownload: false,
      allowComments: true,
    });
    expect((await terms({ allowComments: false })).data()).toMatchObject({
      expiresAt,
      maxViews: 5,
      allowDownload: false,
      allowComments: false,
    });
    expect((await terms({ expiresAt: null, maxViews: null, slug: "mine", itemId: "x" })).data()).toMatchObject({
      expiresAt: null,
      maxViews: null,
      slug: (await share()).slug,
    });
  });

  it("show capture metadata only when the owner allows it, and never sensitive data", async () => {
    const capture = { browser: "Chrome 156", pageTitle: "Totals", sensitive: [{ kind: "card", x: 1, y: 2, width: 3, height: 4 }] };
    const fields = { fullFileName: "shot.png", pageUrl: "https://example.test/totals", capture: JSON.stringify(capture) };
    const form = multipart(fields, { fileName: "shot.png", type: "image/png", bytes: png() });
    const url = "/api/v1/workspace/personal/files/image";
    item = expectData<Item>(
      await test.app.inject({ method: "POST", url, headers: { ...anna.headers, ...form.headers }, payload: form.payload }),
      201,
    );
    const { slug, showCapture } = await share();
    expect(showCapture).toBe(false);
    const hidden = await open(slug);
    expect(sharedItem(hidden.data())).toMatchObject({ pageUrl: null, capture: null });
    expect(hidden.body).not.toMatch(/example\.test|Totals|Chrome/u);
    expect((await terms({ showCapture: true })).data()).toMatchObject({ showCapture: true, allowDownload: true });
    const shown = await open(slug);
    expect(sharedItem(shown.data())).toMatchObject({ pageUrl: "https://example.test/totals" });
    expect(sharedItem(shown.data()).capture).toEqual({ browser: "Chrome 156", pageTitle: "Totals" });
    expect(shown.body).not.toContain("sensitive");
    const { rows } = await test.ports.pool.query("select details from audit where action = 'share.changed' and details->>'itemId' = $1", [
      item.id,
    ]);
    expect(rows).toEqual([{ details: { itemId: item.id, title: item.title, fields: ["showCapture"] } }]);
    (await terms({ showCapture: false })).data();
    expect(sharedItem((await open(slug)).data())).toMatchObject({ pageUrl: null, capture: null });
    expectError(await terms({ showCapture: "yes" }), "validation-failed");
  });

  it("admit only the owner when the link is private", async () => {
    const { slug } = await share();
    await terms({ visibility: "private" });
    expectError(await open(slug), "not-found");
    expectError(await open(slug, ben), "not-found");
    (await open(slug, anna)).data();
    await terms({ visibility: "link" });
    (await open(slug, ben)).data();
  });

  it("expire", async () => {
    const { slug } = await share();
    await terms({ expiresAt: new Date(test.clock.now().getTime() + 60_000).toISOString() });
    (await open(slug)).data();
    test.clock.advance(61_000);
    expectError(await open(slug), "not-found");
    test.clock.advance(-61_000);
  });

  it("lock by password; the cookie unlocks only this link, until the password changes", async () => {
    const { slug } = await share();
    expect((await terms({ password: "open sesame" })).data().hasPassword).toBe(true);
    expectError(await open(slug), "password-required");
    expectError(await unlock(slug, "wrong"), "wrong-password");
    const answer = await unlock(slug, "open sesame");
    expect(sharedItem(answer.data()).id).toBe(item.id);
    const cookie = String(answer.headers["set-cookie"]);
    expect(cookie).toMatch(/^unlock-[\w-]+=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/u);
    const pair = cookie.split(";")[0] ?? "";
    (await open(slug, null, { cookie: `other=1; ${pair}` })).data();
    expectError(await open(slug, null, { cookie: `${pair}x` }), "password-required");
    expectError(await open(slug, null, { cookie: pair.replace(/=\d+/u, "=9999999999") }), "password-required");
    item = await test.image<Item>(anna);
    const other = await share();
    await terms({ password: "open sesame" });
    expectError(await open(other.slug, null, { cookie: pair }), "password-required");
    expectError(await open(other.slug, null, { cookie: `unlock-${pair.split("=")[1]}` }), "password-required");
    await terms({ password: "changed" });
    expectError(await unlock(other.slug, "open sesame"), "wrong-password");
    expect((await terms({ password: null })).data().hasPassword).toBe(false);
    (await open(other.slug)).data();
  });

  it.each<[string, Record<string, unknown>]>([
    ["an invalid visibility", { visibility: "public" }],
    ["an empty password", { password: "" }],
    ["a huge password", { password: "x".repeat(10_000) }],
    ["an invalid date", { expiresAt: "tomorrow" }],
    ["no views", { maxViews: 0 }],
    ["half a view", { maxViews: 1.5 }],
    ["an invalid boolean", { allowDownload: "yes" }],
  ])("refuse %s", async (_name, body) => {
    expectError(await terms(body), "validation-failed");
  });

  it("are the same 404 for other users as for missing items (S2)", async () => {
    const bodies = new Set<string>();
    for (const itemId of [item.id, "018f0000-0000-7000-8000-000000000000", "nonsense"]) {
      for (const workspaceId of ["personal", item.workspaceId]) {
        const params = { workspaceId, itemId };
        for (const answer of [
          await test.call(getShare, { params }, ben),
          await test.call(updateShare, { params, body: {} }, ben),
          await test.call(deleteShare, { params }, ben),
        ]) {
          expectError(answer, "not-found");
          bodies.add(answer.body);
        }
      }
    }
    expect(bodies.size).toBe(1);
    expectError(await test.call(getShare, path()), "unauthenticated");
  });
});

describe("an unlocked link in pages of other sites", () => {
  it("has a partitioned cookie per site on https", async () => {
    await using safe = await createTestApp({ publicUrl: "https://shots.example" });
    const user = await safe.user();
    const params = { workspaceId: "personal", itemId: (await safe.image<Item>(user)).id };
    const { slug } = (await safe.call(updateShare, { params, body: { password: "open sesame" } }, user)).data();
    const answer = await safe.call(unlockShared, { params: { slug }, body: { password: "open sesame" } });
    const [own = "", framed = "", ...more] = answer.headers["set-cookie"] as string[];
    expect(more).toEqual([]);
    expect(own).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/u);
    expect(framed).toMatch(/; HttpOnly; SameSite=None; Max-Age=\d+; Secure; Partitioned$/u);
    expect(framed.split(";")[0]).toBe(own.split(";")[0]);
  });
});

describe("guessing a link's password", () => {
  it("is limited to ten wrong attempts", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const user = await strict.user();
    const params = { workspaceId: "personal", itemId: (await strict.image<Item>(user)).id };
    const { slug } = (await strict.call(updateShare, { params, body: { password: "secret" } }, user)).data();
    // A user who knows the password is not limited; a correct password resets the failed attempts.
    for (let count = 0; count < 11; count += 1)
      (await strict.call(unlockShared, { params: { slug }, body: { password: "secret" } })).data();
    for (let count = 0; count < 10; count += 1)
      expectError(await strict.call(unlockShared, { params: { slug }, body: { password: "x" } }), "wrong-password");
    const answer = await strict.call(unlockShared, { params: { slug }, body: { password: "secret" } });
    expectError(answer, "too-many-requests");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("downloading", () => {
  it("redirects readers to a signed attachment", async () => {
    const answer = await download(item.id, "format=original", anna);
    expect(answer.statusCode).toBe(302);
    const media = await test.app.inject({ url: String(answer.headers.location).replace(/^https?:\/\/[^/]+/u, "") });
    expect([media.statusCode, media.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(String(media.headers["content-disposition"])).toMatch(/^attachment; .*shot\.png/u);
    expectError(await download(item.id, ""), "unauthenticated");
    expectError(await download(item.id, "", ben), "not-found");
    expectError(await download("nonsense", "", anna), "not-found");
    expectError(await download(item.id, "format=exe", anna), "validation-failed");
  });

  it("by a link follows the terms of the link", async () => {
    const { slug } = await share();
    expect((await download(item.id, `share=${slug}`)).statusCode).toBe(302);
    expectError(await download((await test.image<Item>(anna)).id, `share=${slug}`), "not-found");
    await terms({ allowDownload: false });
    expectError(await download(item.id, `share=${slug}`), "forbidden");
    await terms({ allowDownload: true, password: "x" });
    expectError(await download(item.id, `share=${slug}`), "password-required");
    await test.call(deleteShare, path(), anna);
    expectError(await download(item.id, `share=${slug}`), "not-found");
  });
});
