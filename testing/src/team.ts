import { API_BASE, createWorkspace } from "@stillreel/contract";
import { expectData } from "./answers.ts";
import { multipart } from "./form.ts";
import { png } from "./png.ts";
import type { TestApp, TestUser } from "./test-app.ts";

type Role = "owner" | "admin" | "member" | "viewer";
/** Users with their roles in a workspace. */
type People = readonly (readonly [TestUser, Role])[];
/** Folder or item of a grant. */
export type TestTarget = { folderId: string } | { itemId: string };

/** A workspace with members, created by SQL: for tests of the effect of grants, not of the requests that set them. */
export interface TestTeam {
  id: string;
  join(user: TestUser, role: Role): Promise<void>;
  leave(user: TestUser): Promise<void>;
  folder(name: string, parentId?: string | null): Promise<string>;
  /** Sets the grant of one user, or of everyone. */
  grant(target: TestTarget, to: TestUser | "everyone", right: "none" | "read" | "write"): Promise<void>;
  /** Uploads an image and returns the item. */
  image<T = { id: string }>(user: TestUser, given?: { folderId?: string | null; title?: string; bytes?: Uint8Array }): Promise<T>;
}

/** Adds users to a workspace, or changes their roles, by SQL, without the other effects of joining. */
export async function addMembers(t: TestApp, workspaceId: string, people: People): Promise<void> {
  for (const [{ id }, role] of people)
    await t.ports.pool.query(
      "insert into members (workspace_id, user_id, role) values ($1, $2, $3) on conflict (workspace_id, user_id) do update set role = excluded.role",
      [workspaceId, id, role],
    );
}

/** Creates a workspace through the API, with members, and returns its id. */
export async function createCrew(t: TestApp, owner: TestUser, others: People = []): Promise<string> {
  const { id } = (await t.call(createWorkspace, { query: { name: "Crew" } }, owner)).data();
  await addMembers(t, id, others);
  return id;
}

/** Returns the activity log of a workspace, oldest first. */
export async function notedActions(t: TestApp, workspaceId: string): Promise<string[]> {
  const { rows } = await t.ports.pool.query<{ action: string }>("select action from audit where workspace_id = $1 order by at, id", [
    workspaceId,
  ]);
  return rows.map(({ action }) => action);
}

/** Creates a workspace with these members. */
export async function createTeam(t: TestApp, people: People): Promise<TestTeam> {
  const id = t.ports.ids.id();
  const query = (text: string, values: unknown[]) => t.ports.pool.query<{ id: string; path: string[] }>(text, values);
  await query("insert into workspaces (id, kind, name) values ($1, 'team', 'Team')", [id]);
  const team: TestTeam = {
    id,
    join: (user, role) => addMembers(t, id, [[user, role]]),
    async leave(user) {
      await query("delete from members where workspace_id = $1 and user_id = $2", [id, user.id]);
    },
    async folder(name, parentId = null) {
      const folderId = t.ports.ids.id();
      const above =
        parentId === null ? [] : [...((await query("select path from folders where id = $1", [parentId])).rows[0]?.path ?? []), parentId];
      await query(
        `insert into folders (id, workspace_id, parent_id, kind, name, name_key, color, path, nest_level)
          values ($1, $2, $3, 'mixed', $4, lower($4), '#6554F5', $5, cardinality($5::uuid[]))`,
        [folderId, id, parentId, name, above],
      );
      return folderId;
    },
    async grant(target, to, right) {
      const [folderId, itemId] = "folderId" in target ? [target.folderId, null] : [null, target.itemId];
      const principalId = to === "everyone" ? id : to.id;
      await query("delete from grants where principal_id = $1 and (folder_id = $2 or item_id = $3)", [principalId, folderId, itemId]);
      await query(
        `insert into grants (id, workspace_id, folder_id, item_id, principal_kind, principal_id, read, write) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          t.ports.ids.id(),
          id,
          folderId,
          itemId,
          to === "everyone" ? "everyone" : "member",
          principalId,
          right !== "none",
          right === "write",
        ],
      );
    },
    async image<T>(user: TestUser, { folderId = null, title = "Picture", bytes = png() }: Parameters<TestTeam["image"]>[1] = {}) {
      const form = multipart(
        { fullFileName: "shot.png", title, ...(folderId === null ? {} : { folderId }) },
        { fileName: "shot.png", type: "image/png", bytes },
      );
      const answer = await t.app.inject({
        method: "POST",
        url: `${API_BASE}/workspace/${id}/files/image`,
        headers: { ...user.headers, ...form.headers },
        payload: form.payload,
      });
      return expectData<T>(answer, 201);
    },
  };
  await addMembers(t, id, people);
  return team;
}
