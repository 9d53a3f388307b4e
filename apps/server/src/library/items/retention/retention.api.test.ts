import { randomUUID } from "node:crypto";
import {
  createWorkspace,
  favoriteItem,
  getImage,
  getSettings,
  listInstallationAudit,
  listItems,
  listNotifications,
  listOutbox,
  previewRetention,
  recordView,
  updateSettings,
} from "@stillreel/contract";
import { addMembers, createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let admin: TestUser;
let mira: TestUser;
beforeEach(async () => {
  t = await createTestApp();
  [admin, mira] = [await t.user(), await t.user({ username: "Mira" })];
});
afterEach(() => t.close());

const retainFor = async (days: number | null): Promise<void> => {
  const { oldItemDays } = (await t.call(getSettings, {}, admin)).data();
  await t.call(updateSettings, { body: { oldItemDays: { value: days, version: oldItemDays.version } } }, admin);
};
/** Uploads a picture and creates its renditions. */
const image = async (user: TestUser, given: { title?: string } = {}): Promise<{ id: string }> => {
  const item = await t.image(user, given);
  await t.runJobs();
  return item;
};
const preview = async (days: number) => (await t.call(previewRetention, { query: { days } }, admin)).data();
const warn = () => t.modules.items.retention.warn(AbortSignal.timeout(10_000));
const sweep = () => t.modules.items.retention.sweep(AbortSignal.timeout(10_000), null);
/** Makes everything older, because sessions would expire if the clock moved. */
const pass = async (days: number): Promise<void> => {
  for (const statement of [
    "update items set updated_at = updated_at - make_interval(days => $1), opened_at = opened_at - make_interval(days => $1)",
    "update retention_warnings set warned_at = warned_at - make_interval(days => $1), sent_at = sent_at - make_interval(days => $1)",
  ])
    await t.ports.pool.query(statement, [days]);
};
const trashOf = async (user: TestUser, workspaceId = "personal") =>
  (await t.call(listItems, { params: { workspaceId }, query: { view: "trash" } }, user)).data().items.map(({ id }) => id);
const mails = async () => (await t.call(listOutbox, {}, admin)).data().items.filter(({ subject }) => subject.startsWith("Old items"));
const bell = async (user: TestUser) => (await t.call(listNotifications, {}, user)).data().items.filter(({ kind }) => kind === "retention");

describe("retention of old items", () => {
  it("is off by default: nothing is warned about and nothing is trashed", async () => {
    await image(mira);
    await pass(4_000);
    expect(await warn()).toEqual({ skipped: "old items are not moved" });
    expect(await sweep()).toEqual({ count: 0, next: null });
    expect(await trashOf(mira)).toEqual([]);
  });

  it("warns the owner once with links, and moves the items to the trash two weeks later", async () => {
    const { id } = await image(mira, { title: "First <b>" });
    const { id: second } = await image(mira, { title: "Second" });
    await retainFor(90);
    await pass(70);
    await warn();
    await warn();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: mira.email, text: expect.stringContaining(`/images/${second}`) });
    expect(mail?.text).toContain("Number of items: 2.");
    expect(mail?.html).not.toContain("First <b>");
    expect(await bell(mira)).toHaveLength(1);
    await pass(13);
    expect(await sweep()).toEqual({ count: 0, next: null });
    await pass(2);
    expect((await sweep()).count).toBe(0);
    await pass(6);
    expect(await sweep()).toEqual({ count: 2, next: null });
    expect((await trashOf(mira)).toSorted()).toEqual([id, second].toSorted());
    const { items } = (await t.call(listInstallationAudit, { query: { action: "item.retired" } }, admin)).data();
    expect(items).toMatchObject([{ person: null, details: { count: 2 } }]);
    expect((await sweep()).count).toBe(0);
  });

  it("keeps what was opened, changed or starred since the warning, and warns again before it is trashed", async () => {
    const [opened, shown, starred, unused] = [await image(mira), await image(mira), await image(mira), await image(mira)];
    await retainFor(90);
    await pass(100);
    await warn();
    await pass(1);
    await t.call(getImage, { params: { workspaceId: "personal", itemId: shown.id } }, mira);
    await t.call(recordView, { params: { itemId: opened.id }, body: { session: randomUUID(), seconds: 1 } }, mira);
    await t.call(favoriteItem, { params: { itemId: starred.id }, body: { favorite: true } }, mira);
    await pass(14);
    expect((await sweep()).count).toBe(1);
    expect(await trashOf(mira)).toEqual([unused.id]);
    await pass(100);
    expect((await sweep()).count).toBe(0);
    await warn();
    expect(await mails()).toHaveLength(2);
    await pass(15);
    expect((await sweep()).count).toBe(2);
    expect((await trashOf(mira)).toSorted()).toEqual([opened.id, shown.id, unused.id].toSorted());
  });

  it("warns the owner of the workspace when the owner of the item has left it", async () => {
    const leila = await t.user();
    const { id: workspaceId } = (await t.call(createWorkspace, { query: { name: "Lumen" } }, mira)).data();
    await addMembers(t, workspaceId, [[leila, "member"]]);
    const { id } = await image(leila);
    await t.ports.pool.query("update items set workspace_id = $1 where id = $2", [workspaceId, id]);
    await t.ports.pool.query("delete from members where workspace_id = $1 and user_id = $2", [workspaceId, leila.id]);
    await retainFor(30);
    await pass(40);
    await warn();
    expect((await mails()).map(({ to }) => to)).toEqual([mira.email]);
  });

  it("drops the warnings when the setting is turned off, and waits when it is extended", async () => {
    await image(mira);
    await retainFor(30);
    await pass(31);
    await warn();
    await retainFor(365);
    await pass(15);
    expect((await sweep()).count).toBe(0);
    await retainFor(30);
    await warn();
    await retainFor(null);
    expect(await sweep()).toEqual({ count: 1, next: null });
    await retainFor(30);
    await pass(15);
    expect((await sweep()).count).toBe(0);
    expect(await trashOf(mira)).toEqual([]);
  });

  it("is counted before it is saved, for administrators only", async () => {
    await image(mira);
    await pass(40);
    expect(await preview(30)).toMatchObject({ items: 1, bytes: expect.any(Number) });
    expect(await preview(50)).toEqual({ items: 0, bytes: 0 });
    expectError(await t.call(previewRetention, { query: { days: 30 } }, mira), "forbidden");
    expectError(await t.call(previewRetention, { query: { days: 29 } }, admin), "validation-failed");
  });
});
