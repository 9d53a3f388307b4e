import { ACCESS_LEVELS, type AccessLevel } from "@stillreel/contract";
import type { Permission } from "../../access/policies/items.policy.ts";

/** What a person may do now: as a member, and as a guest of the link. Members who may read may also comment. */
export function levelOf(member: Permission | undefined, guest: { canComment: boolean } | undefined): AccessLevel | null {
  if (member?.write === true) return "edit";
  if (member?.read === true || guest?.canComment === true) return "comment";
  return guest ? "view" : null;
}

const rank = (level: AccessLevel | null): number => (level === null ? -1 : ACCESS_LEVELS.indexOf(level));

/** Returns whether a level includes another one. */
export const includes = (level: AccessLevel | null, other: AccessLevel): boolean => rank(level) >= rank(other);

/**
 * Returns what can be given to a person who has a level. Members get a permission from users who may edit entries. Other users give access
 * by the link, which permits to view and to comment.
 */
export function offered(
  now: AccessLevel | null,
  { isMember, canEditEntries }: { isMember: boolean; canEditEntries: boolean },
): AccessLevel[] {
  const all: AccessLevel[] = isMember && canEditEntries ? ["view", "edit"] : ["view", "comment"];
  return all.filter((level) => !includes(now, level));
}
