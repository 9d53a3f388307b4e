import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import type { Grant, PrincipalKind } from "../policies/grants.policy.ts";
import type { MemberRole } from "../policies/items.policy.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** What entries stand on. */
export type PlaceType = "folder" | "file";

/** A folder or file with what decides about its entries. */
export interface PlaceRow {
  id: string;
  name: string;
  /** Who made the folder, or owns the file. */
  made_by: string | null;
  /** The folder itself, or the one that the file lies in; null at the root. */
  folder_id: string | null;
}

/** A folder on the way up to the root, or a file at its beginning, with the entries that stand there. */
export interface Step {
  id: string;
  type: PlaceType;
  name: string;
  grants: Grant[];
}

export interface MemberRow {
  id: string;
  display_name: string;
  avatar_blob_id: string | null;
  role: MemberRole;
}

export interface TeamRow {
  id: string;
  name: string;
  icon_blob_id: string | null;
  member_ids: string[];
}

const PLACES = {
  folder: loadStatement<PlaceRow, [id: string, workspaceId: string]>(import.meta.url, "./sql/entries-folder.sql"),
  file: loadStatement<PlaceRow, [id: string, workspaceId: string]>(import.meta.url, "./sql/entries-file.sql"),
} as const;

/** A folder or file of this space. */
export async function findPlace(pool: Pool, workspaceId: string, type: PlaceType, id: string): Promise<PlaceRow | undefined> {
  const [row] = await PLACES[type].run(pool, [id, workspaceId]);
  return row;
}

export const ANCESTORS = loadStatement<
  {
    id: string;
    type: PlaceType;
    name: string;
    principal_kind: PrincipalKind | null;
    principal_id: string;
    read: boolean;
    write: boolean;
  },
  [workspaceId: string, itemId: string | null, folderId: string | null]
>(import.meta.url, "./sql/entries-ancestors.sql");

/** What stands on a file (null: none) and on the folders from this one (null: the root) upwards, nearest first. One statement. */
export async function listWay(pool: Pool, workspaceId: string, itemId: string | null, folderId: string | null): Promise<Step[]> {
  const rows = await ANCESTORS.run(pool, [workspaceId, itemId, folderId]);
  const steps = new Map<string, Step>();
  for (const { id, type, name, principal_kind: principalKind, principal_id: principalId, read, write } of rows) {
    const step = steps.get(id) ?? { id, type, name, grants: [] };
    steps.set(id, step);
    if (principalKind !== null) step.grants.push({ principalKind, principalId, read, write });
  }
  return [...steps.values()];
}

const ENTRIES_MEMBERS = loadStatement<MemberRow, [workspaceId: string]>(import.meta.url, "./sql/entries-members.sql");

/** Everybody in a workspace, by name. */
export async function listMembers(pool: Pool, workspaceId: string): Promise<MemberRow[]> {
  return ENTRIES_MEMBERS.run(pool, [workspaceId]);
}

const ENTRIES_TEAMS = loadStatement<TeamRow, [workspaceId: string]>(import.meta.url, "./sql/entries-teams.sql");

/** The teams of a workspace with who is in them, by name. */
export async function listTeams(pool: Pool, workspaceId: string): Promise<TeamRow[]> {
  return ENTRIES_TEAMS.run(pool, [workspaceId]);
}

const ENTRIES_WORKSPACE = loadStatement<{ name: string; avatar_blob_id: string | null }, [workspaceId: string]>(
  import.meta.url,
  "./sql/entries-workspace.sql",
);

/** A workspace as everyone in it is shown. */
export async function findWorkspace(pool: Pool, workspaceId: string): Promise<{ name: string; avatar_blob_id: string | null } | undefined> {
  const [row] = await ENTRIES_WORKSPACE.run(pool, [workspaceId]);
  return row;
}

/** Somebody or something that an entry is for, as it is shown. */
export interface PrincipalRow {
  name: string;
  photo_blob_id: string | null;
}

/**
 * Keeps others from setting or dropping entries for somebody until the transaction ends. Taken before any other lock by whoever sets
 * one and by whoever takes the member or the team away, so that these two wait for each other instead of blocking one another.
 */
export async function lockEntriesFor(tx: Executor, principalId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`entries:${principalId}`}, 0))`);
}

/** A member, a team or the workspace itself, kept from going until the transaction ends. */
export async function holdPrincipal(tx: Executor, workspaceId: string, kind: PrincipalKind, id: string): Promise<PrincipalRow | undefined> {
  const found = {
    member: sql`select u.display_name as name, u.avatar_blob_id as photo_blob_id from members m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.user_id = ${id}::uuid for key share of m`,
    team: sql`select name, icon_blob_id as photo_blob_id from teams where workspace_id = ${workspaceId} and id = ${id}::uuid for key share`,
    everyone: sql`select name, avatar_blob_id as photo_blob_id from workspaces where id = ${workspaceId} and id = ${id}::uuid`,
  };
  const { rows } = await tx.execute<{ name: string; photo_blob_id: string | null }>(found[kind]);
  return rows[0];
}

/** Keeps a folder from being deleted, and a file from going anywhere, until the transaction ends. False when it is gone. */
export async function holdPlace(tx: Executor, workspaceId: string, type: PlaceType, id: string): Promise<boolean> {
  const { rows } = await tx.execute(
    type === "folder"
      ? sql`select id from folders where id = ${id}::uuid and workspace_id = ${workspaceId} for key share`
      : sql`select id from items where id = ${id}::uuid and workspace_id = ${workspaceId} for share`,
  );
  return rows.length > 0;
}

const columnOf = (type: PlaceType) => sql.raw(type === "folder" ? "folder_id" : "item_id");

/** What an entry is made of. */
export interface NewEntry extends Grant {
  id: string;
  workspaceId: string;
  type: PlaceType;
  placeId: string;
  createdBy: string;
  createdAt: Date;
}

/** Makes an entry, or changes the one that stands there for the same. False when it says this already. */
export async function upsertEntry(tx: Executor, entry: NewEntry): Promise<boolean> {
  const column = columnOf(entry.type);
  const { rows } = await tx.execute(sql`
    insert into grants (id, workspace_id, ${column}, principal_kind, principal_id, read, write, created_by, created_at)
    values (${entry.id}, ${entry.workspaceId}, ${entry.placeId}, ${entry.principalKind}, ${entry.principalId}, ${entry.read}, ${entry.write},
      ${entry.createdBy}, ${entry.createdAt.toISOString()}::timestamptz)
    on conflict (${column}, principal_id) where ${column} is not null
    do update set read = excluded.read, write = excluded.write
    where (grants.read, grants.write) is distinct from (excluded.read, excluded.write)
    returning id`);
  return rows.length > 0;
}

/** Takes an entry away. Undefined when there is none; else what it was. */
export async function deleteEntry(
  tx: Executor,
  workspaceId: string,
  type: PlaceType,
  placeId: string,
  principalId: string,
): Promise<{ principalKind: PrincipalKind } | undefined> {
  const { rows } = await tx.execute<{ principalKind: PrincipalKind }>(sql`
    delete from grants where ${columnOf(type)} = ${placeId}::uuid and principal_id = ${principalId}::uuid and workspace_id = ${workspaceId}
    returning principal_kind as "principalKind"`);
  return rows[0];
}
