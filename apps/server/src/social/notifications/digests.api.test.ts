import {
  createComment,
  getNotificationSettings,
  likeItem,
  login,
  type NotificationDigest,
  readNotifications,
  unsubscribeMail,
  updateNotificationSettings,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, runDueJobs, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { startMailServer } from "@stillreel/testing/mail";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sendDigests } from "./digests.jobs.ts";

const HOUR_MS = 3_600_000;
let t: TestApp;
let anna: TestUser;
let ben: TestUser;
let team: TestTeam;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user({ username: "Anna" });
  ben = await t.user({ username: "Ben" });
});
afterAll(() => t.close());

/** Signs a user in with a session that lasts longer than the days of a test. */
async function lasting(user: TestUser): Promise<TestUser> {
  const body = { email: user.email, password: user.password, remember: true };
  const { idToken, refreshToken } = (await t.call(login, { body })).data();
  return { ...user, idToken, refreshToken, headers: { idtoken: idToken, refreshtoken: refreshToken } };
}

beforeEach(async () => {
  await t.ports.pool.query("delete from rate_limits");
  [anna, ben] = [await lasting(anna), await lasting(ben)];
  await t.ports.pool.query("update users set notification_settings = '{}', suspended_at = null; delete from digests");
  team = await createTeam(t, [
    [anna, "member"],
    [ben, "member"],
  ]);
  itemId = (await team.image(anna, { title: "Plan" })).id;
  await t.runJobs();
  await t.ports.pool.query("delete from notifications; delete from outbox; delete from rate_limits");
});

const comment = async (text: string) => (await t.call(createComment, { params: { itemId }, body: { text } }, ben)).data();
const choose = async (digest: Partial<NotificationDigest>, user = anna) =>
  (await t.call(updateNotificationSettings, { body: { digest } }, user)).data().digest;
/** Turns on a daily digest at the next full hour but one. */
const daily = () => choose({ frequency: "daily", hour: (t.clock.now().getUTCHours() + 2) % 24, timeZone: "UTC" });
const mails = async () =>
  (
    await t.ports.pool.query<{ to: string; subject: string; text: string; html: string; unsubscribe_url: string | null }>(
      "select * from outbox",
    )
  ).rows;
const dueAt = async () =>
  (await t.ports.pool.query<{ next_at: Date }>("select next_at from digests where user_id = $1", [anna.id])).rows[0]?.next_at;
/** Advances to the time of the digest and runs its job. */
async function send(): Promise<void> {
  const due = await dueAt();
  t.clock.advance(Math.max(0, (due?.getTime() ?? 0) - t.clock.now().getTime()));
  await t.ports.jobs.enqueue(t.ports.db, sendDigests, {});
  expect((await t.runJobs()).failed).toEqual([]);
}

