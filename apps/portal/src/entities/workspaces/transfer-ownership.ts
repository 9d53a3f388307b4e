import { changeRole } from "./members.ts";
import type { MemberView, WorkspaceView } from "./workspaces.queries.ts";

/** Returns the possible new owners: other members by role, then by membership duration. */
export function newOwnerCandidates(members: readonly MemberView[], myId: string | undefined): MemberView[] {
  const rank = { owner: 0, admin: 1, member: 2, viewer: 3 } as const;
  return members
    .filter(({ id }) => id !== myId)
    .toSorted((a, b) => rank[a.role] - rank[b.role] || a.joinedAt.localeCompare(b.joinedAt, "en") || (a.id < b.id ? -1 : 1));
}

/**
 * Makes a member owner, and then the user (unless they stay owner) admin. In this order a workspace always has an owner.
 * @throws ApiError of the server; the first step may have succeeded then
 */
export async function transferOwnership(
  workspace: WorkspaceView,
  { newOwner, me, stays }: { newOwner: MemberView; me: MemberView; stays: boolean },
): Promise<void> {
  if (newOwner.role !== "owner") await changeRole(workspace.id, newOwner, "owner");
  if (!stays) await changeRole(workspace.id, me, "admin");
}
