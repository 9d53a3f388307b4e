import http from "node:http";
import {
  createComment,
  deleteFolder,
  deleteFolderShare,
  getFolderShare,
  getShare,
  updateFolderShare,
  updateItem,
  updateShare,
} from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

let t: TestApp;
let address: string;
let owner: TestUser;
let anna: TestUser;
let team: TestTeam;
let hidden: string;
/** An item that everyone may read. Its events mark how far a stream has received. */
let anchor: string;
const streams: Received[] = [];

beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  [owner, anna] = [await t.user(), await t.user()];
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
  ]);
  hidden = await team.folder("Hidden");
  await team.grant({ folderId: hidden }, anna, "none");
  anchor = (await team.image(owner)).id;
  return () => streams.splice(0).forEach((stream) => stream.close());
});

interface Received {
  text: string;
  isOver: boolean;
  /** All events of this test's workspace, without the marker events. */
  events(): Record<string, unknown>[];
  marks(): number;
  close(): void;
}

const allOf = ({ text }: Received): Record<string, unknown>[] =>
  [...text.matchAll(/^data: (.*)$/gmu)].map(([, json]) => JSON.parse(json ?? "") as Record<string, unknown>);
const isMark = ({ type, itemId, itemIds }: Record<string, unknown>): boolean =>
  (type === "comments" && itemId === anchor) ||
  (type === "items" && Array.isArray(itemIds) && itemIds.length === 1 && itemIds[0] === anchor);

/** Returns whether an event belongs to the workspace of an earlier test. */
const isOfAnother = ({ workspaceId }: Record<string, unknown>): boolean =>
  workspaceId !== undefined && workspaceId !== team.id && workspaceId !== "shared";

/** Opens a stream, records its events and resolves once it is connected. */
async function listen(user: TestUser | null, search = ""): Promise<Received> {
  const received = await new Promise<Received>((resolve, reject) => {
    const request = http.get(`${address}/api/v1/events${search}`, { headers: { ...user?.headers }, agent: false }, (response) => {
      const stream: Received = {
        text: "",
        isOver: false,
        events: () => allOf(stream).filter((event) => !isMark(event) && !isOfAnother(event)),
        marks: () => allOf(stream).filter(isMark).length,
        close: () => request.destroy(),
      };
      response.setEncoding("utf8");
      response.on("data", (data: string) => void (stream.text += data));
      response.on("close", () => void (stream.isOver = true));
      response.on("error", () => {});
      resolve(stream);
    });
    request.on("error", reject);
  });
  streams.push(received);
  await vi.waitFor(() => expect(received.events()).toHaveLength(1));
  received.text = "";
  return received;
}

const publish = (happening: Parameters<typeof t.modules.events.publish>[0]): void => t.modules.events.publish(happening);
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000, interval: 20 });
/** Waits until a stream received all earlier events. Of simultaneous events, the second marker comes last. */
async function settled(stream: Received): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const before = stream.marks();
    publish({ type: "comments", workspaceId: team.id, itemId: anchor });
    await until(() => expect(stream.marks()).toBeGreaterThan(before));
  }
}
const types = (stream: Received): unknown[] => stream.events().map(({ type }) => type);