describe("the digest", () => {
  it("mails the unread notifications since the last one, by object, and nothing when there are none", async () => {
    await daily();
    await comment("a");
    await comment("b");
    await t.call(likeItem, { params: { itemId } }, ben);
    expect(await mails()).toEqual([]);
    await send();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: anna.email, subject: "What you have not read on Stillreel" });
    expect(mail?.text).toContain(
      `Plan\n- Ben liked your item\n- Ben added 2 comments\nhttp://localhost:8700/w/${team.id}/images/${itemId}\n`,
    );
    await send();
    expect(await mails()).toHaveLength(1);
    await comment("c");
    await send();
    expect((await mails()).map(({ text }) => text.includes("Ben added 3 comments"))).toEqual([false, true]);
    await comment("d");
    await t.call(readNotifications, { body: { all: true } }, anna);
    await send();
    expect(await mails()).toHaveLength(2);
  });

  it("leaves out what is mailed immediately, what is turned off, and items that the user may not read any more", async () => {
    await daily();
    await t.call(updateNotificationSettings, { body: { channels: { comment: "email" } } }, anna);
    await comment("a");
    await t.call(likeItem, { params: { itemId } }, ben);
    t.clock.advance(61_000);
    await t.runJobs();
    await t.call(updateNotificationSettings, { body: { channels: { comment: "bell", like: "off" } } }, anna);
    expect(await mails()).toHaveLength(1);
    await send();
    expect(await mails()).toHaveLength(1);
    await t.call(updateNotificationSettings, { body: { channels: { like: "bell" } } }, anna);
    await t.call(readNotifications, { body: { all: true } }, anna);
    await comment("b");
    await team.grant({ itemId }, anna, "none");
    await send();
    expect(await mails()).toHaveLength(1);
  });

  it("waits for the end of a pause, and for the end of a suspension", async () => {
    await daily();
    await comment("a");
    const pauseUntil = new Date(t.clock.now().getTime() + 30 * HOUR_MS).toISOString();
    await t.call(updateNotificationSettings, { body: { pauseUntil } }, anna);
    await send();
    expect(await mails()).toEqual([]);
    await t.ports.pool.query("update users set suspended_at = now() where id = $1", [anna.id]);
    await send();
    expect(await mails()).toEqual([]);
    await t.ports.pool.query("update users set suspended_at = null where id = $1", [anna.id]);
    await send();
    expect(await mails()).toHaveLength(1);
  });

  it("is sent once when two workers send at the same time, and once after a crash before its end", async () => {
    await daily();
    await comment("a");
    const due = await dueAt();
    t.clock.advance((due?.getTime() ?? 0) - t.clock.now().getTime());
    const jobs = (t.modules.notifications.jobs ?? []).filter(({ definition }) => definition.name === sendDigests.name);
    const post = vi.spyOn(t.modules.outbox, "post");
    const handle = jobs[0]?.handle as unknown as (payload: object, signal: AbortSignal) => Promise<unknown>;
    const run = () => handle({}, new AbortController().signal);
    await Promise.all([run(), run(), run()]);
    post.mockRestore();
    expect(await mails()).toHaveLength(1);
    await comment("b");
    t.clock.advance(24 * HOUR_MS);
    await t.ports.pool.query("alter table outbox add constraint broken check (subject = 'never') not valid");
    await run();
    expect(await mails()).toHaveLength(1);
    await t.ports.pool.query("alter table outbox drop constraint broken");
    await run();
    await run();
    expect(await mails()).toHaveLength(2);
    expect(await runDueJobs(t.ports.pool, jobs, t.clock.now())).toMatchObject({ failed: [] });
  });

  it("keeps its local hour, and moves when the user changes it", async () => {
    await choose({ frequency: "weekly", weekday: 3, hour: 7, timeZone: "Asia/Kathmandu" });
    const local = new Intl.DateTimeFormat("en", {
      timeZone: "Asia/Kathmandu",
      weekday: "long",
      hour: "2-digit",
      hourCycle: "h23",
      minute: "2-digit",
    });
    expect(local.format(await dueAt())).toBe("Wednesday 07:00");
    await choose({ hour: 22 });
    expect(local.format(await dueAt())).toBe("Wednesday 22:00");
    expect(await choose({ frequency: "never" })).toMatchObject({ weekday: 3, hour: 22, frequency: "never" });
    expect(await dueAt()).toBeUndefined();
    for (const digest of [{ hour: 24 }, { weekday: 0 }, { timeZone: "Middle/Earth" }, { frequency: "hourly" }, { sound: true }])
      expectError(await t.call(updateNotificationSettings, { body: { digest: digest as never } }, anna), "validation-failed");
  });
});

