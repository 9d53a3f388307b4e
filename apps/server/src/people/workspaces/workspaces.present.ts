import { API_BASE, type createWorkspace, type Member, type renameWorkspace, type ServerResult, type Team } from "@stillreel/contract";
import type { z } from "zod";
import type { UserActor } from "../../platform/http/actor.ts";
import type { JoinedWorkspace as Joined } from "../../access/memberships/index.ts";
import type { Permission } from "../../access/policies/items.policy.ts";
import type { MemberRow } from "./members.repo.ts";
import type { ListedTeam } from "./teams.repo.ts";
import type { StarredFolder } from "./workspaces.repo.ts";

export type PresentedWorkspace = ServerResult<typeof createWorkspace>;
export type PresentedHead = ServerResult<typeof renameWorkspace>;

const MINUTE_MS = 60_000;

/** Returns the address of a workspace or team picture; null without one. */
export function logoUrl(workspaceId: string, blobId: string | null): string | null {
  return blobId === null ? null : `${API_BASE}/workspace/${workspaceId}/logos/${blobId}`;
}

const photoUrl = (avatarBlobId: string | null): string | null => (avatarBlobId === null ? null : `${API_BASE}/avatars/${avatarBlobId}`);

/** Presents a user with name and picture; null when deleted. */
export function presentPerson(
  row: { id: string; displayName: string; avatarBlobId: string | null } | null,
): { id: string; displayName: string; photoURL: string | null } | null {
  return row && { id: row.id, displayName: row.displayName, photoURL: photoUrl(row.avatarBlobId) };
}

/** Presents a workspace without members and teams. `favorites` are the caller's starred folders in any space. */
export function presentWorkspace(
  { workspace, role }: Joined,
  more: { favorites: readonly Pick<StarredFolder, "id" | "workspaceId">[]; inviteLink: string | null; permission: Permission },
): PresentedHead {
  const { id, name, organizationName } = workspace;
  return {
    id,
    name,
    organizationName,
    avatar: logoUrl(id, workspace.avatarBlobId),
    thumbnail: logoUrl(id, workspace.thumbnailBlobId),
    role,
    favFolders: more.favorites.filter((folder) => folder.workspaceId === id).map((folder) => folder.id),
    inviteLink: more.inviteLink,
    permission: more.permission,
  };
}

/** Presents a workspace with its members. */
export function presentWholeWorkspace(
  actor: UserActor,
  head: PresentedHead,
  people: readonly MemberRow[],
  teams: readonly ListedTeam[],
): PresentedWorkspace {
  return { ...head, members: people.map(presentMember), teams: teams.map((team) => presentTeam(actor, head.id, team)) };
}

/** Presents a member. */
export function presentMember(row: MemberRow): z.output<typeof Member> {
  return {
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    photoURL: photoUrl(row.avatar_blob_id),
    role: row.role,
    joinedAt: row.joined_at.toISOString(),
    lastSeenAt: lastSeen(row)?.toISOString() ?? null,
  };
}

/** Returns the last activity by the minute, not before joining. Sessions record their use once a minute. */
function lastSeen({ last_seen_at, joined_at }: MemberRow): Date | null {
  if (last_seen_at === null || last_seen_at.getTime() + MINUTE_MS < joined_at.getTime()) return null;
  return new Date(Math.floor(last_seen_at.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** Presents a team to the caller. */
export function presentTeam(actor: UserActor, workspaceId: string, row: ListedTeam): z.output<typeof Team> {
  return {
    id: row.id,
    name: row.name,
    icon: logoUrl(workspaceId, row.icon_blob_id),
    owner: row.owner_id,
    members: row.member_ids,
    isMember: row.member_ids.includes(actor.id),
    closed: row.closed,
  };
}
