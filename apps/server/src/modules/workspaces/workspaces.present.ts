import { API_BASE, type Folder, type Member, type Workspace } from "@stillreel/contract";
import type { z } from "zod";
import type { UserActor } from "../../policies/actor.ts";
import { permissionOn } from "../../policies/items.policy.ts";
import type { FolderRow, listMembers, MemberRole, WorkspaceRow } from "./workspaces.repo.ts";

type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** A workspace without its members and teams. */
export function presentWorkspace(actor: UserActor, row: WorkspaceRow, role: MemberRole) {
  return {
    id: row.id,
    name: row.name,
    avatar: null,
    thumbnail: null,
    role,
    favFolders: [],
    inviteLink: null,
    permission: permissionOn(actor, { workspaceId: row.id, role }),
  };
}

/** A workspace with everybody in it. */
export function presentWholeWorkspace(
  actor: UserActor,
  row: WorkspaceRow,
  role: MemberRole,
  people: MemberRow[],
): z.input<typeof Workspace> {
  return { ...presentWorkspace(actor, row, role), members: people.map(presentMember), teams: [] };
}

function presentMember(row: MemberRow): z.input<typeof Member> {
  const photoURL = row.avatarBlobId === null ? null : `${API_BASE}/avatars/${row.avatarBlobId}`;
  return { id: row.id, displayName: row.displayName, email: row.email, photoURL, role: row.role, joinedAt: row.joinedAt.toISOString() };
}

export function presentFolder(
  actor: UserActor,
  row: FolderRow & { childCount: number; itemCount: number },
  role: MemberRole,
): z.input<typeof Folder> {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.name,
    nestLevel: row.nestLevel,
    parentId: row.parentId,
    color: row.color,
    kind: row.kind,
    favorite: false,
    children: row.childCount,
    items: row.itemCount,
    permission: permissionOn(actor, { workspaceId: row.workspaceId, role }),
    createdAt: row.createdAt.toISOString(),
  };
}
