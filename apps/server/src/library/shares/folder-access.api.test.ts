import {
  type ClientArgs,
  deleteFolderShare,
  favoriteItem,
  getFolderShare,
  getImage,
  listItems,
  updateFolderShare,
  updateShare,
} from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let team: TestTeam;
/** `shared` contains `inner`; `other` is beside it. */
let shared: string;
let inner: string;
let other: string;
let slug: string;

beforeAll(async () => {
  t = await createTestApp();
  owner = await t.user();
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [[owner, "owner"]]);
  shared = await team.folder("Release 4.12");
  inner = await team.folder("Known issues", shared);
  other = await team.folder("Other");
  slug = (await t.call(getFolderShare, path(), owner)).data().slug;
});

const path = (folderId = shared) => ({ params: { workspaceId: team.id, folderId } });
const image = (folderId: string, title: string) => team.image<{ id: string }>(owner, { folderId, title });
const terms = async (body: ClientArgs<typeof updateFolderShare>["body"]) =>
  (await t.call(updateFolderShare, { ...path(), body }, owner)).data();

describe("access of an item in a shared folder", () => {
  /** Returns who can open the item, as its own page and as its lists state it. */
  async function accessOf(id: string, folderId = inner) {
    const where = { workspaceId: team.id };
    const one = (await t.call(getImage, { params: { ...where, itemId: id } }, owner)).data();
    (await t.call(favoriteItem, { params: { itemId: id }, body: { favorite: true } }, owner)).data();
    const lists = [{ folderId }, { view: "all" }, { view: "starred" }, { view: "all", q: one.title }] as const;
    for (const query of lists) {
      const { items } = (await t.call(listItems, { params: where, query: { type: "image", ...query } }, owner)).data();
      const listed = items.find((item) => item.id === id);
      expect([listed?.access, listed?.folderAccess], JSON.stringify(query)).toEqual([one.access, one.folderAccess]);
    }
    return [one.access, one.folderAccess];
  }

  it("is that of the folder's link, from any folder above, until the link is turned off", async () => {
    const { id } = await image(inner, "Crash");
    const beside = await image(other, "Beside");
    expect(await accessOf(id)).toEqual(["link", "link"]);
    expect(await accessOf(beside.id, other)).toEqual(["private", "private"]);
    await terms({ password: "correct horse" });
    expect(await accessOf(id)).toEqual(["password", "password"]);
    await t.call(getFolderShare, path(inner), owner);
    expect(await accessOf(id)).toEqual(["link", "link"]);
    await t.call(deleteFolderShare, path(inner), owner);
    await terms({ visibility: "workspace", password: null });
    expect(await accessOf(id)).toEqual(["workspace", "workspace"]);
    await t.call(deleteFolderShare, path(), owner);
    expect(await accessOf(id)).toEqual(["private", "private"]);
  });

  it("is private when the folder's link cannot be opened", async () => {
    const { id } = await image(inner, "Crash");
    await terms({ expiresAt: new Date(t.clock.now().getTime() + 60_000).toISOString() });
    expect(await accessOf(id)).toEqual(["link", "link"]);
    await t.ports.pool.query("update share_links set expires_at = now() - interval '1 second' where slug = $1", [slug]);
    expect(await accessOf(id)).toEqual(["private", "private"]);
  });

  it("is private when the item, or a folder below the shared one, is closed for everyone", async () => {
    const [closed, below, open] = [await image(shared, "Closed"), await image(inner, "Below"), await image(shared, "Open")];
    await team.grant({ itemId: closed.id }, "everyone", "none");
    await team.grant({ folderId: inner }, "everyone", "none");
    expect(await accessOf(closed.id, shared)).toEqual(["private", "private"]);
    expect(await accessOf(below.id)).toEqual(["private", "private"]);
    expect(await accessOf(open.id, shared)).toEqual(["link", "link"]);
  });

  it("equals the access of the own link while there is one", async () => {
    const { id } = await image(inner, "Crash");
    const own = { params: { workspaceId: team.id, itemId: id } };
    await t.call(updateShare, { ...own, body: { visibility: "workspace" } }, owner);
    expect(await accessOf(id)).toEqual(["workspace", "link"]);
  });
});
