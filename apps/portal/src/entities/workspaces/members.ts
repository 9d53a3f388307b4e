import { removeMember, updateMember } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { lazily } from "../../platform/lazily.ts";
import { changeWhole, refreshWorkspace, type MemberView, type Role, type TeamView } from "./workspaces.queries.ts";

const natural = lazily(() => new Intl.Collator("und", { sensitivity: "base", ignorePunctuation: true }));
const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Sorts members: the user first, then by name. */
export function inOrder(members: readonly MemberView[], myId: string | undefined): MemberView[] {
  return members.toSorted(
    (a, b) => Number(b.id === myId) - Number(a.id === myId) || natural().compare(a.displayName, b.displayName) || (a.id < b.id ? -1 : 1),
  );
}

/** Returns members whose name, address or team contains every word, ignoring case and accents. */
export function findMembers(members: readonly MemberView[], teams: readonly TeamView[], typed: string): MemberView[] {
  const words = folded(typed).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [...members];
  return members.filter((member) => {
    const text = folded([member.displayName, member.email, ...teamsOf(member.id, teams).map(({ name }) => name)].join(" "));
    return words.every((word) => text.includes(word));
  });
}

/** Returns the teams of a member. */
export const teamsOf = (memberId: string, teams: readonly TeamView[]): TeamView[] =>
  teams.filter(({ members }) => members.includes(memberId));

/** Changes a member's role optimistically, with rollback. @throws ApiError of the server */
export async function changeRole(workspaceId: string, member: MemberView, role: Role): Promise<void> {
  const show = (shown: Role): void =>
    changeWhole(workspaceId, (workspace) => ({
      ...workspace,
      members: workspace.members.map((known) => (known.id === member.id ? { ...known, role: shown } : known)),
    }));
  show(role);
  try {
    await client.call(updateMember, { params: { workspaceId, userId: member.id }, body: { role } });
  } catch (error) {
    show(member.role);
    throw error;
  } finally {
    void refreshWorkspace(workspaceId);
  }
}

/** Removes a member. @throws ApiError of the server */
export async function removeFromWorkspace(workspaceId: string, memberId: string): Promise<void> {
  await client.call(removeMember, { params: { workspaceId, userId: memberId } });
  changeWhole(workspaceId, (workspace) => ({ ...workspace, members: workspace.members.filter(({ id }) => id !== memberId) }));
  await refreshWorkspace(workspaceId);
}
