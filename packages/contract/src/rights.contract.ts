import { z } from "zod";
import { Id, WorkspaceRef } from "./common.contract.ts";
import { defineRoute } from "./route.ts";
import { MemberRole } from "./workspaces.contract.ts";

const Permission = z.object({ read: z.boolean(), write: z.boolean() });

/** Kind of the recipient of a grant. */
export const PermissionType = z.enum(["member", "team", "everyone"]);
export const PermissionItemType = z.enum(["folder", "file"]);

/** Permissions granted or denied on one folder or file. `id` is the member's, the team's or (for everyone) the workspace's. */
export const PermissionEntry = z.object({
  id: Id,
  permissionItemType: PermissionItemType,
  permissionType: PermissionType,
  read: z.boolean(),
  write: z.boolean(),
  name: z.string(),
  photoURL: z.string().nullable(),
});

/** Permission of a member on one folder or file, and the grant or role that it results from. */
export const EffectiveRight = z.object({
  member: z.object({ id: Id, displayName: z.string(), photoURL: z.string().nullable(), role: MemberRole }),
  permission: Permission,
  from: z.object({
    /** `role` when no grant on the ancestor chain applies to the member, or when the role always has access. */
    kind: z.enum(["role", "member", "team", "everyone"]),
    /** The teams whose grants decided. */
    teams: z.array(z.object({ id: Id, name: z.string() })),
    /** Folder or file of the deciding grant. Null for roles. `name` is null when the caller has no access to it. */
    place: z.object({ id: Id, type: PermissionItemType, name: z.string().nullable() }).nullable(),
  }),
});

export const Permissions = z.object({ entries: z.array(PermissionEntry), members: z.array(EffectiveRight), canEdit: z.boolean() });

const Target = z.object({ workspaceId: WorkspaceRef, itemId: Id });
const OneEntry = Target.extend({ id: Id });
const TARGET_TYPES = { folders: "folder", files: "file" } as const;

const list = (targets: keyof typeof TARGET_TYPES) =>
  defineRoute({
    id: `rights.list.${targets}`,
    method: "GET",
    path: `/workspace/{workspaceId}/${targets}/{itemId}/permissions`,
    summary: `The entries of a ${TARGET_TYPES[targets]}, and the permission of each member with its reason`,
    auth: "user",
    params: Target,
    response: Permissions,
  });

const set = (targets: keyof typeof TARGET_TYPES) =>
  defineRoute({
    id: `rights.set.${targets}`,
    method: "POST",
    path: `/workspace/{workspaceId}/${targets}/{itemId}/permissions`,
    summary: `Set permissions on a ${TARGET_TYPES[targets]}; write implies read. Effective immediately`,
    auth: "user",
    params: Target,
    body: z.object({
      id: Id,
      permissionItemType: PermissionItemType.optional(),
      permissionType: PermissionType,
      read: z.boolean(),
      write: z.boolean(),
    }),
    response: PermissionEntry,
  });

const remove = (targets: keyof typeof TARGET_TYPES) =>
  defineRoute({
    id: `rights.remove.${targets}`,
    method: "DELETE",
    path: `/workspace/{workspaceId}/${targets}/{itemId}/permissions/{id}`,
    summary: `Remove an entry from a ${TARGET_TYPES[targets]}; \`id\` is the member's, the team's or the workspace's`,
    auth: "user",
    params: OneEntry,
    response: z.object({}),
  });

export const listFolderRights = list("folders");
export const listFileRights = list("files");
export const setFolderRight = set("folders");
export const setFileRight = set("files");
export const removeFolderRight = remove("folders");
export const removeFileRight = remove("files");
