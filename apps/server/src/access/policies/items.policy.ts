import { isBoundByEntries, type FolderKind, type ItemType } from "@stillreel/contract";
import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";

export type MemberRole = "owner" | "admin" | "member" | "viewer";

/** Permission for an item. Write implies read. */
export interface Permission {
  read: boolean;
  write: boolean;
}

/** Facts about a space: the caller's role, null for non-members. */
export interface SpaceFacts {
  workspaceId: string;
  role: MemberRole | null;
}

/** Facts about one item. `grant` is the nearest entry that applies to the caller, or null. */
export interface ItemFacts extends SpaceFacts {
  id: string;
  folderId: string | null;
  type: ItemType;
  ownerId: string | null;
  title: string;
  trashed: boolean;
  grant: Permission | null;
  /** The nearest entry of its folder: an item may be accessible in an inaccessible folder. */
  folderGrant?: Permission | null;
}

const NOTHING: Permission = { read: false, write: false };
const ALL: Permission = { read: true, write: true };
const READ_ONLY: Permission = { read: true, write: false };

/** Returns what a role may do where no entry decides. */
export function roleAllows(role: MemberRole): Permission {
  return role === "viewer" ? READ_ONLY : ALL;
}

/**
 * Returns what a member may do: the nearest entry decides, otherwise the role. Every other decision in TypeScript uses this rule; its form
 * in SQL is `access/rights/item-access.ts`.
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

/** Returns whether the caller may read an item or list a space. Unreadable resources do not exist for them. */
export function canRead(actor: Actor, facts: SpaceFacts & { grant?: Permission | null }): Decision {
  return permissionOn(actor, facts).read ? ALLOW : deny("not-found");
}

/** Returns whether the caller may change an item or add to a space. 403 requires read permission. */
export function canWrite(actor: Actor, facts: SpaceFacts & { grant?: Permission | null }): Decision {
  const permission = permissionOn(actor, facts);
  if (permission.write) return ALLOW;
  return deny(permission.read ? "forbidden" : "not-found");
}

/** Returns whether a folder of this kind accepts items of this type. */
export function fitsFolder(kind: FolderKind, type: ItemType): boolean {
  return kind === "mixed" || kind === type;
}
