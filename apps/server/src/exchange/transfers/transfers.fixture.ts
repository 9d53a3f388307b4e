// Library, exports and imports for the tests of transfers.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  createFolder,
  createTakeout,
  favoriteItem,
  getImport,
  getTakeout,
  listFolders,
  listItems,
  moveItems,
  updateItem,
  type ClientResult,
  type getImage,
} from "@stillreel/contract";
import { createTestApp, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect } from "vitest";

export type Item = ClientResult<typeof getImage>;
export let t: TestApp;

/** Registers the hooks of a test file that uses this fixture. Each such file has its own database. */
export function setUpTransfers(): void {
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());
}
const personal = { params: { workspaceId: "personal" } };
export const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
export const folder = async (user: TestUser, name: string, parentId: string | null = null, color = "#2F7D5B") =>
  (await t.call(createFolder, { ...personal, body: { name, parentId, kind: "image", color } }, user)).data().id;
export const put = async (user: TestUser, item: Item, folderId: string) =>
  (await t.call(moveItems, { params: { workspaceId: "personal", folderId }, body: { itemIds: [item.id] } }, user)).data();
export const trash = async (user: TestUser, item: Item) =>
  (await t.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: item.id }, body: { trash: true } }, user)).data();
export const all = async (user: TestUser, view: "all" | "trash" = "all") =>
  (await t.call(listItems, { ...personal, query: { view, sort: "name", limit: 200 } }, user)).data().items;
export const tree = async (user: TestUser) => {
  const { items } = (await t.call(listFolders, personal, user)).data();
  const nameOf = (id: string | null): string => {
    const found = items.find((each) => each.id === id);
    return found ? `${nameOf(found.parentId)}/${found.name}` : "";
  };
  return { names: items.map(({ id }) => nameOf(id)).sort(), nameOf, items };
};

/** Starts and runs a takeout. Returns it, with its zip when ready. */
export async function exportData(user: TestUser) {
  const { id } = (await t.call(createTakeout, {}, user)).data();
  await t.runJobs();
  const takeout = (await t.call(getTakeout, { params: { takeoutId: id } }, user)).data();
  const zip = takeout.downloadUrl === null ? null : (await t.app.inject({ url: takeout.downloadUrl })).rawPayload;
  return { takeout, zip };
}

/** Stores a zip like an upload, without importing it. */
export async function sendZip(user: TestUser, zip: Uint8Array, folderId: string | null = null): Promise<string> {
  const { rows } = await t.ports.pool.query(
    "select w.id as space, u.id as person from workspaces w join users u on u.id = w.personal_owner_id where u.email = $1",
    [user.email],
  );
  const [{ space, person }] = rows as [{ space: string; person: string }];
  const actor = {
    kind: "user",
    id: person,
    role: "user",
    sessionId: "",
    authenticatedAt: t.clock.now(),
    personalWorkspaceId: space,
  } as const;
  const stored = await t.modules.media.storeStream(Readable.from([zip]), { maxBytes: 1e9, contentType: "application/zip" });
  return t.ports.db.transaction(async (tx) => {
    const workspace = { id: space, kind: "personal", role: "owner", rightsVersion: 0 } as const;
    const id = await t.modules.transfers.createImport(tx, actor, { workspace, folderId, fileName: "things.zip" });
    expect(await t.modules.transfers.startImport(tx, id, stored)).toBe(true);
    return id;
  });
}
export const statusOf = async (user: TestUser, importId: string) => (await t.call(getImport, { params: { importId } }, user)).data();

export async function importZip(user: TestUser, zip: Uint8Array, folderId: string | null = null) {
  const id = await sendZip(user, zip, folderId);
  await t.runJobs();
  return statusOf(user, id);
}

/** Creates a user with folders, stars, trash and two images of the same name. */
export async function furnished() {
  const user = await t.user();
  const outer = await folder(user, "Größe 日本", null, "#E4572E");
  const inner = await folder(user, "Inner", outer);
  await folder(user, "Empty");
  const shots = [png(20, 10), png(21, 10), png(22, 10), png(23, 10)];
  const items: Item[] = [];
  for (const [at, bytes] of shots.entries())
    items.push(await t.image<Item>(user, { bytes, fileName: "shot.png", title: `Shot ${at}: "ä/b"` }));
  const [root, deep, twin, trashed] = items as [Item, Item, Item, Item];
  await put(user, deep, inner);
  await put(user, twin, inner);
  await trash(user, trashed);
  (await t.call(favoriteItem, { params: { itemId: deep.id }, body: { favorite: true } }, user)).data();
  await t.runJobs();
  return { user, shots, root, deep, twin, trashed, inner };
}