describe("the link that ends the digest", () => {
  const tokenOf = async () => /\/unsubscribe\/([\w-]+)/u.exec((await mails())[0]?.unsubscribe_url ?? "")?.[1] ?? "";

  it("works without a session, for mail programs too, can be undone, and is signed", async () => {
    await daily();
    await comment("a");
    await send();
    const token = await tokenOf();
    expect((await mails())[0]?.html).toContain(`/unsubscribe/${token}`);
    const unsubscribe = (body: { token: string; frequency?: "daily" }) => t.call(unsubscribeMail, { body }, null);
    const frequency = async () => (await t.call(getNotificationSettings, {}, anna)).data().digest.frequency;
    expect((await unsubscribe({ token })).data()).toEqual({ subject: "digest", kind: null, previous: "daily" });
    expect([await frequency(), await dueAt()]).toEqual(["never", undefined]);
    expect((await unsubscribe({ token, frequency: "daily" })).data()).toEqual({ subject: "digest", kind: null, previous: "never" });
    expect(await frequency()).toBe("daily");
    const oneClick = await t.app.inject({
      method: "POST",
      url: `/unsubscribe/${token}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect([oneClick.statusCode, oneClick.headers["cache-control"], await frequency()]).toEqual([200, "no-store", "never"]);
    expectError(await t.call(unsubscribeMail, { body: { token, frequency: "immediately" } }, null), "validation-failed");
    await daily();
    const forged = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
    for (const wrong of [forged, "", "x", token.slice(1), `comment.${token}`]) {
      expectError(await unsubscribe({ token: wrong }), "not-found");
      expect((await t.app.inject({ method: "POST", url: `/unsubscribe/${wrong || "x"}` })).statusCode).toBe(404);
    }
    // Opening the link changes nothing, because mail scanners open links.
    await t.app.inject(`/unsubscribe/${token}`);
    expect(await frequency()).toBe("daily");
  });
});

describe("the link that ends the mails about a kind of notification", () => {
  it("is in these mails, works without a session, can be undone, and ends no other kind", async () => {
    await t.call(updateNotificationSettings, { body: { channels: { comment: "email", mention: "email" } } }, anna);
    const channels = async () => (await t.call(getNotificationSettings, {}, anna)).data().channels;
    await comment("a");
    t.clock.advance(HOUR_MS);
    await t.runJobs();
    const [mail] = await mails();
    const token = /\/unsubscribe\/(comment\.[\w-]{43})$/u.exec(mail?.unsubscribe_url ?? "")?.[1] ?? "";
    expect(mail?.html).toContain(`/unsubscribe/${token}`);
    expect(mail?.text).toContain(`/unsubscribe/${token}`);
    for (const wrong of [token.replace("comment", "mention"), token.replace("comment.", ""), token.replace("comment", "nothing")])
      expectError(await t.call(unsubscribeMail, { body: { token: wrong } }, null), "not-found");
    const oneClick = await t.app.inject({
      method: "POST",
      url: `/unsubscribe/${token}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect([oneClick.statusCode, (await channels()).comment, (await channels()).mention]).toEqual([200, "bell", "email"]);
    await comment("b");
    t.clock.advance(HOUR_MS);
    await t.runJobs();
    expect(await mails()).toHaveLength(1);
    const restored = await t.call(unsubscribeMail, { body: { token, frequency: "immediately" } }, null);
    expect(restored.data()).toEqual({ subject: "kind", kind: "comment", previous: "never" });
    expect((await channels()).comment).toBe("email");
    expectError(await t.call(unsubscribeMail, { body: { token, frequency: "weekly" } }, null), "validation-failed");
    // A kind that is off stays off.
    await t.call(updateNotificationSettings, { body: { channels: { comment: "off" } } }, anna);
    expect((await t.call(unsubscribeMail, { body: { token } }, null)).data()).toEqual({
      subject: "kind",
      kind: "comment",
      previous: "never",
    });
    expect((await channels()).comment).toBe("off");
  });
});

it("the mail has the headers by which mail programs end the digest", async () => {
  const server = await startMailServer();
  await using test = await createTestApp({ config: { SMTP_URL: server.url, PUBLIC_URL: "https://shots.example" } });
  const user = await test.user();
  await test.ports.pool.query(
    `insert into notifications (id, user_id, kind, group_key, details, created_at) values (gen_random_uuid(), $1, 'quota', 'quota:x', '{"percent":92}', $2)`,
    [user.id, test.clock.now()],
  );
  await test.ports.pool.query(`update users set notification_settings = '{"digest":{"frequency":"daily"}}' where id = $1`, [user.id]);
  await test.ports.pool.query("insert into digests (user_id, next_at, since) values ($1, $2, $2::timestamptz - interval '1 day')", [
    user.id,
    test.clock.now(),
  ]);
  test.clock.advance(2 * 60_000);
  await test.ports.jobs.enqueue(test.ports.db, sendDigests, {});
  await test.runJobs();
  const [mail] = server.inbox;
  expect(mail?.mail.text).toContain("- Your storage is 92 % full");
  const [head = ""] = (mail?.raw ?? "").split("\r\n\r\n");
  expect(head.replaceAll(/\r\n\s+/gu, " ")).toMatch(/^List-Unsubscribe: <https:\/\/shots\.example\/unsubscribe\/[\w-]{43}>$/mu);
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/mu);
  await server.close();
});
