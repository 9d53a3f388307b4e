import {
  deleteShare,
  getReports,
  getShare,
  getShared,
  listNotifications,
  listOutbox,
  listReports,
  reportLink,
  type ReportReason,
  unlockShared,
  updateNotificationSettings,
  updateReports,
  updateShare,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, sharedItem, type TestApp, type TestUser } from "@stillreel/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let admin: TestUser;
let anna: TestUser;
let itemId: string;
let slug: string;

const PERSONAL = { workspaceId: "personal" };

async function upload(user: TestUser, title: string): Promise<string> {
  const form = multipart({ fullFileName: "a.png", title }, { fileName: "a.png", type: "image/png", bytes: png(320, 200) });
  const url = "/api/v1/workspace/personal/files/image";
  const answer = await t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
  return expectData<{ id: string }>(answer, 201).id;
}
const link = async (id: string, user = anna) => (await t.call(getShare, { params: { ...PERSONAL, itemId: id } }, user)).data();
const report = (to = slug, body: object = {}, user: TestUser | null = null) =>
  t.call(reportLink, { params: { slug: to }, body: { reason: "abusive", ...body } as never }, user);
const decide = (body: object, user: TestUser | null = admin, of = slug) =>
  t.call(updateReports, { params: { slug: of }, body: body as never }, user);
const remove = (reason: ReportReason = "private") => decide({ removed: true, reason });
const list = async (query: object = {}) => (await t.call(listReports, { query: query as never }, admin)).data();
const audits = async (): Promise<object[]> =>
  (
    await t.ports.pool.query(
      "select action, user_id, details from audit where action like 'report.%' or action in ('share.taken-down', 'share.put-back') order by at, id",
    )
  ).rows;
const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

beforeEach(async () => {
  t = await createTestApp();
  admin = await t.user({ username: "Root" });
  anna = await t.user({ username: "Anna" });
  itemId = await upload(anna, "Secret plan");
  ({ slug } = await link(itemId));
});
afterEach(() => t.close());

describe("a report", () => {
  it("of a visitor without an account is listed for administrators, with the item and its owner", async () => {
    expectData(await report(slug, { text: " It is <b>mine</b>. ", email: "lee@example.test" }), 201);
    const { items, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      {
        slug,
        item: { id: itemId, type: "image", title: "Secret plan" },
        owner: { id: anna.id, displayName: "Anna" },
        reports: 1,
        newest: { reason: "abusive", text: "It is <b>mine</b>.", email: "lee@example.test" },
        closedAt: null,
        isRevoked: false,
        removal: null,
      },
    ]);
    expect((await t.call(listReports, {}, admin)).headers["cache-control"]).toBe("private, no-store");
    expect(await audits()).toMatchObject([{ action: "report.made", user_id: null, details: { itemId, reason: "abusive" } }]);
  });

  it("needs a link that opens or asks for a password, and valid fields", async () => {
    const { slug: locked } = (
      await t.call(updateShare, { params: { ...PERSONAL, itemId: await upload(anna, "Locked") }, body: { password: "pelican 7" } }, anna)
    ).data();
    expectData(await report(locked, {}, anna), 201);
    expectError(await report("A".repeat(22)), "not-found");
    for (const body of [{ reason: "boring" }, { text: "x".repeat(1_001) }, { email: "nobody" }])
      expectError(await report(slug, body), "validation-failed");
    const { slug: hidden } = (
      await t.call(updateShare, { params: { ...PERSONAL, itemId: await upload(anna, "Hidden") }, body: { visibility: "private" } }, anna)
    ).data();
    expectError(await report(hidden), "not-found");
    expect((await list()).items.map((one) => one.slug)).toEqual([locked]);
  });

  it("is limited per address", async () => {
    await using limited = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const send = () => limited.call(reportLink, { params: { slug: "A".repeat(22) }, body: { reason: "abusive" } }, null);
    // Attempts for links that do not exist count, too.
    for (let n = 0; n < 5; n += 1) expectError(await send(), "not-found");
    const refused = await send();
    expectError(refused, "too-many-requests");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
  });

  it("is grouped with the other reports of its link, newest first, page by page", async () => {
    const slugs = [slug];
    for (const title of ["Two", "Three"]) slugs.push((await link(await upload(anna, title))).slug);
    for (const one of slugs) {
      t.clock.advance(1_000);
      await report(one);
    }
    t.clock.advance(1_000);
    await report(slug, { reason: "illegal", text: "Again" });
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map((one) => [one.slug, one.reports])).toEqual([
      [slugs[0], 2],
      [slugs[2], 1],
      [slugs[1], 1],
    ]);
    expect(second.nextCursor).toBeNull();
    const one = (await t.call(getReports, { params: { slug } }, admin)).data();
    expect(one.newestReports.map(({ reason }) => reason)).toEqual(["illegal", "abusive"]);
    expectError(await t.call(listReports, { query: { cursor: "made-up" } }, admin), "validation-failed");
  });

  it("that arrive at the same time are all counted", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => report()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect((await list()).items).toMatchObject([{ reports: 5 }]);
  });

  it("is one notification for each administrator, and at most one mail in an hour", async () => {
    await report();
    await t.runJobs();
    await report(slug, { text: "again" });
    await t.runJobs();
    const notifications = (await t.call(listNotifications, {}, admin)).data().items;
    expect(notifications).toMatchObject([{ kind: "report", count: 2, url: "/admin/reports", actor: null }]);
    expect((await t.call(listNotifications, {}, anna)).data().items).toEqual([]);
    const mails = async () =>
      (await t.call(listOutbox, {}, admin)).data().items.filter(({ subject }) => subject.startsWith("New reports of links"));
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[admin.email, "New reports of links: 1"]]);
    t.clock.advance(59 * 60_000);
    await report(slug, { text: "third" });
    await t.runJobs();
    expect(await mails()).toHaveLength(1);
    t.clock.advance(2 * 60_000);
    await t.runJobs();
    expect((await mails()).map(({ subject }) => subject)).toEqual(["New reports of links: 2", "New reports of links: 1"]);
  });

  it("mails no administrator who turned this off, and none about closed reports", async () => {
    await t.call(updateNotificationSettings, { body: { channels: { report: "bell" } } }, admin);
    await report();
    await t.runJobs();
    await t.call(updateNotificationSettings, { body: { channels: { report: "email" } } }, admin);
    t.clock.advance(2 * 3_600_000);
    await report();
    await decide({ closed: true });
    await t.runJobs();
    expect((await t.call(listOutbox, {}, admin)).data().items.filter(({ subject }) => subject.startsWith("New reports"))).toEqual([]);
  });
});

