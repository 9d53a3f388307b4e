import { API_BASE, type EffectiveRight, type PermissionEntry } from "@stillreel/contract";
import type { z } from "zod";
import type { DecidedRight, Grant } from "../policies/grants.policy.ts";
import type { MemberRow, TargetType, PrincipalRow, Step, TeamRow } from "./entries.repo.ts";

export type PresentedEntry = z.input<typeof PermissionEntry>;
export type PresentedRight = z.input<typeof EffectiveRight>;

const photoUrl = (blobId: string | null): string | null => (blobId === null ? null : `${API_BASE}/avatars/${blobId}`);

/** Converts an entry to the contract's form, with the name of its principal. */
export function presentEntry(type: TargetType, { principalKind, principalId, read, write }: Grant, of: PrincipalRow): PresentedEntry {
  return {
    id: principalId,
    permissionItemType: type,
    permissionType: principalKind,
    read: read || write,
    write,
    name: of.name,
    photoURL: photoUrl(of.photo_blob_id),
  };
}

/**
 * Converts a permission with its reason to the contract's form. `isShown` returns whether the caller may see an
 * ancestor.
 */
export function presentRight(
  member: MemberRow,
  { permission, decision }: DecidedRight,
  steps: readonly Step[],
  teams: ReadonlyMap<string, TeamRow>,
  isShown: (step: Step) => boolean,
): PresentedRight {
  const step = decision ? steps[decision.step] : undefined;
  const deciders = decision?.principalKind === "team" ? decision.principalIds : [];
  return {
    member: { id: member.id, displayName: member.display_name, photoURL: photoUrl(member.avatar_blob_id), role: member.role },
    permission,
    from: {
      kind: decision?.principalKind ?? "role",
      teams: deciders.flatMap((id) => {
        const team = teams.get(id);
        return team ? [{ id, name: team.name }] : [];
      }),
      place: step ? { id: step.id, type: step.type, name: isShown(step) ? step.name : null } : null,
    },
  };
}
