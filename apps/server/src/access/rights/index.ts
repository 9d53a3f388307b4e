import { AppError } from "../../platform/http/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { isBoundByEntries, type Permission } from "../policies/items.policy.ts";
import type { FolderTree, SpaceGrants, SpaceRights } from "../policies/space-rights.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Memberships, WorkspaceFacts } from "../memberships/index.ts";
import { createEntries } from "./entries.service.ts";
import * as repo from "./rights.repo.ts";
import { entriesRoutes } from "./entries.routes.ts";
import { createRightsService, type Membership } from "./rights.service.ts";

export type { Membership } from "./rights.service.ts";

/** What other modules may ask of rights. */
export interface Rights extends Module {
  /**
   * What the caller may do in a space that was resolved for them. With `asMember`, what that member may: for owners and admins.
   * @throws AppError `unauthenticated`, `forbidden` for whoever may not see it as another, `not-found` for somebody who is no member
   */
  of(actor: Actor, space: WorkspaceFacts, asMember?: string): Promise<SpaceRights>;
  /** What somebody whose place in a space was just read may do there. */
  ofMember(membership: Membership): Promise<SpaceRights>;
  /** What somebody may do in a space at this moment, for work that goes on without a request; null for who is no member of it. */
  now(workspaceId: string, userId: string): Promise<SpaceRights | null>;
  /** The entries that decide for somebody in a space; none bind owners and admins. */
  grantsOf(membership: Membership): Promise<SpaceGrants>;
  /** The tree of a space's folders, of this version of its rights or a later one. */
  treeOf(workspaceId: string, rightsVersion: number): Promise<FolderTree>;
  /**
   * What each member of a space may do with a file that lies in a folder (null: at the root), or without a file with the folder.
   * As many statements for one member as for a thousand.
   */
  ofEverybody(workspaceId: string, place: { itemId: string | null; folderId: string | null }): Promise<Map<string, Permission>>;
}

export interface RightsDeps {
  memberships: Pick<Memberships, "resolve" | "find">;
  audit: Audit;
  events: Pick<Events, "publish">;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Who may do what in a space: roles and entries, decided by the policies and kept as long as they hold. */
export function createRights(ports: Ports, { memberships, audit, events }: RightsDeps): Rights {
  const { pool } = ports;
  const { grantsOf, rightsOf, treeOf } = createRightsService(pool);

  async function of(actor: Actor, space: WorkspaceFacts, asMember?: string): Promise<SpaceRights> {
    if (actor.kind !== "user") throw new AppError("unauthenticated");
    const { id: workspaceId, role, rightsVersion } = space;
    if (asMember === undefined || asMember === actor.id) return rightsOf({ workspaceId, userId: actor.id, role, rightsVersion });
    if (isBoundByEntries(role)) throw new AppError("forbidden");
    const other = UUID.test(asMember) ? await repo.findRole(pool, workspaceId, asMember) : undefined;
    if (other === undefined) throw new AppError("not-found");
    return rightsOf({ workspaceId, userId: asMember, role: other, rightsVersion });
  }

  const entries = createEntries(ports, { memberships, audit, events, rightsOf: of });
  return {
    of,
    ofMember: rightsOf,
    async now(workspaceId, userId) {
      const found = await memberships.find(workspaceId, userId);
      return found ? rightsOf({ workspaceId, userId, role: found.role, rightsVersion: found.rightsVersion }) : null;
    },
    grantsOf,
    treeOf,
    ofEverybody: entries.ofEverybody,
    routes: (app) => entriesRoutes(app, entries),
  };
}
