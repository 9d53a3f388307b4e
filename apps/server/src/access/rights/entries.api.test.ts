import { listFileRights, listFolderRights, listFolders, removeFileRight } from "@stillreel/contract";
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
  workspace,
  folder,
  picture,
  type RequestedEntry,
  setFolder,
  setFile,
  dropFolder,
  forEveryone,
  forMember,
  switchTo,
  setUpEntries,
} from "./entries.fixture.ts";

setUpEntries();

async function team(name: string, people: TestUser[], workspaceId = crew): Promise<string> {
  const id = test.ports.ids.id();
  await sql("insert into teams (id, workspace_id, name, name_key) values ($1, $2, $3, lower($3))", [id, workspaceId, name]);
  for (const user of people)
    await sql("insert into team_members (team_id, workspace_id, user_id) values ($1, $2, $3)", [id, workspaceId, user.id]);
  return id;
}
const listFolder = (user: TestUser, itemId: string) => test.call(listFolderRights, { params: { workspaceId: crew, itemId } }, user);
const listFile = (user: TestUser, itemId: string) => test.call(listFileRights, { params: { workspaceId: crew, itemId } }, user);
const forTeam = (id: string, right: "none" | "read" | "write"): RequestedEntry => ({ ...forEveryone(right), id, permissionType: "team" });
const versionOf = async (): Promise<number> =>
  Number((await sql<{ v: string }>("select rights_version as v from workspaces where id = $1", [crew]))[0]?.v);
const stored = () =>
  sql("select principal_kind, principal_id, read, write from grants where workspace_id = $1 order by created_at, id", [crew]);

