import type { Executor } from "../../platform/db/client.ts";
import { nextFlight } from "../../platform/db/single-flight.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import type { PlaceFacts } from "../policies/workspaces.policy.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./memberships.repo.ts";

/** What decisions need to know of a workspace. */
export interface WorkspaceFacts {
  id: string;
  kind: "personal" | "team";
  /** The caller's role in it. */
  role: repo.JoinedWorkspace["role"];
  /** The version of its rights at the moment of asking; see `access/rights`. */
  rightsVersion: number;
}

/** A workspace that was just looked up for somebody. */
export interface ResolvedWorkspace extends WorkspaceFacts {
  /** The version of its folders at the moment of asking, as they are shown to everybody; null for a personal space, which has none. */
  foldersVersion: number | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Is this one of our ids at all? Anything else cannot be found. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** What the policies of workspaces decide about. */
export const factsOf = ({ workspace, role }: repo.JoinedWorkspace): PlaceFacts => ({ kind: workspace.kind, role });

export type Memberships = ReturnType<typeof createMemberships>;

/** Finds workspaces for somebody: those that they are not in, and those that are deleted, are not there. */
export function createMemberships({ db, pool }: Pick<Ports, "db" | "pool">) {
  /** A page's many requests begin with the same place: they share a look at it that none of them is ahead of. */
  const heads = nextFlight((key) => {
    const [workspaceId = "", userId = ""] = key.split(" ");
    return repo.findMembershipHead(pool, workspaceId, userId);
  });

  /** The membership as it is now; undefined for a user who is no member, and where the workspace is deleted. */
  const find = (workspaceId: string, userId: string): Promise<repo.MembershipHead | undefined> => heads.look(`${workspaceId} ${userId}`);

  /** The id behind `personal` or an id. @throws AppError `not-found` for what is no id of ours */
  function idOf(actor: UserActor, ref: string): string {
    const id = ref === "personal" ? actor.personalWorkspaceId : ref;
    if (!isUuid(id)) throw new AppError("not-found");
    return id;
  }

  /** The workspace that a path names, and the caller's place in it. @throws AppError `not-found` alike when it is not there or not the caller's */
  async function load(actor: Actor, ref: string, executor: Executor = db): Promise<repo.JoinedWorkspace> {
    if (actor.kind !== "user") throw new AppError("unauthenticated");
    const found = await repo.findMembership(executor, idOf(actor, ref), actor.id);
    if (!found) throw new AppError("not-found");
    return found;
  }

  /** The same, held: nobody's place in it changes until the transaction ends. Strangers hold nothing up. */
  async function lock(tx: Executor, actor: Actor, ref: string): Promise<repo.JoinedWorkspace> {
    const { workspace } = await load(actor, ref, tx);
    await repo.lockWorkspaces(tx, [workspace.id]);
    return load(actor, workspace.id, tx);
  }

  /** The workspace behind `personal` or an id. @throws AppError `not-found`, `unauthenticated` */
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
