import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import type { Grant, PrincipalKind } from "../policies/grants.policy.ts";
import type { MemberRole } from "../policies/items.policy.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** Type of an entry's target. */
export type TargetType = "folder" | "file";

/** A folder or item with the facts for decisions about its entries. */
export interface TargetRow {
  id: string;
  name: string;
  /** Creator of the folder, or owner of the item. */
  made_by: string | null;
  /** The folder itself, or the folder of the item. Null at the root. */
  folder_id: string | null;
}

/** An element of the ancestor chain with its direct entries: a folder, or the item at the start. */
export interface Step {
  id: string;
  type: TargetType;
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

const TARGETS = {
  folder: loadStatement<TargetRow, [id: string, workspaceId: string]>(import.meta.url, "./sql/entries-folder.sql"),
  file: loadStatement<TargetRow, [id: string, workspaceId: string]>(import.meta.url, "./sql/entries-file.sql"),
} as const;

/** Returns a folder or item of this workspace. */
export async function findTarget(pool: Pool, workspaceId: string, type: TargetType, id: string): Promise<TargetRow | undefined> {
  const [row] = await TARGETS[type].run(pool, [id, workspaceId]);
  return row;
}

export const ANCESTORS = loadStatement<
  {
    id: string;
    type: TargetType;
    name: string;
    principal_kind: PrincipalKind | null;
    principal_id: string;
    read: boolean;
    write: boolean;
  },
  [workspaceId: string, itemId: string | null, folderId: string | null]
>(import.meta.url, "./sql/entries-ancestors.sql");

/**
 * Returns the entries of an item (null: none) and of its folder chain (null: the root), nearest first, in one
 * statement.
 */
export async function listSteps(pool: Pool, workspaceId: string, itemId: string | null, folderId: string | null): Promise<Step[]> {
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

/** Returns all members of a workspace by name. */
export async function listMembers(pool: Pool, workspaceId: string): Promise<MemberRow[]> {
  return ENTRIES_MEMBERS.run(pool, [workspaceId]);
}

const ENTRIES_TEAMS = loadStatement<TeamRow, [workspaceId: string]>(import.meta.url, "./sql/entries-teams.sql");

/** Returns the teams of a workspace with their members, by name. */
export async function listTeams(pool: Pool, workspaceId: string): Promise<TeamRow[]> {
  return ENTRIES_TEAMS.run(pool, [workspaceId]);
}

const ENTRIES_WORKSPACE = loadStatement<{ name: string; avatar_blob_id: string | null }, [workspaceId: string]>(
  import.meta.url,
  "./sql/entries-workspace.sql",
);

/** Returns the display data of a workspace for entries that apply to everyone. */
export async function findWorkspace(pool: Pool, workspaceId: string): Promise<{ name: string; avatar_blob_id: string | null } | undefined> {
  const [row] = await ENTRIES_WORKSPACE.run(pool, [workspaceId]);
  return row;
}

/** Display data of an entry's principal. */
export interface PrincipalRow {
  name: string;
  photo_blob_id: string | null;
}

/**
 * Locks the entries of a principal until the transaction ends. Setting an entry and removing the member or team both
 * take this lock before any other, so that they wait for each other without a deadlock.
 */
export async function lockEntriesFor(tx: Executor, principalId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`entries:${principalId}`}, 0))`);
}

/** Locks a member, a team or the workspace against deletion until the transaction ends. */
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

/**
 * Locks a folder against deletion, or an item against any move, until the transaction ends. Returns false when it does
 * not exist.
 */
export async function lockTarget(tx: Executor, workspaceId: string, type: TargetType, id: string): Promise<boolean> {
  const { rows } = await tx.execute(
    type === "folder"
      ? sql`select id from folders where id = ${id}::uuid and workspace_id = ${workspaceId} for key share`
      : sql`select id from items where id = ${id}::uuid and workspace_id = ${workspaceId} for share`,
  );
  return rows.length > 0;
}

const columnOf = (type: TargetType) => sql.raw(type === "folder" ? "folder_id" : "item_id");

/** Data of a new entry. */
export interface NewEntry extends Grant {
  id: string;
  workspaceId: string;
  type: TargetType;
  targetId: string;
  createdBy: string;
  createdAt: Date;
}

/** Inserts or updates the entry of a principal. Returns false when it is unchanged. */
export async function upsertEntry(tx: Executor, entry: NewEntry): Promise<boolean> {
  const column = columnOf(entry.type);
  const { rows } = await tx.execute(sql`
    insert into grants (id, workspace_id, ${column}, principal_kind, principal_id, read, write, created_by, created_at)
    values (${entry.id}, ${entry.workspaceId}, ${entry.targetId}, ${entry.principalKind}, ${entry.principalId}, ${entry.read}, ${entry.write},
      ${entry.createdBy}, ${entry.createdAt.toISOString()}::timestamptz)
    on conflict (${column}, principal_id) where ${column} is not null
    do update set read = excluded.read, write = excluded.write
    where (grants.read, grants.write) is distinct from (excluded.read, excluded.write)
    returning id`);
  return rows.length > 0;
}

/** Deletes an entry and returns it. Undefined when there was none. */
export async function deleteEntry(
  tx: Executor,
  workspaceId: string,
  type: TargetType,
  targetId: string,
  principalId: string,
): Promise<{ principalKind: PrincipalKind } | undefined> {
  const { rows } = await tx.execute<{ principalKind: PrincipalKind }>(sql`
    delete from grants where ${columnOf(type)} = ${targetId}::uuid and principal_id = ${principalId}::uuid and workspace_id = ${workspaceId}
    returning principal_kind as "principalKind"`);
  return rows[0];
}
