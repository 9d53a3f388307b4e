import {
  createInvite,
  createTakeout,
  getNotificationSettings,
  joinWorkspace,
  listNotifications,
  retryItem,
  sendWorkspaceInvites,
  withdrawInvite,
  listInvites,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let olga: TestUser;
let anna: TestUser;
let ben: TestUser;
let team: TestTeam;

beforeAll(async () => {
  t = await createTestApp();
  olga = await t.user({ username: "Olga" });
  anna = await t.user({ username: "Anna" });
  ben = await t.user({ username: "Ben" });
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [[olga, "owner"]]);
  await t.ports.pool.query("update users set email_verified = true, notification_settings = '{}'; delete from notifications");
  await t.ports.pool.query("delete from rate_limits");
});

const listOf = async (user: TestUser) => (await t.call(listNotifications, {}, user)).data().items;

describe("an invite by mail", () => {
  const invite = async (by: TestUser, ...users: TestUser[]): Promise<string> => {
    const { inviteId } = (await t.call(createInvite, { params: { id: team.id } }, by)).data();
    (await t.call(sendWorkspaceInvites, { body: { inviteId, emails: users.map(({ email }) => email) } }, by)).data();
    return inviteId;
  };

  it("notifies the user with this address, who can join, and then the owner and the inviter", async () => {
    const inviteId = await invite(olga, anna);
    expect(await listOf(anna)).toMatchObject([
      {
        kind: "invite",
        text: "Olga invited you to a workspace",
        url: `/invite/${inviteId}`,
        itemTitle: "Team",
        action: "join",
        itemId: null,
      },
    ]);
    expect(await listOf(ben)).toEqual([]);
    (await t.call(joinWorkspace, { params: { id: inviteId } }, anna)).data();
    expect(await listOf(anna)).toMatchObject([{ kind: "invite", url: `/w/${team.id}`, action: null, readAt: expect.any(String) }]);
    expect(await listOf(olga)).toMatchObject([
      { kind: "member-joined", text: "Anna joined your workspace", url: `/w/${team.id}/members`, itemTitle: "Team" },
    ]);
    const second = await invite(anna, ben);
    (await t.call(joinWorkspace, { params: { id: second } }, ben)).data();
    expect((await listOf(olga)).map(({ text }) => text)).toEqual(["Ben and 1 other joined your workspace"]);
    expect((await listOf(anna)).map(({ text }) => text)).toContain("Ben joined your workspace");
    await team.leave(anna);
    expect(await listOf(anna)).toEqual([]);
  });

  it("does not show its link to an account whose address is not verified", async () => {
    await t.ports.pool.query("update users set email_verified = false where id = $1", [anna.id]);
    await invite(olga, anna);
    expect(await listOf(anna)).toEqual([]);
  });

  it("disappears when it is withdrawn, replaced or expired", async () => {
    await invite(olga, anna);
    const { pending } = (await t.call(listInvites, { params: { workspaceId: team.id } }, olga)).data();
    (await t.call(withdrawInvite, { params: { workspaceId: team.id, pendingId: pending[0]?.id ?? "" } }, olga)).data();
    expect(await listOf(anna)).toEqual([]);
    await invite(olga, anna);
    expect(await listOf(anna)).toHaveLength(1);
    t.clock.advance(1_000);
    (await t.call(createInvite, { params: { id: team.id } }, olga)).data();
    expect(await listOf(anna)).toEqual([]);
  });

  it("is mailed once, also when the user wants invites by e-mail", async () => {
    await t.ports.pool.query(`update users set notification_settings = '{"channels":{"invite":"email"}}' where id = $1`, [anna.id]);
    await t.ports.pool.query("delete from outbox");
    await invite(olga, anna);
    t.clock.advance(61_000);
    await t.runJobs();
    const { rows } = await t.ports.pool.query<{ subject: string }>('select subject from outbox where "to" = $1', [anna.email]);
    expect(rows).toEqual([{ subject: 'Olga invited you to "Team"' }]);
  });
});

describe("work in the background", () => {
  it("notifies its user when an export is ready", async () => {
    (await t.call(createTakeout, {}, anna)).data();
    await t.runJobs();
    expect(await listOf(anna)).toMatchObject([
      { kind: "job-done", job: "export", text: "Your export is ready to download", url: "/account/data", actor: null, action: null },
    ]);
  });
});

describe("an item that the server could not process", () => {
  const GIVEN_UP = "It was tried several times, and the server failed each time. The original can still be downloaded.";
  const failed = async (owner: TestUser, reason = GIVEN_UP): Promise<string> => {
    const { id } = await team.image(owner, { title: "Plan" });
    await t.ports.pool.query("delete from graphile_worker._private_jobs");
    await t.ports.pool.query("update items set stage = 'failed', failure = $2 where id = $1", [id, reason]);
    await t.ports.pool.query(
      "insert into notifications (id, user_id, kind, group_key, item_id) values (gen_random_uuid(), $1, 'job-failed', $2, $3)",
      [owner.id, `job-failed:${id}`, id],
    );
    return id;
  };
  const retry = (itemId: string, user: TestUser) => t.call(retryItem, { params: { itemId } }, user);

  it("can be processed again from the row, once", async () => {
    await team.join(anna, "member");
    const itemId = await failed(anna);
    expect(await listOf(anna)).toMatchObject([{ kind: "job-failed", job: "processing", action: "retry", itemId }]);
    (await retry(itemId, anna)).data();
    expect(await listOf(anna)).toMatchObject([{ action: null, readAt: expect.any(String) }]);
    expectError(await retry(itemId, anna), "not-retryable");
    await t.runJobs();
    const { rows } = await t.ports.pool.query("select stage, failure from items where id = $1", [itemId]);
    expect(rows).toEqual([{ stage: "ready", failure: null }]);
  });

  it("cannot when its file is the reason, when it is in the trash, or without write permission", async () => {
    await team.join(anna, "member");
    await team.join(ben, "viewer");
    const damaged = await failed(anna, "The picture could not be read: it is damaged or incomplete.");
    expect(await listOf(anna)).toMatchObject([{ action: null }]);
    expectError(await retry(damaged, anna), "not-retryable");
    const itemId = await failed(anna);
    expectError(await retry(itemId, ben), "forbidden");
    await t.ports.pool.query("update items set trashed_at = now() where id = $1", [itemId]);
    expect((await listOf(anna)).map(({ action }) => action)).toEqual([null, null]);
    await t.ports.pool.query("update items set trashed_at = null where id = $1", [itemId]);
    await team.grant({ itemId }, anna, "read");
    expect((await listOf(anna)).map(({ action }) => action)).toEqual([null, null]);
  });
});

it("settings that were stored before these kinds existed, or by a later version, stay valid", async () => {
  await t.ports.pool.query("update users set notification_settings = $2 where id = $1", [
    anna.id,
    { channels: { comment: "email", like: "pigeon", later: "bell" }, digest: { hour: 99, frequency: "daily" }, pauseUntil: null },
  ]);
  const { channels, digest } = (await t.call(getNotificationSettings, {}, anna)).data();
  expect(channels).toMatchObject({ comment: "email", like: "bell", invite: "bell", "member-joined": "bell", "job-done": "bell" });
  expect(channels).not.toHaveProperty("later");
  expect(digest).toEqual({ frequency: "daily", weekday: 1, hour: 8, timeZone: "UTC" });
});