describe("a stream of the page of a shared folder", () => {
  let shared: string;
  let inner: string;
  let slug: string;
  const ref = () => ({ params: { workspaceId: team.id, folderId: shared } });
  beforeEach(async () => {
    shared = await team.folder("Shared");
    inner = await team.folder("Inner", shared);
    slug = (await t.call(getFolderShare, ref(), owner)).data().slug;
  });
  /** Runs a change and waits until the page of the folder got an event. */
  async function changes(stream: Received, change: () => Promise<unknown>): Promise<void> {
    stream.text = "";
    await change();
    await until(() => expect(stream.events().length).toBeGreaterThan(0));
    for (const event of stream.events()) expect(event).toEqual({ type: "folders", workspaceId: "shared", origin: null });
  }
  /** Changes that tests make by SQL publish no event. */
  async function announced(type: "folders" | "workspace", change: Promise<unknown>): Promise<void> {
    await change;
    publish({ type, workspaceId: team.id });
  }
  const put = (itemId: string, body: object) =>
    t.call(updateItem, { params: { workspaceId: team.id, type: "image", itemId }, body }, owner);

  it("says that the page changed: items and folders added, renamed, commented and removed, and its settings", async () => {
    const stream = await listen(null, `?share=${slug}`);
    let itemId = "";
    await changes(stream, async () => (itemId = (await team.image<{ id: string }>(owner, { folderId: shared })).id));
    await changes(stream, () => put(itemId, { title: "Another name" }));
    await changes(stream, () => t.call(createComment, { params: { itemId }, body: { text: "Hi" } }, owner));
    await changes(stream, () => put(itemId, { trash: true }));
    await changes(stream, () => announced("folders", team.folder("More", shared)));
    await changes(stream, () => team.image(owner, { folderId: inner }));
    await changes(stream, () => t.call(updateFolderShare, { ...ref(), body: { allowDownload: false } }, owner));
    await changes(stream, () => t.call(updateFolderShare, { ...ref(), body: { order: { items: "name", folders: "name" } } }, owner));
    await changes(stream, () => announced("workspace", team.grant({ folderId: inner }, "everyone", "none")));
    expect(stream.isOver).toBe(false);
  });

  it("learns nothing about the rest of the workspace", async () => {
    const [outer, within] = [await listen(null, `?share=${slug}`), await listen(null, `?share=${slug}&folder=${inner}`)];
    const { id } = await team.image<{ id: string }>(owner, { folderId: hidden });
    await put(id, { title: "Secret" });
    await t.call(createComment, { params: { itemId: id }, body: { text: "Secret" } }, owner);
    await announced("folders", team.folder("Secret", hidden));
    // The checks of pages follow one after another: this change is the last one.
    await changes(outer, () => team.image(owner, { folderId: shared }));
    expect(outer.events()).toHaveLength(1);
    expect(within.events()).toEqual([]);
  });

  it.each([
    ["revoked", () => t.call(deleteFolderShare, ref(), owner)],
    ["for members only", () => t.call(updateFolderShare, { ...ref(), body: { visibility: "workspace" } }, owner)],
    ["protected by a password", () => t.call(updateFolderShare, { ...ref(), body: { password: "open sesame" } }, owner)],
    ["of a folder in the trash", () => t.call(deleteFolder, { ...ref(), query: {} }, owner)],
  ])("ends when the link is %s", async (_how, end) => {
    const stream = await listen(null, `?share=${slug}`);
    await end();
    await until(() => expect(stream.isOver).toBe(true));
    expect(stream.events()).toEqual([]);
    expect([403, 404]).toContain((await t.app.inject({ url: `/api/v1/events?share=${slug}` })).statusCode);
  });

  it("opens for no folder outside, and for no item", async () => {
    for (const search of [`&folder=${hidden}`, `&folder=${t.ports.ids.id()}`, `&item=${anchor}`])
      expect([search, (await t.app.inject({ url: `/api/v1/events?share=${slug}${search}` })).statusCode]).toEqual([search, 404]);
  });
});

