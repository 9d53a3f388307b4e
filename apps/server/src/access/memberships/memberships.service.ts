import { isUuid } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { nextFlight } from "../../platform/db/single-flight.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import type { MembershipFacts } from "../policies/workspaces.policy.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./memberships.repo.ts";

/** Facts about a workspace for decisions. */
export interface WorkspaceFacts {
  id: string;
  kind: "personal" | "team";
  /** The caller's role in it. */
  role: repo.JoinedWorkspace["role"];
  /** The version of its rights at the time of the request; see `access/rights`. */
  rightsVersion: number;
}

/** A workspace that was just resolved for a user. */
export interface ResolvedWorkspace extends WorkspaceFacts {
  /** Current version of its folder tree; null for a personal space, which has none. */
  foldersVersion: number | null;
}

/** Returns the facts for workspace policies. */
export const factsOf = ({ workspace, role }: repo.JoinedWorkspace): MembershipFacts => ({ kind: workspace.kind, role });

export type Memberships = ReturnType<typeof createMemberships>;

/** Resolves workspaces for a user: workspaces without membership and deleted ones do not exist. */
export function createMemberships({ db, pool }: Pick<Ports, "db" | "pool">) {
  /** Concurrent requests of a page share one lookup that started after each of them. */
  const heads = nextFlight((key) => {
    const [workspaceId = "", userId = ""] = key.split(" ");
    return repo.findMembershipHead(pool, workspaceId, userId);
  });

  /** The membership as it is now; undefined for a user who is no member, and where the workspace is deleted. */
  const find = (workspaceId: string, userId: string): Promise<repo.MembershipHead | undefined> => heads.read(`${workspaceId} ${userId}`);

  /** Returns the id of `personal` or of an id. @throws AppError `not-found` for invalid ids */
  function idOf(actor: UserActor, ref: string): string {
    const id = ref === "personal" ? actor.personalWorkspaceId : ref;
    if (!isUuid(id)) throw new AppError("not-found");
    return id;
  }

  /** Returns the workspace of a path with the caller's membership. @throws AppError `not-found` when missing or inaccessible */
  async function load(actor: Actor, ref: string, executor: Executor = db): Promise<repo.JoinedWorkspace> {
    if (actor.kind !== "user") throw new AppError("unauthenticated");
    const found = await repo.findMembership(executor, idOf(actor, ref), actor.id);
    if (!found) throw new AppError("not-found");
    return found;
  }

  /** Does the same with a lock: memberships stay unchanged until the transaction ends. Non-members lock nothing. */
  async function lock(tx: Executor, actor: Actor, ref: string): Promise<repo.JoinedWorkspace> {
    const { workspace } = await load(actor, ref, tx);
    await repo.lockWorkspaces(tx, [workspace.id]);
    return load(actor, workspace.id, tx);
  }

  /** Returns the workspace of `personal` or of an id. @throws AppError `not-found`, `unauthenticated` */
  async function resolve(actor: Actor, ref: string): Promise<ResolvedWorkspace> {
    if (actor.kind === "user" && (ref === "personal" || ref === actor.personalWorkspaceId))
      return { id: actor.personalWorkspaceId, kind: "personal", role: "owner", rightsVersion: 0, foldersVersion: null };
    if (actor.kind !== "user") throw new AppError("unauthenticated");
    const id = idOf(actor, ref);
    const head = await find(id, actor.id);
    if (!head) throw new AppError("not-found");
    return { id, ...head };
  }

  return {
    idOf,
    load,
    lock,
    resolve,
    find,
    /** Team workspaces of the user, oldest first, with the user's role in each. */
    listTeams: (userId: string): Promise<repo.JoinedWorkspace[]> => repo.listTeamWorkspaces(db, userId),
    /** Ids of every workspace that the user is in, the personal one included. */
    listWorkspaceIds: (userId: string): Promise<string[]> => repo.listWorkspaceIds(db, userId),
  };
}