describe("reports", () => {
  it("are seen and decided by administrators only", async () => {
    await report();
    for (const [user, code] of [
      [anna, "forbidden"],
      [null, "unauthenticated"],
    ] as const) {
      expectError(await t.call(listReports, {}, user), code);
      expectError(await t.call(getReports, { params: { slug } }, user), code);
      expectError(await decide({ removed: true, reason: "illegal" }, user), code);
    }
    expect((await get(`/s/${slug}`)).statusCode).toBe(200);
  });

  it("are closed and reopened by an administrator, and reopened by a new report", async () => {
    await report();
    expect(expectData(await decide({ closed: true }))).toMatchObject({ closedAt: expect.any(String) });
    expect((await list()).items).toEqual([]);
    expect((await list({ state: "closed" })).items.map((one) => one.slug)).toEqual([slug]);
    await decide({ closed: false });
    expect((await list()).items).toHaveLength(1);
    await decide({ closed: true });
    await report();
    expect((await list()).items).toMatchObject([{ reports: 2, closedAt: null }]);
    expect((await audits()).map((row) => (row as { action: string }).action)).toEqual([
      "report.made",
      "report.closed",
      "report.reopened",
      "report.closed",
      "report.made",
    ]);
  });

  it("exist only of reported links, and a removal needs a reason", async () => {
    expectError(await decide({ removed: true, reason: "illegal" }), "not-found");
    await report();
    expectError(await decide({ removed: true }), "validation-failed");
    expectError(await decide({ removed: true, reason: "boring" }), "validation-failed");
    expect((await get(`/s/${slug}`)).statusCode).toBe(200);
  });
});

