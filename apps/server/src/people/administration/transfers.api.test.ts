import {
  createComment,
  createFolder,
  createWorkspace,
  deleteManagedUser,
  getShare,
  getShared,
  getWorkspace,
  getImage,
  getManagedUser,
  listAllWorkspaces,
  listFolders,
  listItems,
  listNotifications,
  listOutbox,
  listUsers,
  search,
  transferWorkspace,
  trashItems,
  updateManagedUser,
} from "@stillreel/contract";
import {
  createTeam,
  createTestApp,
  expectData,
  expectError,
  multipart,
  png,
  sharedItem,
  type TestApp,
  type TestUser,
} from "@stillreel/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let admin: TestUser;
let anna: TestUser;
let ben: TestUser;

beforeEach(async () => {
  t = await createTestApp();
  admin = await t.user({ username: "Root" });
  anna = await t.user({ username: "Anna Berg" });
  ben = await t.user({ username: "Ben" });
});
afterEach(() => t.close());

const upload = async (user: TestUser, title: string, folderId = ""): Promise<{ id: string; size: number }> => {
  const form = multipart({ fullFileName: "a.png", title, folderId }, { fileName: "a.png", type: "image/png", bytes: png(300, 300) });
  const url = "/api/v1/workspace/personal/files/image";
  return expectData(await t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload }), 201);
};
const remove = (user: TestUser, body: object, by = admin) =>
  t.call(deleteManagedUser, { params: { userId: user.id }, body: body as never }, by);
const audits = async (like: string): Promise<{ action: string; user_id: string | null; details: Record<string, unknown> }[]> =>
  (await t.ports.pool.query("select action, user_id, details from audit where action like $1 order by at, id", [like])).rows;
const items = async (user: TestUser, query: object) =>
  (await t.call(listItems, { params: { workspaceId: "personal" }, query: query as never }, user)).data().items;

