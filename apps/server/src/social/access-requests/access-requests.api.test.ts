import {
  type AccessLevel,
  answerAccessRequest,
  createAccessRequest,
  createComment,
  createFolder,
  deleteShare,
  getFolderShare,
  getImage,
  getOwnAccessRequest,
  getShare,
  getShared,
  listAccessRequests,
  listNotifications,
  removeLinkGuest,
  updateFolderShare,
  updateShare,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
/** Owner of the workspace, member, viewer, and a user who is not in it. */
let olga: TestUser;
let anna: TestUser;
let vic: TestUser;
let sam: TestUser;
let team: TestTeam;

beforeAll(async () => {
  t = await createTestApp();
  olga = await t.user({ username: "Olga" });
  anna = await t.user({ username: "Anna" });
  vic = await t.user({ username: "Vic" });
  sam = await t.user({ username: "Sam" });
});
afterAll(() => t.close());
beforeEach(async () => {
  team = await createTeam(t, [
    [olga, "owner"],
    [anna, "member"],
    [vic, "viewer"],
  ]);
  await t.runJobs();
  await t.ports.pool.query("delete from notifications; delete from outbox; delete from rate_limits; delete from access_requests");
});

type Kind = "item" | "folder" | "link";
const send = (user: TestUser | null, type: Kind, id: string, level?: AccessLevel) =>
  t.call(createAccessRequest, { body: { type, id, level } }, user);
/** Sends an access request and runs the job that announces it. */
async function ask(user: TestUser, type: Kind, id: string, level?: AccessLevel) {
  const sent = (await send(user, type, id, level)).data();
  await t.runJobs();
  return sent;
}
const own = async (user: TestUser, type: Kind, id: string) => (await t.call(getOwnAccessRequest, { query: { type, id } }, user)).data();
const list = (user: TestUser | null, id: string, type: "item" | "folder" = "item") =>
  t.call(listAccessRequests, { query: { type, id } }, user);
const opened = async (user: TestUser, id: string, type: "item" | "folder" = "item") => (await list(user, id, type)).data();
const answer = (user: TestUser | null, requestId: string, given: AccessLevel | "decline") =>
  t.call(answerAccessRequest, { params: { requestId }, body: { answer: given } }, user);
const noticesOf = async (user: TestUser) =>
  (await t.call(listNotifications, {}, user)).data().items.map(({ kind, text, url, count }) => [kind, text, url, count]);
const open = (slug: string, user: TestUser | null) => t.call(getShared, { params: { slug } }, user);
const privateImage = async (by: TestUser): Promise<string> => (await t.image<{ id: string }>(by, { title: "Plan" })).id;

/** Answers the only open access request as its first argument. */
async function give(by: TestUser, id: string, given: AccessLevel | "decline", type: "item" | "folder" = "item"): Promise<void> {
  const { requests } = await opened(by, id, type);
  expect(requests).toHaveLength(1);
  (await answer(by, requests[0]?.id ?? "", given)).data();
  await t.runJobs();
}

describe("a request for access", () => {
  it("has the same response for what exists and what does not", async () => {
    const itemId = await privateImage(olga);
    const { slug } = (
      await t.call(updateShare, { params: { workspaceId: "personal", itemId }, body: { visibility: "private" } }, olga)
    ).data();
    const folderId = (await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Mine" } }, olga)).data().id;
    const known: [Kind, string][] = [
      ["item", itemId],
      ["folder", folderId],
      ["link", slug],
    ];
    const unknown: [Kind, string][] = [
      ["item", crypto.randomUUID()],
      ["item", "no-id-at-all"],
      ["folder", crypto.randomUUID()],
      ["link", "A".repeat(22)],
      ["link", itemId],
    ];
    const bodies = [];
    for (const [type, id] of [...known, ...unknown]) {
      const sent = await send(sam, type, id);
      expect(sent.statusCode).toBe(202);
      bodies.push(sent.body);
      await t.runJobs();
      expect(await own(sam, type, id)).toEqual(sent.data());
    }
    const at = JSON.stringify(t.clock.now());
    expectError(await send(sam, "link", "no \0 id"), "validation-failed");
    expect(new Set(bodies.map((body) => body.replaceAll(at, "now").replaceAll(/"requestedAt":"[^"]+"/gu, "")))).toHaveProperty("size", 1);
  });

  it("needs an account, and is limited", async () => {
    expectError(await send(null, "item", await privateImage(olga)), "unauthenticated");
    await using limited = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const user = await limited.user();
    const one = () => limited.call(createAccessRequest, { body: { type: "item", id: crypto.randomUUID() } }, user);
    for (let n = 0; n < 20; n += 1) expect((await one()).statusCode).toBe(202);
    expectError(await one(), "too-many-requests");
  });

  it("notifies the owner once, by mail too, however often it is repeated and under which name", async () => {
    const itemId = await privateImage(olga);
    const { slug } = (
      await t.call(updateShare, { params: { workspaceId: "personal", itemId }, body: { visibility: "private" } }, olga)
    ).data();
    await ask(sam, "item", itemId);
    await ask(sam, "item", itemId);
    await ask(sam, "link", slug, "comment");
    const row = ["access-request", "Sam asked for access", `/access/item/${itemId}`];
    expect(await noticesOf(olga)).toEqual([[...row, 1]]);
    expect(await noticesOf(anna)).toEqual([]);
    t.clock.advance(61_000);
    await t.runJobs();
    const { rows } = await t.ports.pool.query<{ text: string }>('select text from outbox where "to" = $1', [olga.email]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain(`/access/item/${itemId}`);
    await ask(anna, "item", itemId);
    expect((await noticesOf(olga))[0]?.slice(1)).toEqual(["Anna and 1 other asked for access", `/access/item/${itemId}`, 2]);
    expect((await opened(olga, itemId)).requests.map(({ person, level }) => [person.displayName, level])).toEqual([
      ["Sam", "comment"],
      ["Anna", "view"],
    ]);
  });

  it("of a user who has this access notifies no one", async () => {
    const { id } = await team.image(olga);
    await ask(anna, "item", id, "edit");
    await ask(vic, "item", id);
    expect(await noticesOf(olga)).toEqual([]);
    expect((await own(vic, "item", id)).url).toBe(`/w/${team.id}/images/${id}`);
  });

  it("for an item in the trash, or for a link that was turned off, notifies no one", async () => {
    const itemId = await privateImage(olga);
    const path = { params: { workspaceId: "personal", itemId } };
    const { slug } = (await t.call(getShare, path, olga)).data();
    (await t.call(deleteShare, path, olga)).data();
    await ask(sam, "link", slug);
    await t.ports.pool.query("update items set trashed_at = now() where id = $1", [itemId]);
    await ask(sam, "item", itemId);
    expect(await noticesOf(olga)).toEqual([]);
  });

  it("does not reveal the public link of an item to users who know its id", async () => {
    const itemId = await privateImage(olga);
    (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, olga)).data();
    expect((await own(sam, "item", itemId)).url).toBeNull();
  });
});

describe("an answer for a person outside of the workspace", () => {
  it("opens a private link for them alone, until it is ended", async () => {
    const itemId = await privateImage(olga);
    await ask(sam, "item", itemId);
    expect((await opened(olga, itemId)).requests).toMatchObject([
      { level: "view", levels: ["view", "comment"], person: { email: sam.email } },
    ]);
    await give(olga, itemId, "view");
    const { url } = await own(sam, "item", itemId);
    const slug = url?.replace("/s/", "") ?? "";
    expect((await open(slug, sam)).data()).toMatchObject({ allowComments: true, item: { title: "Plan" } });
    for (const other of [anna, null]) expectError(await open(slug, other), "not-found");
    expect(await noticesOf(sam)).toEqual([["share", "Olga gave you access", url, 1]]);
    const { requests, guests } = await opened(olga, itemId);
    expect([requests, guests.map(({ person, level }) => [person.displayName, level])]).toEqual([[], [["Sam", "view"]]]);
    expect((await t.call(listNotifications, { query: { unread: "true" } }, olga)).data().items).toEqual([]);
    (await t.call(removeLinkGuest, { params: { userId: sam.id }, query: { type: "item", id: itemId } }, olga)).data();
    expectError(await open(slug, sam), "not-found");
    expect((await own(sam, "item", itemId)).url).toBeNull();
  });

  it("permits comments where the link does not, only to them", async () => {
    const itemId = await privateImage(olga);
    const path = { params: { workspaceId: "personal", itemId } };
    const { slug } = (await t.call(updateShare, { ...path, body: { allowComments: false, password: "secret word 1" } }, olga)).data();
    expectError(await open(slug, sam), "password-required");
    await ask(sam, "link", slug, "comment");
    await give(olga, itemId, "comment");
    const comment = (user: TestUser) => t.call(createComment, { params: { itemId }, query: { share: slug }, body: { text: "Hi" } }, user);
    expect((await open(slug, sam)).data()).toMatchObject({ allowComments: true });
    (await comment(sam)).data();
    expect((await comment(anna)).statusCode).toBeGreaterThanOrEqual(400);
    (await t.call(deleteShare, path, olga)).data();
    expectError(await open(slug, sam), "not-found");
  });

  it("opens a folder, and what is inside", async () => {
    const folderId = await team.folder("Plans");
    const { id: itemId } = await team.image(olga, { folderId });
    await ask(sam, "folder", folderId);
    expect(await noticesOf(olga)).toEqual([["access-request", "Sam asked for access", `/access/folder/${folderId}`, 1]]);
    await give(olga, folderId, "view", "folder");
    const { url } = await own(sam, "folder", folderId);
    const slug = url?.replace("/s/", "") ?? "";
    expect((await open(slug, sam)).data()).toMatchObject({ kind: "folder" });
    expect((await t.call(getShared, { params: { slug }, query: { itemId } }, sam)).data()).toMatchObject({ kind: "item" });
    expectError(await open(slug, null), "not-found");
    expect((await t.call(getFolderShare, { params: { workspaceId: team.id, folderId } }, olga)).data().visibility).toBe("private");
    (await t.call(updateFolderShare, { params: { workspaceId: team.id, folderId }, body: { maxViews: 1 } }, olga)).data();
    expect((await open(slug, sam)).statusCode).toBe(200);
    expect((await open(slug, sam)).statusCode).toBe(200);
  });

  it("does not open an item whose link an administrator removed", async () => {
    const itemId = await privateImage(olga);
    await ask(sam, "item", itemId);
    const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, olga)).data();
    await t.ports.pool.query("update share_links set taken_down_at = now(), taken_down_reason = 'illegal' where slug = $1", [slug]);
    const { requests } = await opened(olga, itemId);
    expectError(await answer(olga, requests[0]?.id ?? "", "view"), "link-removed");
  });
});

describe("an answer for a member of the workspace", () => {
  it("is a permission, which notifies them", async () => {
    const { id } = await team.image(olga);
    await team.grant({ itemId: id }, anna, "none");
    const get = () => t.call(getImage, { params: { workspaceId: team.id, itemId: id } }, anna);
    await ask(anna, "item", id);
    expect((await opened(olga, id)).requests).toMatchObject([{ levels: ["view", "edit"] }]);
    expectError(await get(), "not-found");
    await give(olga, id, "view");
    expect((await get()).data().permission).toEqual({ read: true, write: false });
    await ask(anna, "item", id, "edit");
    expect((await opened(olga, id)).requests).toMatchObject([{ level: "edit", levels: ["edit"] }]);
    await give(olga, id, "edit");
    expect((await get()).data().permission).toEqual({ read: true, write: true });
    expect((await noticesOf(anna)).map(([kind]) => kind)).toContain("share");
    const { rows } = await t.ports.pool.query<{ action: string }>(
      "select action from audit where workspace_id = $1 and action like 'rights.%' order by at, id",
      [team.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(["rights.requested", "rights.answered", "rights.changed"]));
  });

  it("is given by users who may share only, and a permission by those who may edit entries", async () => {
    const { id } = await team.image(olga);
    await ask(vic, "item", id, "edit");
    const requestId = (await opened(olga, id)).requests[0]?.id ?? "";
    for (const [user, code] of [
      [vic, "forbidden"],
      [sam, "not-found"],
      [null, "unauthenticated"],
    ] as const) {
      expectError(await list(user, id), code);
      expectError(await answer(user, requestId, "edit"), code);
      expectError(await t.call(removeLinkGuest, { params: { userId: sam.id }, query: { type: "item", id } }, user), code);
    }
    // A member who may write to the item of another member: shares it, but does not edit entries.
    expect((await opened(anna, id)).requests).toMatchObject([{ levels: [] }]);
    expectError(await answer(anna, requestId, "edit"), "validation-failed");
    (await answer(anna, requestId, "decline")).data();
    expectError(await answer(olga, requestId, "edit"), "not-found");
  });
});

describe("a declined request", () => {
  it("is not announced to the person, and not repeated to the owner for a week", async () => {
    const itemId = await privateImage(olga);
    const sent = await ask(sam, "item", itemId);
    await give(olga, itemId, "decline");
    expect(await own(sam, "item", itemId)).toEqual(sent);
    expect(await noticesOf(sam)).toEqual([]);
    await ask(sam, "item", itemId);
    expect((await opened(olga, itemId)).requests).toEqual([]);
    await t.ports.pool.query("update access_requests set answered_at = answered_at - interval '8 days'");
    await ask(sam, "item", itemId);
    expect((await opened(olga, itemId)).requests).toHaveLength(1);
  });
});
