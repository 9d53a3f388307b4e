import { deleteFolder, getImage, listFolders, removeMember } from "@stillreel/contract";
import { addMembers, expectError, type TestUser } from "@stillreel/testing";
import { describe, expect, it } from "vitest";
import {
  test,
  owner,
  admin,
  anna,
  ben,
  vic,
  stranger,
  crew,
  sql,
  folder,
  picture,
  setFolder,
  setFile,
  dropFolder,
  forEveryone,
  forMember,
  setUpEntries,
} from "./entries.fixture.ts";

setUpEntries();

describe("effects of entries", () => {
  it("apply to the next request, also near the root of 5,000 folders", async () => {
    const top = await folder(owner, "Top");
    await sql(
      `insert into folders (id, workspace_id, parent_id, path, nest_level, kind, name, name_key, color)
       select gen_random_uuid(), $1, $2, array[$2::uuid], 1, 'mixed', 'f' || n, 'f' || n, '#2F6FB4' from generate_series(1, 5000) n`,
      [crew, top],
    );
    const seen = async () => (await test.call(listFolders, { params: { workspaceId: crew }, query: {} }, anna)).data().items.length;
    for (const [right, count] of [
      ["none", 0],
      ["read", 5001],
      ["none", 0],
    ] as const) {
      await setFolder(owner, top, forEveryone(right));
      expect(await seen()).toBe(count);
    }
    await dropFolder(owner, top, crew);
    expect(await seen()).toBe(5001);
  });

  it("are deleted with a folder that is deleted concurrently, and with a member who leaves", async () => {
    for (let round = 0; round < 6; round += 1) {
      const target = await folder(owner, `Place ${round}`);
      const answers = await Promise.all([
        ...[anna, ben, vic].map((user) => setFolder(owner, target, forMember(user, "read"))),
        test.call(deleteFolder, { params: { workspaceId: crew, folderId: target }, query: {} }, owner),
        setFolder(admin, target, forEveryone("none")),
      ]);
      for (const answer of answers) expect([200, 404]).toContain(answer.statusCode);
      const retained = await folder(owner, `Kept ${round}`);
      const set = [setFolder(owner, retained, forMember(ben, "none")), setFolder(admin, retained, forMember(ben, "read"))];
      expect((await test.call(removeMember, { params: { workspaceId: crew, userId: ben.id } }, owner)).statusCode).toBe(200);
      for (const answer of await Promise.all(set)) expect([200, 422]).toContain(answer.statusCode);
      expect(await sql("select 1 from grants where workspace_id = $1", [crew])).toEqual([]);
      await addMembers(test, crew, [[ben, "member"]]);
    }
  });

  it("notify open pages to reload only when an entry changed", async () => {
    const target = await folder(owner, "Place");
    const received: string[] = [];
    const client = await test.ports.pool.connect();
    try {
      client.on("notification", ({ payload = "[]" }) => {
        for (const { event } of JSON.parse(payload) as { event: { type: string; workspaceId: string } }[])
          if (event.workspaceId === crew) received.push(event.type);
      });
      await client.query("listen stillreel_events");
      const waitForEvents = async (count: number) => {
        for (let n = 0; n < 100 && received.length < count; n += 1) await client.query("select pg_sleep(0.02)");
        return received.splice(0).toSorted();
      };
      await waitForEvents(1);
      await setFolder(owner, target, forEveryone("none"));
      expect(await waitForEvents(3)).toEqual(["folders", "items", "workspace"]);
      await setFolder(owner, target, forEveryone("none"));
      await dropFolder(owner, target, crew);
      expect(await waitForEvents(3)).toEqual(["folders", "items", "workspace"]);
    } finally {
      await client.query("unlisten *");
      client.release();
    }
  });

  it("apply to a file that is requested directly", async () => {
    const target = await folder(owner, "Place");
    const item = await picture(owner, target);
    const get = (user: TestUser) => test.call(getImage, { params: { workspaceId: crew, itemId: item } }, user);
    await setFolder(owner, target, forEveryone("none"));
    expectError(await get(anna), "not-found");
    await setFile(owner, item, forMember(anna, "read"));
    expect((await get(anna)).data().permission).toEqual({ read: true, write: false });
    expectError(await get(ben), "not-found");
  });
});

describe("the interface for other modules", () => {
  it("returns the current permission of one member or of every member", async () => {
    const target = await folder(owner, "Place");
    const item = await picture(owner, target);
    await setFolder(owner, target, forEveryone("none"));
    await setFile(owner, item, forMember(vic, "write"));
    const { rights } = test.modules;
    const now = async (user: TestUser) => (await rights.now(crew, user.id))?.onItem(item, target);
    expect(await now(anna)).toEqual({ read: false, write: false });
    expect(await now(vic)).toEqual({ read: true, write: true });
    expect(await now(stranger)).toBeUndefined();
    const all = await rights.ofEveryMember(crew, { itemId: item, folderId: target });
    for (const user of [owner, admin, anna, ben, vic]) expect(all.get(user.id)).toEqual(await now(user));
    expect(all.size).toBe(5);
    expect((await rights.ofEveryMember(crew, { itemId: null, folderId: null })).get(vic.id)).toEqual({
      read: true,
      write: false,
    });
    await sql("update workspaces set deleted_at = now() where id = $1", [crew]);
    expect(await now(owner)).toBeUndefined();
  });
});