describe("a deletion with a transfer", () => {
  it("moves items, folders, trash and links to the receiver, and every address stays valid", async () => {
    const folder = (
      await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Trips", kind: "image" } }, anna)
    ).data();
    const [inside, root, trashed] = [
      await upload(anna, "Inside", folder.id),
      await upload(anna, "Root picture"),
      await upload(anna, "Old"),
    ];
    const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId: root.id } }, anna)).data();
    expectData(await t.call(createComment, { params: { itemId: root.id }, body: { text: "Pelican" } }, anna), 201);
    await t.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [trashed.id] } }, anna);

    const { transferredItems } = expectData<{ transferredItems: number }>(await remove(anna, { items: "transfer", toUserId: ben.id }));
    await t.runJobs();

    expect(transferredItems).toBe(3);
    const { items: folders } = expectData<{
      items: { id: string; name: string; parentId: string | null; items: number; nestLevel: number }[];
    }>(await t.call(listFolders, { params: { workspaceId: "personal" } }, ben));
    const from = folders.find(({ name }) => name === "From Anna Berg");
    expect(from).toMatchObject({ parentId: null, items: 1, nestLevel: 0 });
    expect(folders.find(({ id }) => id === folder.id)).toMatchObject({ parentId: from?.id, items: 1, nestLevel: 1 });
    expect((await items(ben, { folderId: from?.id ?? "" })).map(({ id }) => id)).toEqual([root.id]);
    expect((await items(ben, { view: "trash" })).map(({ id }) => id)).toEqual([trashed.id]);
    for (const { id } of [inside, root])
      expect((await t.call(getImage, { params: { workspaceId: "personal", itemId: id } }, ben)).data().owner?.id).toBe(ben.id);
    expect(sharedItem((await t.call(getShared, { params: { slug } }, null)).data())).toMatchObject({ id: root.id, comments: 1 });
    expect((await t.call(getShare, { params: { workspaceId: "personal", itemId: root.id } }, ben)).data().slug).toBe(slug);
    for (const q of ["inside", "pelican", "trips"]) {
      const found = (await t.call(search, { query: { q } }, ben)).data();
      expect([q, found.items.length + found.folders.length]).toEqual([q, 1]);
    }
    // Nothing is left in the former space, and the counts agree with the rows.
    expect((await t.ports.pool.query("select 1 from workspaces where kind = 'personal' and personal_owner_id is null")).rowCount).toBe(0);
    const { rows } = await t.ports.pool.query(
      `select sum(images + videos)::int as live, sum(trash)::int as trash from space_counts c join workspaces w on w.id = c.workspace_id
       where w.personal_owner_id = $1`,
      [ben.id],
    );
    expect(rows).toEqual([{ live: 2, trash: 1 }]);
  });

  it("is audited, and the receiver is notified and mailed", async () => {
    await upload(anna, "One");
    await remove(anna, { items: "transfer", toUserId: ben.id });
    await t.runJobs();
    expect(await audits("user.%")).toMatchObject([
      { action: "user.items-transferred", user_id: admin.id, details: { personId: anna.id, count: 1, to: "Ben", toId: ben.id } },
      { action: "user.deleted", details: { personId: anna.id, items: "transfer" } },
    ]);
    const [notification] = (await t.call(listNotifications, {}, ben)).data().items;
    expect(notification).toMatchObject({ kind: "transfer", itemTitle: "From Anna Berg", actor: null });
    t.clock.advance(120_000);
    await t.runJobs();
    expect((await t.call(listOutbox, {}, admin)).data().items.map(({ to }) => to)).toContain(ben.email);
  });

  it("that exceeds the quota of the receiver is refused with the sizes, and nothing changes", async () => {
    const { size } = await upload(anna, "One");
    await t.call(updateManagedUser, { params: { userId: ben.id }, body: { quota: size - 1 } }, admin);
    const refused = await remove(anna, { items: "transfer", toUserId: ben.id });
    expectError(refused, "receiver-quota-exceeded");
    expect(refused.json().details).toMatchObject([
      { field: "toUserId", message: `The items need ${size} bytes. The account has ${size - 1} bytes left.` },
    ]);
    expect((await t.call(getManagedUser, { params: { userId: anna.id } }, admin)).data().itemCount).toBe(1);
    await t.call(updateManagedUser, { params: { userId: ben.id }, body: { quota: size } }, admin);
    expectData(await remove(anna, { items: "transfer", toUserId: ben.id }));
    expect((await t.call(getManagedUser, { params: { userId: ben.id } }, admin)).data()).toMatchObject({ usedBytes: size, itemCount: 1 });
  });

  it("needs another active account as the receiver", async () => {
    const cem = await t.user();
    await t.call(updateManagedUser, { params: { userId: cem.id }, body: { suspended: true } }, admin);
    for (const body of [
      { items: "transfer" },
      { items: "transfer", toUserId: anna.id },
      { items: "transfer", toUserId: cem.id },
      { items: "transfer", toUserId: "nonsense" },
      { items: "delete", workspacesToUserId: cem.id },
    ])
      expectError(await remove(anna, body), "validation-failed");
    expectData(await remove(anna, { items: "delete" }));
  });

  it("numbers the folder when two people have the same name, and a long name is shortened", async () => {
    const twin = await t.user({ username: "Anna Berg" });
    const long = await t.user({ username: "Maximiliana Wolkenstein-Rodenegg" });
    for (const user of [anna, twin, long]) {
      await upload(user, "One");
      expectData(await remove(user, { items: "transfer", toUserId: ben.id }));
    }
    const { items: folders } = (await t.call(listFolders, { params: { workspaceId: "personal" } }, ben)).data();
    expect(folders.map(({ name }) => name).toSorted()).toEqual(
      ["From Anna Berg", "From Anna Berg (2)", "From Maximiliana Wolkenstein-Rodene"].toSorted(),
    );
  });

  it("in both directions at the same time deletes one of the two accounts", async () => {
    await upload(anna, "A");
    await upload(ben, "B");
    const answers = await Promise.all([
      remove(anna, { items: "transfer", toUserId: ben.id }),
      remove(ben, { items: "transfer", toUserId: anna.id }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    await t.runJobs();
    expect((await t.ports.pool.query("select 1 from items")).rowCount).toBe(2);
  });

  it("of a library without items creates no folder", async () => {
    expect(expectData(await remove(anna, { items: "transfer", toUserId: ben.id }))).toEqual({ transferredItems: 0 });
    expect((await t.call(listFolders, { params: { workspaceId: "personal" } }, ben)).data().items).toEqual([]);
  });

  it("gives the workspaces without another owner to the chosen account, also without other members", async () => {
    const cem = await t.user();
    const shared = await createTeam(t, [
      [anna, "owner"],
      [cem, "admin"],
    ]);
    const alone = (await t.call(createWorkspace, { query: { name: "Alone" } }, anna)).data().id;
    expectData(await remove(anna, { items: "delete", workspacesToUserId: ben.id }));
    await t.runJobs();
    const { workspaces } = (await t.call(getManagedUser, { params: { userId: ben.id } }, admin)).data();
    expect(workspaces.map(({ id, role }) => [id, role]).toSorted()).toEqual(
      [
        [alone, "owner"],
        [shared.id, "owner"],
      ].toSorted(),
    );
  });
});

describe("an abandoned workspace", () => {
  const transfer = (workspaceId: string, user: TestUser, by: TestUser | null = admin) =>
    t.call(transferWorkspace, { params: { workspaceId }, body: { userId: user.id } }, by);
  const shown = async (workspaceId: string) =>
    (await t.call(listAllWorkspaces, {}, admin)).data().items.find(({ id }) => id === workspaceId);

  it("is one whose owners are suspended, absent for 90 days, or gone", async () => {
    const team = await createTeam(t, [[anna, "owner"]]);
    expect(await shown(team.id)).toMatchObject({ abandoned: null });
    await t.call(updateManagedUser, { params: { userId: anna.id }, body: { suspended: true } }, admin);
    expect(await shown(team.id)).toMatchObject({ abandoned: "suspended" });
    await t.call(updateManagedUser, { params: { userId: anna.id }, body: { suspended: false } }, admin);
    await t.ports.pool.query("update users set created_at = now() - interval '91 days' where id = $1", [anna.id]);
    await t.ports.pool.query("update audit set at = now() - interval '91 days' where user_id = $1", [anna.id]);
    expect(await shown(team.id)).toMatchObject({ abandoned: "absent" });
    await t.ports.pool.query("update members set role = 'admin' where user_id = $1 and workspace_id = $2", [anna.id, team.id]);
    expect(await shown(team.id)).toMatchObject({ abandoned: "no-owner", owner: null });
  });

  it("gets a new owner, who need not be a member; both are notified, and it is audited", async () => {
    const team = await createTeam(t, [[anna, "owner"]]);
    expectError(await transfer(team.id, ben), "workspace-has-owner");
    await t.call(updateManagedUser, { params: { userId: anna.id }, body: { suspended: true } }, admin);
    expectData(await transfer(team.id, ben));
    const roles = await t.ports.pool.query("select user_id, role from members where workspace_id = $1 order by role", [team.id]);
    expect(roles.rows).toEqual([
      { user_id: anna.id, role: "admin" },
      { user_id: ben.id, role: "owner" },
    ]);
    expect((await audits("workspace.transferred"))[0]).toMatchObject({
      user_id: admin.id,
      details: { to: "Ben", toId: ben.id, formerOwnerIds: [anna.id], why: "suspended" },
    });
    const [received] = (await t.call(listNotifications, {}, ben)).data().items;
    expect(received).toMatchObject({ kind: "transfer", itemTitle: expect.any(String) });
    // The former owner is notified once the account is active.
    await t.call(updateManagedUser, { params: { userId: anna.id }, body: { suspended: false } }, admin);
    expectError(await transfer(team.id, anna), "workspace-has-owner");
  });

  it("whose owner is absent is transferred with a notification of the former owner", async () => {
    const team = await createTeam(t, [
      [anna, "owner"],
      [ben, "viewer"],
    ]);
    await t.ports.pool.query("update users set created_at = now() - interval '91 days' where id = $1", [anna.id]);
    await t.ports.pool.query("delete from sessions where user_id = $1", [anna.id]);
    await t.ports.pool.query("update audit set at = now() - interval '91 days' where user_id = $1", [anna.id]);
    expectData(await transfer(team.id, admin));
    const { rows } = await t.ports.pool.query("select kind from notifications where user_id = $1", [anna.id]);
    expect(rows).toEqual([{ kind: "owner-changed" }]);
    expect((await t.call(getWorkspace, { params: { workspaceId: team.id } }, admin)).statusCode).toBe(200);
  });

  it("is not transferred by others, to suspended or unknown accounts, or twice at the same time", async () => {
    const team = await createTeam(t, [[anna, "owner"]]);
    await t.call(updateManagedUser, { params: { userId: anna.id }, body: { suspended: true } }, admin);
    expectError(await transfer(team.id, ben, ben), "forbidden");
    expectError(await transfer(team.id, ben, null), "unauthenticated");
    expectError(await transfer(team.id, anna), "validation-failed");
    expectError(await transfer(t.ports.ids.id(), ben), "not-found");
    expectError(await transfer("personal", ben), "not-found");
    const cem = await t.user();
    const answers = await Promise.all([transfer(team.id, ben), transfer(team.id, cem)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it("offers its members first", async () => {
    const team = await createTeam(t, [
      [anna, "owner"],
      [ben, "viewer"],
    ]);
    const list = async (workspaceId: string) => (await t.call(listUsers, { query: { workspaceId } }, admin)).data().items;
    expect((await list(team.id)).map(({ displayName }) => displayName).toSorted()).toEqual(["Anna Berg", "Ben"]);
    expect(await list("nonsense")).toEqual([]);
  });
});
