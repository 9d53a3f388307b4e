import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";

export type MemberRole = "owner" | "admin" | "member" | "viewer";

/** What somebody may do with an item. Writing implies reading. */
export interface Permission {
  read: boolean;
  write: boolean;
}

/** What decides about a space as a whole: the caller's role in it, null for outsiders. */
export interface SpaceFacts {
  workspaceId: string;
  role: MemberRole | null;
}

/** What decides about one item. `grant` is the nearest permission entry that holds for the caller, null when there is none. */
export interface ItemFacts extends SpaceFacts {
  id: string;
  folderId: string | null;
  type: "image" | "video";
  ownerId: string | null;
  title: string;
  trashed: boolean;
  grant: Permission | null;
  /** The same for the folder that it lies in: an item may be shown to somebody in a folder that is not. */
  folderGrant?: Permission | null;
}

const NOTHING: Permission = { read: false, write: false };
const ALL: Permission = { read: true, write: true };
const READ_ONLY: Permission = { read: true, write: false };

/** Returns what a role may do where no entry decides. */
export function roleAllows(role: MemberRole): Permission {
  return role === "viewer" ? READ_ONLY : ALL;
}

/** Reports whether entries limit this role. They limit members and viewers; owners and admins may do everything. */
export function isBoundByEntries(role: MemberRole): boolean {
  return role === "member" || role === "viewer";
}

/**
 * Returns what a member may do: the nearest entry decides, otherwise the role. Every other decision in TypeScript uses this rule; its form
 * in SQL is `reach.plan.ts`.
 * @param entry the nearest entry that applies to the member; null when there is none
 */
export function effectivePermission(role: MemberRole, entry: Permission | null): Permission {
  if (entry === null || !isBoundByEntries(role)) return roleAllows(role);
  return entry.write ? ALL : entry;
}

/** Returns what the caller may do. A personal space has one member: its owner. */
export function permissionOn(actor: Actor, facts: SpaceFacts & { grant?: Permission | null }): Permission {
  if (actor.kind === "system") return ALL;
  if (actor.kind !== "user" || facts.role === null) return NOTHING;
  return effectivePermission(facts.role, facts.grant ?? null);
}

/** May the caller see this item or list this space? What they may not see does not exist for them. */
export function canRead(actor: Actor, facts: SpaceFacts & { grant?: Permission | null }): Decision {
  return permissionOn(actor, facts).read ? ALLOW : deny("not-found");
}

/** May the caller change this item or add to this space? 403 is for those who may at least read it. */
export function canWrite(actor: Actor, facts: SpaceFacts & { grant?: Permission | null }): Decision {
  const permission = permissionOn(actor, facts);
  if (permission.write) return ALLOW;
  return deny(permission.read ? "forbidden" : "not-found");
}

/** Does a folder of this kind take such items? */
export function fitsFolder(kind: "image" | "video" | "mixed", type: "image" | "video"): boolean {
  return kind === "mixed" || kind === type;
}