describe("a removed link", () => {
  beforeEach(async () => {
    await report();
  });

  it("answers 410 everywhere, and works again with the same address after the restoration", async () => {
    await t.runJobs();
    const shared = (await t.call(getShared, { params: { slug } }, null)).data();
    const media = (sharedItem(shared).sourceUrl ?? "").replace(/^https?:\/\/[^/]+/u, "");
    const oembed = `/api/oembed?url=${encodeURIComponent(`${t.ports.publicUrl()}/s/${slug}`)}`;
    const addresses = [
      `/s/${slug}`,
      `/embed/${slug}`,
      `/s/${slug}/preview`,
      oembed,
      media,
      `/api/v1/shared/${slug}`,
      `/api/v1/items/${itemId}/download?share=${slug}`,
      `/api/v1/items/${itemId}/download?format=jpg&share=${slug}`,
      `/api/v1/items/${itemId}/comments?share=${slug}`,
      `/api/v1/events?share=${slug}`,
    ];
    const open = addresses.filter((url) => !url.includes("/events"));
    for (const url of open) expect([url, (await get(url)).statusCode < 400]).toEqual([url, true]);

    expect(expectData(await remove())).toMatchObject({ removal: { reason: "private" }, closedAt: expect.any(String) });
    for (const url of addresses) {
      const answer = await get(url);
      expect([url, answer.statusCode]).toEqual([url, 410]);
      if (url.startsWith("/s/") && !url.endsWith("preview")) {
        expect(answer.body).toContain("This link was removed");
        expect(answer.headers["cache-control"]).toBe("private, no-store");
      } else if (!url.startsWith("/embed")) expect(answer.json().code).toBe("link-removed");
    }
    expectError(await t.call(unlockShared, { params: { slug }, body: { password: "x" } }, null), "link-removed");
    expectError(await report(), "link-removed");
    // Nothing about the item is on the page.
    expect((await get(`/s/${slug}`)).body).not.toContain("Secret plan");

    expect(expectData(await decide({ removed: false }))).toMatchObject({ removal: null });
    for (const url of open) expect([url, (await get(url)).statusCode < 400]).toEqual([url, true]);
    expect(await audits()).toMatchObject([
      { action: "report.made" },
      { action: "report.closed", user_id: admin.id },
      { action: "share.taken-down", user_id: admin.id, details: { itemId, title: "Secret plan", reason: "private" } },
      { action: "share.put-back", user_id: admin.id, details: { itemId } },
    ]);
  });

  it("loses its media addresses within 5 s when another process removed it", async () => {
    const shared = (await t.call(getShared, { params: { slug } }, null)).data();
    const media = (sharedItem(shared).sourceUrl ?? "").replace(/^https?:\/\/[^/]+/u, "");
    expect((await get(media)).statusCode).toBe(200);
    await t.ports.pool.query("update share_links set taken_down_at = $2, taken_down_reason = 'illegal' where slug = $1", [
      slug,
      t.clock.now(),
    ]);
    t.clock.advance(3_000);
    expect((await get(media)).statusCode).toBe(410);
  });

  it("is not replaced by its owner, who still has the item and sees the reason", async () => {
    await remove();
    const share = await link(itemId);
    expect(share).toMatchObject({ slug, removal: { reason: "private" } });
    expectError(await t.call(deleteShare, { params: { ...PERSONAL, itemId } }, anna), "link-removed");
    await t.call(updateShare, { params: { ...PERSONAL, itemId }, body: { visibility: "private" } }, anna);
    await t.call(updateShare, { params: { ...PERSONAL, itemId }, body: { visibility: "link" } }, anna);
    expect((await get(`/s/${slug}`)).statusCode).toBe(410);
    expect((await get(`/api/v1/items/${itemId}/download`, anna.headers)).statusCode).toBe(302);
    const [notification] = (await t.call(listNotifications, {}, anna)).data().items;
    expect(notification).toMatchObject({
      kind: "link-removed",
      reason: "private",
      actor: null,
      text: "An administrator removed the link: private or confidential content",
      url: `/images/${itemId}`,
    });
    await decide({ removed: false });
    expect(await link(itemId)).toMatchObject({ slug, removal: null });
  });

  it("is removed and notified once when two administrators decide at the same time", async () => {
    await Promise.all([remove(), remove("illegal"), remove()]);
    const { rows } = await t.ports.pool.query("select count from notifications where user_id = $1", [anna.id]);
    expect(rows).toEqual([{ count: 1 }]);
    expect((await audits()).filter((row) => (row as { action: string }).action === "share.taken-down")).toHaveLength(1);
  });

  it("that the owner revoked before stays revoked", async () => {
    await t.call(deleteShare, { params: { ...PERSONAL, itemId } }, anna);
    expect(expectData(await remove())).toMatchObject({ isRevoked: true, removal: null });
    expect((await get(`/s/${slug}`)).statusCode).toBe(404);
  });
});
