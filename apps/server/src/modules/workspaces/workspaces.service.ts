import type { Executor } from "../../db/client.ts";
import { AppError } from "../../http/app-error.ts";
import type { Actor } from "../../policies/actor.ts";
import type { Ports } from "../../ports/index.ts";
import { purgeWorkspace } from "./workspaces.jobs.ts";
import * as repo from "./workspaces.repo.ts";

/** What decisions need to know of a workspace. */
export interface WorkspaceFacts {
  id: string;
  kind: "personal" | "team";
  /** The caller's role in it. */
  role: repo.MemberRole;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

export type WorkspacesService = ReturnType<typeof createWorkspacesService>;

export function createWorkspacesService({ db, ids, clock, jobs }: Ports) {
  /** The workspace that a path names, and its row. @throws AppError `not-found` alike when it is not there or not the caller's */
  async function load(actor: Actor, ref: string): Promise<{ workspace: repo.WorkspaceRow; role: repo.MemberRole }> {
    if (actor.kind !== "user") throw new AppError("unauthenticated");
    const id = ref === "personal" ? actor.personalWorkspaceId : ref;
    const found = UUID.test(id) ? await repo.findMembership(db, id, actor.id) : undefined;
    if (!found) throw new AppError("not-found");
    return found;
  }

  return {
    /** Makes the user's personal space. Answers its id. */
    async createPersonal(tx: Executor, userId: string): Promise<string> {
      const id = ids.id();
      await repo.insertPersonal(tx, { id, userId, at: clock.now() });
      return id;
    },

    /** The workspace behind `personal` or an id. @throws AppError `not-found`, `unauthenticated` */
    async resolve(actor: Actor, ref: string): Promise<WorkspaceFacts> {
      if (actor.kind === "user" && (ref === "personal" || ref === actor.personalWorkspaceId))
        return { id: actor.personalWorkspaceId, kind: "personal", role: "owner" };
      const { workspace, role } = await load(actor, ref);
      return { id: workspace.id, kind: workspace.kind, role };
    },

    load,
    listTeams: (userId: string) => repo.listTeamWorkspaces(db, userId),
    listMembers: (workspaceId: string) => repo.listMembers(db, workspaceId),
    listIds: (userId: string) => repo.listWorkspaceIds(db, userId),
    /** Folders that the user starred, in every space that they are in. */
    listFavoriteFolders: (userId: string) => repo.listFavoriteFolders(db, userId),

    /**
     * A user goes: their personal space is cut off and purged by a job; a workspace that they owned alone
     * passes to its longest-standing admin or member, or is purged too when nobody else is in it.
     */
    async leaveAll(tx: Executor, userId: string): Promise<void> {
      const deserted: string[] = [];
      const personal = await repo.detachPersonal(tx, userId, clock.now());
      if (personal) deserted.push(personal);
      for (const workspaceId of await repo.listSolelyOwned(tx, userId)) {
        const heir = await repo.findHeir(tx, workspaceId, userId);
        if (heir) {
          await repo.setRole(tx, workspaceId, heir, "owner");
        } else {
          await repo.detachTeam(tx, workspaceId, clock.now());
          deserted.push(workspaceId);
        }
      }
      for (const workspaceId of deserted) await jobs.enqueue(tx, purgeWorkspace, { workspaceId });
    },
  };
}