describe("a stream of a member", () => {
  it("contains no ids of unreadable items", async () => {
    const [all, mine] = [await listen(owner), await listen(anna)];
    const secret = await team.image(owner, { folderId: hidden });
    const open = await team.image(owner);
    await t.call(createComment, { params: { itemId: secret.id }, body: { text: "Psst" } }, owner);
    publish({ type: "engagement", workspaceId: team.id, itemId: secret.id });
    await t.runJobs();
    publish({ type: "items", workspaceId: team.id, itemIds: [secret.id, open.id] });
    await Promise.all([settled(all), settled(mine)]);
    expect(all.text).toContain(secret.id);
    expect(mine.text).toContain(open.id);
    expect(mine.text).not.toContain(secret.id);
    expect(types(mine).every((type) => type === "items")).toBe(true);
    expect(mine.events().every(({ itemIds }) => itemIds !== null)).toBe(true);
  });

  it("names an item that its own entry makes readable in an unreadable folder", async () => {
    const secret = await team.image(owner, { folderId: hidden });
    await team.grant({ itemId: secret.id }, anna, "read");
    const mine = await listen(anna);
    publish({ type: "comments", workspaceId: team.id, itemId: secret.id });
    await settled(mine);
    expect(mine.events()).toContainEqual({ type: "comments", workspaceId: team.id, itemId: secret.id, origin: null });
  });

  it("reports without a name that an item was deleted, or moved to an unreadable folder", async () => {
    const item = await team.image(owner);
    const mine = await listen(anna);
    await settled(mine);
    mine.text = "";
    await t.ports.pool.query("update items set folder_id = $2 where id = $1", [item.id, hidden]);
    publish({ type: "items", workspaceId: team.id, itemIds: [item.id], hasMoved: true });
    await settled(mine);
    const expected = { type: "items", workspaceId: team.id, itemIds: null, origin: null };
    expect(mine.events()).toEqual([expected]);
    await t.ports.pool.query("delete from items where id = $1", [item.id]);
    publish({ type: "items", workspaceId: team.id, itemIds: [item.id] });
    await settled(mine);
    expect(mine.events()).toEqual([expected, expected]);
  });

  it("S28: follows granted and revoked permissions immediately", async () => {
    const item = await team.image(owner);
    const mine = await listen(anna);
    const notify = async (): Promise<boolean> => {
      mine.text = "";
      publish({ type: "engagement", workspaceId: team.id, itemId: item.id });
      // Engagement events are throttled to one per second, comment events are not.
      publish({ type: "comments", workspaceId: team.id, itemId: item.id });
      await settled(mine);
      return mine.text.includes(item.id);
    };
    expect(await notify()).toBe(true);
    await team.grant({ itemId: item.id }, anna, "none");
    expect(await notify()).toBe(false);
    await team.grant({ itemId: item.id }, anna, "read");
    expect(await notify()).toBe(true);
    await team.grant({ itemId: item.id }, "everyone", "none");
    expect(await notify()).toBe(true);
    await t.ports.pool.query("delete from grants where item_id = $1 and principal_kind = 'member'", [item.id]);
    expect(await notify()).toBe(false);
    await team.join(anna, "admin");
    expect(await notify()).toBe(true);
  });

  it("reports the removal, then nothing of the workspace; events of the personal space continue", async () => {
    const [all, mine] = [await listen(owner), await listen(anna)];
    await team.leave(anna);
    publish({ type: "workspace", workspaceId: team.id });
    const left = { type: "workspace", workspaceId: team.id, origin: null };
    await until(() => expect(mine.events()).toEqual([left]));
    publish({ type: "folders", workspaceId: team.id });
    publish({ type: "items", workspaceId: team.id, itemIds: null });
    publish({ type: "workspace", workspaceId: team.id });
    await settled(all);
    expect(mine.events()).toEqual([left]);
    const own = await t.image(anna);
    await until(() => expect(mine.text).toContain(own.id));
    expect(mine.isOver).toBe(false);
  });

  it("reports the removal with the next event, also without an event of the removal", async () => {
    const mine = await listen(anna);
    await team.leave(anna);
    publish({ type: "items", workspaceId: team.id, itemIds: [anchor] });
    await until(() => expect(mine.events()).toEqual([{ type: "workspace", workspaceId: team.id, origin: null }]));
  });

  it("reports events of a workspace that the user has joined, and none of a deleted one", async () => {
    const bert = await t.user();
    const [all, his] = [await listen(owner), await listen(bert)];
    publish({ type: "workspace", workspaceId: team.id });
    await settled(all);
    expect(his.events()).toEqual([]);
    await team.join(bert, "viewer");
    publish({ type: "workspace", workspaceId: team.id });
    await until(() => expect(types(his)).toEqual(["workspace"]));
    publish({ type: "folders", workspaceId: team.id });
    await until(() => expect(types(his)).toEqual(["workspace", "folders"]));
    await t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id]);
    publish({ type: "workspace", workspaceId: team.id });
    await until(() => expect([types(his), types(all).at(-1)]).toEqual([["workspace", "folders", "workspace"], "workspace"]));
    publish({ type: "items", workspaceId: team.id, itemIds: null });
    const own = await t.image(bert);
    await until(() => expect(his.text).toContain(own.id));
    expect(his.events().filter(({ workspaceId }) => workspaceId === team.id)).toHaveLength(3);
  });
});

describe("a stream that a link for the workspace opened", () => {
  it("S28: ends immediately when its item becomes unreadable", async () => {
    const item = await team.image(owner);
    const params = { workspaceId: team.id, itemId: item.id };
    const { slug } = (await t.call(getShare, { params }, owner)).data();
    await t.call(updateShare, { params, body: { visibility: "workspace" } }, owner);
    const mine = await listen(anna, `?share=${slug}`);
    publish({ type: "workspace", workspaceId: team.id });
    publish({ type: "comments", workspaceId: team.id, itemId: item.id });
    await until(() => expect(types(mine)).toContain("comments"));
    expect(types(mine)).not.toContain("workspace");
    expect(mine.isOver).toBe(false);
    await team.grant({ itemId: item.id }, anna, "none");
    publish({ type: "workspace", workspaceId: team.id });
    await until(() => expect(mine.isOver).toBe(true));
  });
});
