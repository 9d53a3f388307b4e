import { API_BASE, type Member, type Workspace } from "@stillreel/contract";
import type { z } from "zod";
import type { UserActor } from "../../policies/actor.ts";
import { permissionOn } from "../../policies/items.policy.ts";
import type { FavoriteFolder, listMembers, MemberRole, WorkspaceRow } from "./workspaces.repo.ts";

type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** A workspace without its members and teams. `favorites` are the caller's starred folders, of any space. */
export function presentWorkspace(actor: UserActor, row: WorkspaceRow, role: MemberRole, favorites: readonly FavoriteFolder[]) {
  return {
    id: row.id,
    name: row.name,
    avatar: null,
    thumbnail: null,
    role,
    favFolders: favorites.filter((folder) => folder.workspaceId === row.id).map((folder) => folder.id),
    inviteLink: null,
    permission: permissionOn(actor, { workspaceId: row.id, role }),
  };
}

/** A workspace with everybody in it. */
export function presentWholeWorkspace(
  actor: UserActor,
  row: WorkspaceRow,
  role: MemberRole,
  favorites: readonly FavoriteFolder[],
  people: MemberRow[],
): z.input<typeof Workspace> {
  return { ...presentWorkspace(actor, row, role, favorites), members: people.map(presentMember), teams: [] };
}

function presentMember(row: MemberRow): z.input<typeof Member> {
  const photoURL = row.avatarBlobId === null ? null : `${API_BASE}/avatars/${row.avatarBlobId}`;
  return { id: row.id, displayName: row.displayName, email: row.email, photoURL, role: row.role, joinedAt: row.joinedAt.toISOString() };
}
