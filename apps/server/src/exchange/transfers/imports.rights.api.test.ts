import { Readable } from "node:stream";
import { getImport, listItems } from "@stillreel/contract";
import { createTeam, createTestApp, png, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

let t: TestApp;
let owner: TestUser;
let viewer: TestUser;
let team: TestTeam;
let folder: string;

beforeAll(async () => {
  t = await createTestApp();
  [owner, viewer] = [await t.user(), await t.user()];
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [viewer, "viewer"],
  ]);
  folder = await team.folder("Folder");
  await team.grant({ folderId: folder }, viewer, "write");
});

/** Stores a zip like an upload, without importing it. */
async function sent(user: TestUser, files: Record<string, Uint8Array>, folderId: string | null): Promise<string> {
  const stored = await t.modules.media.storeStream(Readable.from([Buffer.from(zipSync(files))]), {
    maxBytes: 1e9,
    contentType: "application/zip",
  });
  const actor = {
    kind: "user",
    id: user.id,
    role: "user",
    sessionId: "",
    authenticatedAt: t.clock.now(),
    personalWorkspaceId: "",
  } as const;
  const workspace = await t.modules.transfers.importSpace(actor, team.id, folderId);
  return t.ports.db.transaction(async (tx) => {
    const id = await t.modules.transfers.createImport(tx, actor, { workspace, folderId, fileName: "things.zip" });
    expect(await t.modules.transfers.startImport(tx, id, stored)).toBe(true);
    return id;
  });
}
const statusOf = async (importId: string) => (await t.call(getImport, { params: { importId } }, viewer)).data();
const destinations = async () =>
  (await t.call(listItems, { params: { workspaceId: team.id }, query: { view: "all", sort: "name" } }, owner))
    .data()
    .items.map(({ title, parentId }) => [title, parentId]);

it("an import creates items and folders where its user has write permission", async () => {
  const id = await sent(viewer, { "a.png": png(9, 9), "New/b.png": png(8, 8) }, folder);
  await t.runJobs();
  expect(await statusOf(id)).toMatchObject({ status: "ready", done: 2, skippedCount: 0 });
  const made = await t.ports.pool.query<{ id: string }>("select id from folders where parent_id = $1 and name = 'New'", [folder]);
  expect(await destinations()).toEqual([
    ["a", folder],
    ["b", made.rows[0]?.id],
  ]);
});

it("files for an unwritable folder are imported into its parent folder", async () => {
  const [closed, secret] = [await team.folder("Closed", folder), await team.folder("Secret", folder)];
  await team.grant({ folderId: closed }, viewer, "read");
  await team.grant({ folderId: secret }, viewer, "none");
  const id = await sent(viewer, { "Closed/a.png": png(9, 9), "Secret/b.png": png(8, 8), "Secret/c.png": png(7, 7) }, folder);
  await t.runJobs();
  expect(await statusOf(id)).toMatchObject({ status: "ready", done: 3 });
  expect(await destinations()).toEqual(["a", "b", "c"].map((title) => [title, folder]));
});

it("files for a folder that became unreadable are imported into a writable root", async () => {
  await team.join(viewer, "member");
  const id = await sent(viewer, { "a.png": png(9, 9) }, folder);
  await team.grant({ folderId: folder }, viewer, "none");
  await t.runJobs();
  expect(await statusOf(id)).toMatchObject({ status: "ready", done: 1 });
  expect(await destinations()).toEqual([["a", null]]);
});

it.each<[string, () => Promise<unknown>]>([
  ["lost the write permission", () => team.grant({ folderId: folder }, viewer, "read")],
  ["lost the folder and cannot write to the root", () => team.grant({ folderId: folder }, viewer, "none")],
  ["was removed", () => team.leave(viewer)],
  ["has a deleted workspace", () => t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id])],
])("an import whose user %s before it runs creates nothing", async (_what, take) => {
  const id = await sent(viewer, { "a.png": png(9, 9) }, folder);
  await take();
  await t.runJobs();
  expect(await statusOf(id)).toMatchObject({ status: "failed", done: 0, skipped: [{ reason: "Insufficient permissions!" }] });
  expect((await t.ports.pool.query("select 1 from items where workspace_id = $1", [team.id])).rows).toEqual([]);
});

it("a running import stops when the write permission is revoked", async () => {
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, nth) => [`${nth}.png`, png(9 + nth, 9)]));
  const id = await sent(viewer, files, folder);
  const put = t.ports.storage.put.bind(t.ports.storage);
  const putting = vi.spyOn(t.ports.storage, "put");
  putting.mockImplementation(async (...args) => {
    // The first file is stored and the second in progress; permissions are cached for a second.
    if (putting.mock.calls.length === 2) {
      await team.grant({ folderId: folder }, viewer, "read");
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
    return put(...args);
  });
  await t.runJobs().finally(() => putting.mockRestore());
  const { status, done, skipped } = await statusOf(id);
  expect([status, skipped[0]?.reason]).toEqual(["failed", "Insufficient permissions!"]);
  expect(done).toBeLessThan(3);
});