describe("entries", () => {
  it("are set, replaced, listed with names, and deleted; write implies read", async () => {
    const target = await folder(owner, "Place");
    const item = await picture(owner, target);
    const design = await team("Design", [anna]);
    const set = await setFolder(owner, target, { ...forMember(anna, "none"), write: true });
    expect(set.data()).toEqual({
      id: anna.id,
      permissionItemType: "folder",
      permissionType: "member",
      read: true,
      write: true,
      name: "Anna",
      photoURL: null,
    });
    await setFolder(owner, target, forTeam(design, "read"));
    await setFolder(owner, target, forEveryone("none"));
    await setFile(owner, item, forMember(anna, "none"));
    expect((await setFolder(owner, target, forTeam(design, "write"))).data()).toMatchObject({ name: "Design", write: true });
    const here = (await listFolder(owner, target)).data();
    expect(here.entries.map(({ name, permissionType, read, write }) => [name, permissionType, read, write])).toEqual([
      ["Crew", "everyone", false, false],
      ["Anna", "member", true, true],
      ["Design", "team", true, true],
    ]);
    expect((await listFile(owner, item)).data().entries).toMatchObject([{ name: "Anna", permissionItemType: "file", read: false }]);
    expect((await dropFolder(owner, target, design)).data()).toEqual({});
    expectError(await dropFolder(owner, target, design), "not-found");
    expect((await listFolder(owner, target)).data().entries).toHaveLength(2);
    expect((await test.call(removeFileRight, { params: { workspaceId: crew, itemId: item, id: anna.id } }, owner)).statusCode).toBe(200);
  });

  it("that equal the stored entry change nothing and are logged once", async () => {
    const target = await folder(owner, "Place");
    await setFolder(owner, target, forEveryone("read"));
    const version = await versionOf();
    for (let n = 0; n < 3; n += 1) expect((await setFolder(owner, target, forEveryone("read"))).statusCode).toBe(200);
    await Promise.all(Array.from({ length: 8 }, () => setFolder(owner, target, forEveryone("read"))));
    expect(await versionOf()).toBe(version);
    expect(await stored()).toHaveLength(1);
    await setFolder(owner, target, forEveryone("none"));
    await dropFolder(owner, target, crew);
    expect(await versionOf()).toBe(version + 2);
    const noted = await sql<{ action: string; details: Record<string, unknown> }>(
      "select action, details from audit where workspace_id = $1 and action like 'rights.%' order by at, id",
      [crew],
    );
    expect(noted.map((row) => row.action).toSorted()).toEqual(["rights.changed", "rights.changed", "rights.removed"]);
    expect(noted[0]?.details).toMatchObject({
      type: "folder",
      id: target,
      name: "Place",
      principalName: "Crew",
      principalKind: "everyone",
    });
  });

  it("are accepted only for members and teams of the same workspace", async () => {
    const target = await folder(owner, "Place");
    const item = await picture(owner, target);
    const other = await workspace();
    const foreign = await team("Foreign", [anna], other);
    const wrong: RequestedEntry[] = [
      forMember(stranger, "read"),
      forTeam(foreign, "read"),
      { ...forEveryone("read"), id: other },
      { ...forEveryone("read"), permissionType: "member" },
      { ...forMember(anna, "read"), permissionType: "team" },
      { ...forMember(anna, "read"), permissionType: "everyone" },
      ...["nonsense", "personal", test.ports.ids.id()].map((id) => ({ ...forMember(anna, "read"), id })),
    ];
    const bodies = new Set<string>();
    for (const requested of wrong) {
      for (const answer of [await setFolder(owner, target, requested), await setFile(owner, item, requested)]) {
        expect(expectError(answer, "validation-failed")).toMatchObject([{ field: "id", code: "not-found" }]);
        bodies.add(answer.body);
      }
    }
    expect(bodies.size).toBe(1);
    for (const answer of [
      await setFolder(owner, target, { ...forMember(anna, "read"), permissionItemType: "file" }),
      await setFile(owner, item, { ...forMember(anna, "read"), permissionItemType: "folder" }),
    ])
      expect(expectError(answer, "validation-failed")[0]?.field).toBe("permissionItemType");
    expect((await setFolder(owner, target, { ...forMember(anna, "read"), permissionItemType: "folder" })).statusCode).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it("are accepted only on folders and items of the same workspace", async () => {
    const target = await folder(owner, "Place");
    const item = await picture(owner, target);
    const here = crew;
    switchTo(await workspace());
    const [otherFolder, otherItem] = [await folder(owner, "Other"), await picture(owner, null)];
    switchTo(here);
    for (const id of [otherFolder, item, test.ports.ids.id(), "nonsense", "root", crew]) {
      expectError(await listFolder(owner, id), "not-found");
      expectError(await setFolder(owner, id, forEveryone("read")), "not-found");
      expectError(await dropFolder(owner, id, crew), "not-found");
    }
    for (const id of [otherItem, target, "nonsense"]) {
      expectError(await listFile(owner, id), "not-found");
      expectError(await setFile(owner, id, forEveryone("read")), "not-found");
    }
    for (const id of ["nonsense", test.ports.ids.id()]) expectError(await dropFolder(owner, target, id), "not-found");
    expectError(await listFolder(stranger, target), "not-found");
    expectError(await test.call(listFolderRights, { params: { workspaceId: crew, itemId: target } }), "unauthenticated");
    expect(await stored()).toEqual([]);
  });

  it("are deleted with their member or team", async () => {
    const target = await folder(owner, "Place");
    const design = await team("Design", [anna]);
    await setFolder(owner, target, forTeam(design, "none"));
    await setFolder(owner, target, forMember(ben, "none"));
    await sql("delete from teams where id = $1", [design]);
    await sql("delete from members where workspace_id = $1 and user_id = $2", [crew, ben.id]);
    expect(await stored()).toEqual([]);
    await addMembers(test, crew, [[ben, "member"]]);
    expect((await listFolder(ben, target)).data().entries).toEqual([]);
  });
});

describe("the permission to edit entries", () => {
  it("belongs to owners, admins, and creators of a folder or item with write permission", async () => {
    const [ours, annas] = [await folder(owner, "Ours"), await folder(anna, "Anna's")];
    const [ownItem, annasItem] = [await picture(owner, ours), await picture(anna, ours)];
    const targets = [
      ["folder", ours],
      ["folder", annas],
      ["file", ownItem],
      ["file", annasItem],
    ] as const;
    const allowed = async (user: TestUser) => {
      const received: boolean[] = [];
      for (const [type, id] of targets) {
        const [list, set] = type === "folder" ? [listFolder, setFolder] : [listFile, setFile];
        const { canEdit } = (await list(user, id)).data();
        const answer = await set(user, id, forMember(ben, "write"));
        if (canEdit) expect(answer.statusCode).toBe(200);
        else expectError(answer, "forbidden");
        received.push(canEdit);
      }
      return received;
    };
    expect(await allowed(owner)).toEqual([true, true, true, true]);
    expect(await allowed(admin)).toEqual([true, true, true, true]);
    expect(await allowed(anna)).toEqual([false, true, false, true]);
    expect(await allowed(ben)).toEqual([false, false, false, false]);
    await sql("update folders set created_by = $2 where id = $1", [annas, vic.id]);
    await setFolder(owner, annas, forMember(vic, "write"));
    expect(await allowed(vic)).toEqual([false, false, false, false]);
  });

  it("cannot be restored by a member who removed it from themselves", async () => {
    const annas = await folder(anna, "Anna's");
    expect((await setFolder(anna, annas, forMember(anna, "read"))).statusCode).toBe(200);
    expect((await listFolder(anna, annas)).data().canEdit).toBe(false);
    expectError(await setFolder(anna, annas, forMember(anna, "write")), "forbidden");
    expectError(await dropFolder(anna, annas, anna.id), "forbidden");
    await setFolder(owner, annas, forMember(anna, "none"));
    expectError(await listFolder(anna, annas), "not-found");
    expectError(await setFolder(anna, annas, forMember(anna, "write")), "not-found");
    // An entry cannot block owners and admins, because they must be able to correct rights.
    for (const user of [owner, admin]) await setFolder(user, annas, forMember(user, "none"));
    for (const user of [owner, admin]) expect((await listFolder(user, annas)).data().canEdit).toBe(true);
  });
});

describe("the effective permission of each member", () => {
  const why = async (user: TestUser, answer: ReturnType<typeof listFolder>) => {
    const { members } = (await answer).data();
    return members.map(({ member, permission, from }) => [
      member.displayName,
      permission.write ? "write" : permission.read ? "read" : "none",
      from.kind,
      from.teams.map((one) => one.name).join(" and "),
      from.place && `${from.place.type} ${from.place.name ?? "?"}`,
    ]);
  };

  it("has the role as its reason, or the entry on the nearest folder", async () => {
    const campaigns = await folder(owner, "Campaigns");
    const autumn = await folder(owner, "Autumn", campaigns);
    const item = await picture(owner, autumn);
    const [design, mobile] = [await team("Design", [anna, ben]), await team("Mobile", [anna])];
    expect(await why(owner, listFile(owner, item))).toEqual([
      ["Ada", "write", "role", "", null],
      ["Anna", "write", "role", "", null],
      ["Ben", "write", "role", "", null],
      ["Olga", "write", "role", "", null],
      ["Vic", "read", "role", "", null],
    ]);
    await setFolder(owner, campaigns, forEveryone("none"));
    await setFolder(owner, campaigns, forTeam(design, "read"));
    await setFolder(owner, campaigns, forTeam(mobile, "write"));
    await setFile(owner, item, forMember(ben, "write"));
    await setFolder(owner, autumn, forMember(vic, "read"));
    await setFile(owner, item, forMember(admin, "none"));
    const expected = [
      ["Ada", "write", "role", "", null],
      ["Anna", "write", "team", "Design and Mobile", "folder Campaigns"],
      ["Ben", "write", "member", "", "file poster.png"],
      ["Olga", "write", "role", "", null],
      ["Vic", "read", "member", "", "folder Autumn"],
    ];
    expect((await why(owner, listFile(owner, item))).map((row) => [...row.slice(0, 3), row[3] && "Design and Mobile", row[4]])).toEqual(
      expected,
    );
    // Vic may read Autumn but not its parent folder, so the parent's name is hidden from him.
    expect(await why(vic, listFile(vic, item))).toEqual(
      expected.map((row) => [...row.slice(0, 4), row[4] === "folder Campaigns" ? "folder ?" : row[4]]),
    );
    expect((await listFile(vic, item)).data().entries.map((entry) => entry.name)).toEqual(["Ada", "Ben"].toSorted());
  });

  it("matches the permission in the member's own responses, also for root folders", async () => {
    const target = await folder(owner, "Place");
    await setFolder(owner, target, forEveryone("read"));
    await setFolder(owner, target, forMember(vic, "write"));
    await setFolder(owner, target, forMember(ben, "none"));
    const received = new Map((await why(owner, listFolder(owner, target))).map(([name, right]) => [name, right]));
    for (const [name, user] of [
      ["Anna", anna],
      ["Ben", ben],
      ["Vic", vic],
      ["Olga", owner],
    ] as const) {
      const { items } = (await test.call(listFolders, { params: { workspaceId: crew }, query: {} }, user)).data();
      const found = items.find((one) => one.id === target)?.permission;
      expect(found ? (found.write ? "write" : "read") : "none").toBe(received.get(name));
    }
  });

  it("needs as many statements for 300 members, 60 teams and 3,000 entries as for few", async () => {
    const target = await folder(owner, "Place");
    const item = await picture(owner, target);
    await setFolder(owner, target, forEveryone("read"));
    const { pool } = test.ports;
    const counted = async (user: TestUser): Promise<{ statements: number; ms: number; members: number }> => {
      const real = pool.query.bind(pool) as (...given: unknown[]) => unknown;
      let statements = 0;
      pool.query = ((...given: unknown[]) => {
        if (/workspaces|members|grants|teams|items/u.test((given[0] as { text?: string }).text ?? String(given[0]))) statements += 1;
        return real(...given);
      }) as typeof pool.query;
      try {
        const startedAt = performance.now();
        const { members } = (await listFile(user, item)).data();
        return { statements, ms: performance.now() - startedAt, members: members.length };
      } finally {
        Reflect.deleteProperty(pool, "query");
      }
    };
    await counted(anna);
    const few = [await counted(owner), await counted(anna)];
    await sql(
      `with people as (
         insert into users (id, email, email_key, display_name, provider)
         select gen_random_uuid(), 'p' || n || '@x.test', 'p' || n || '@x.test', 'P' || n, 'password' from generate_series(1, 295) n returning id)
       insert into members (workspace_id, user_id, role) select $1, id, 'member' from people`,
      [crew],
    );
    await sql(
      "insert into teams (id, workspace_id, name, name_key) select gen_random_uuid(), $1, 't' || n, 't' || n from generate_series(1, 60) n",
      [crew],
    );
    await sql(
      `insert into team_members (team_id, workspace_id, user_id)
       select t.id, $1, m.user_id from teams t join members m using (workspace_id) where workspace_id = $1 and random() < 0.2`,
      [crew],
    );
    for (const [column, id] of [
      ["folder_id", target],
      ["item_id", item],
    ])
      await sql(
        `insert into grants (id, workspace_id, ${column}, principal_kind, principal_id, read, write)
         select gen_random_uuid(), $1, $2, 'team', id, true, false from teams where workspace_id = $1`,
        [crew, id],
      );
    await counted(anna);
    const many = [await counted(owner), await counted(anna)];
    expect(many.map((one) => one.members)).toEqual([300, 300]);
    expect(many.map((one) => one.statements)).toEqual(few.map((one) => one.statements));
    expect(Math.min(...many.map((one) => one.ms))).toBeLessThan(500);
  });
});
