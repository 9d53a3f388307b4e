import type { UserActor } from "../../platform/http/actor.ts";
import type { LinkTarget } from "./shares.repo.ts";

/** The user and address of a change. */
export interface Caller {
  actor: UserActor;
  ip: string;
}

/** An item or folder whose link the caller may change. */
export interface Subject {
  target: LinkTarget;
  workspaceId: string;
  title: string;
}
