import { isUuid, isBoundByEntries } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Permission } from "../policies/items.policy.ts";
import type { LinkRights } from "../policies/link-rights.ts";
import type { FolderTree, SpaceGrants, SpaceRights } from "../policies/space-rights.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Memberships, WorkspaceFacts } from "../memberships/index.ts";
import { type AccessChangesDeps, handleAccessChange, notifyAccessChange } from "./access-changes.jobs.ts";
import { createEntries, type Entries } from "./entries.service.ts";
import * as repo from "./rights.repo.ts";
import { entriesRoutes } from "./entries.routes.ts";
import { createRightsService, type Membership } from "./rights.service.ts";

export { containerAccess, itemAccess, itemAccessQuery } from "./item-access.ts";
export type { Membership } from "./rights.service.ts";

/** Interface of the rights module for other modules. */
export interface Rights extends Module {
  /**
   * Returns the caller's rights in a resolved workspace. With `asMember` it returns that member's rights, for owners and
   * admins.
   * @throws AppError `unauthenticated`, `forbidden` for callers who may not use `asMember`, `not-found` when that user
   * is not a member
   */
  of(actor: Actor, space: WorkspaceFacts, asMember?: string): Promise<SpaceRights>;
  /** Returns the rights of a user whose membership was just read. */
  ofMember(membership: Membership): Promise<SpaceRights>;
  /** Returns a user's current rights in a workspace, for background work. Null for non-members. */
  now(workspaceId: string, userId: string): Promise<SpaceRights | null>;
  /** Returns the entries that apply to a user in a workspace. Owners and admins are not subject to entries. */
  grantsOf(membership: Membership): Promise<SpaceGrants>;
  /** Returns what the link of a folder does not show, for this version of the workspace's rights or a later one. */
  linkRightsOf(workspaceId: string, folderId: string, rightsVersion: number): Promise<LinkRights>;
  /** Returns the folder tree of a workspace for this version of its rights or a later one. */
  treeOf(workspaceId: string, rightsVersion: number): Promise<FolderTree>;
  /**
   * Creates or changes an entry on a folder or item, for callers who may edit them.
   * @throws AppError `forbidden`, `not-found`, `validation-failed`
   */
  grant: Entries["set"];
  /**
   * Returns the permission of each workspace member on an item in a folder (null: at the root), or without an item on
   * the folder. The number of statements does not depend on the number of members.
   */
  ofEveryMember(workspaceId: string, target: { itemId: string | null; folderId: string | null }): Promise<Map<string, Permission>>;
}

export interface RightsDeps {
  memberships: Pick<Memberships, "resolve" | "find">;
  audit: Audit;
  events: Pick<Events, "publish">;
  notifier: Notifier;
}

/** Creates the rights module: roles and entries, evaluated by the policies and cached by version. */
export function createRights(ports: Ports, { memberships, audit, events, notifier }: RightsDeps): Rights {
  const { pool } = ports;
  const { grantsOf, rightsOf, linkRightsOf, treeOf } = createRightsService(pool);

  async function of(actor: Actor, space: WorkspaceFacts, asMember?: string): Promise<SpaceRights> {
    if (actor.kind !== "user") throw new AppError("unauthenticated");
    const { id: workspaceId, role, rightsVersion } = space;
    if (asMember === undefined || asMember === actor.id) return rightsOf({ workspaceId, userId: actor.id, role, rightsVersion });
    if (isBoundByEntries(role)) throw new AppError("forbidden");
    const other = isUuid(asMember) ? await repo.findRole(pool, workspaceId, asMember) : undefined;
    if (other === undefined) throw new AppError("not-found");
    return rightsOf({ workspaceId, userId: asMember, role: other, rightsVersion });
  }

  const entries = createEntries(ports, { memberships, audit, events, rightsOf: of });
  const accessChanges: AccessChangesDeps = {
    db: ports.db,
    notifier,
    permissionsOn: ({ workspaceId, type, targetId, folderId }) =>
      entries.ofEveryMember(workspaceId, { itemId: type === "file" ? targetId : null, folderId }),
  };
  return {
    of,
    ofMember: rightsOf,
    async now(workspaceId, userId) {
      const found = await memberships.find(workspaceId, userId);
      return found ? rightsOf({ workspaceId, userId, role: found.role, rightsVersion: found.rightsVersion }) : null;
    },
    grantsOf,
    linkRightsOf,
    treeOf,
    ofEveryMember: entries.ofEveryMember,
    grant: entries.set,
    routes: (app) => entriesRoutes(app, entries),
    jobs: [handles(notifyAccessChange, (payload) => handleAccessChange(accessChanges, payload))],
  };
}
