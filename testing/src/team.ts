import { API_BASE } from "@stillreel/contract";
import { expectData } from "./answers.ts";
import { multipart } from "./form.ts";
import { png } from "./png.ts";
import type { TestApp, TestUser } from "./test-app.ts";

type Role = "owner" | "admin" | "member" | "viewer";
/** What an entry of rights stands on. */
export type TestPlace = { folderId: string } | { itemId: string };

/** A workspace with people in it, made by statements: for tests of what follows from rights, not of how they are given. */
export interface TestTeam {
  id: string;
  /** The ids of its people, and of whoever else was asked about. */
  idOf(user: TestUser): Promise<string>;
  join(user: TestUser, role: Role): Promise<void>;
  leave(user: TestUser): Promise<void>;
  folder(name: string, parentId?: string | null): Promise<string>;
  /** Sets the entry of one person, or of everyone. */
  grant(place: TestPlace, to: TestUser | "everyone", right: "none" | "read" | "write"): Promise<void>;
  /** Uploads a picture; answers the item. */
  image<T = { id: string }>(user: TestUser, given?: { folderId?: string | null; title?: string; bytes?: Uint8Array }): Promise<T>;
}

/** Makes a workspace with these people. */
export async function createTeam(t: TestApp, people: readonly (readonly [TestUser, Role])[]): Promise<TestTeam> {
  const id = t.ports.ids.id();
  const query = (text: string, values: unknown[]) => t.ports.pool.query<{ id: string; path: string[] }>(text, values);
  await query("insert into workspaces (id, kind, name) values ($1, 'team', 'Team')", [id]);
  const team: TestTeam = {
    id,
    async idOf({ email }) {
      const { rows } = await query("select id from users where email = $1", [email]);
      if (!rows[0]) throw new Error(`There is nobody called ${email}.`);
      return rows[0].id;
    },
    async join(user, role) {
      await query(
        "insert into members (workspace_id, user_id, role) values ($1, $2, $3) on conflict (workspace_id, user_id) do update set role = excluded.role",
        [id, await team.idOf(user), role],
      );
    },
    async leave(user) {
      await query("delete from members where workspace_id = $1 and user_id = $2", [id, await team.idOf(user)]);
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
    async grant(place, to, right) {
      const [folderId, itemId] = "folderId" in place ? [place.folderId, null] : [null, place.itemId];
      const principalId = to === "everyone" ? id : await team.idOf(to);
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
  for (const [user, role] of people) await team.join(user, role);
  return team;
}
