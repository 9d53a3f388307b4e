import type { BoardRole } from "@stillreel/contract";
import { canWrite } from "../../access/policies/items.policy.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { OpenedRow, Shares } from "../../library/shares/index.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";

export type FoundItem = Awaited<ReturnType<Items["readable"]>>;

/** A board that the caller may view, and what else they may do. */
export interface Entry {
  boardId: string;
  workspaceId: string;
  title: string;
  role: BoardRole;
  /** Caller id in media addresses. */
  callerId: string;
  /** The caller, whose own permissions decide which items on the board are shown. */
  actor: Actor;
  /** How the caller reaches the board: by their own permission, or by a link. */
  by: { kind: "member"; actor: UserActor; found: FoundItem } | { kind: "link"; row: OpenedRow };
  /** Cookie that admits a visitor of a link with a view limit again. */
  admission: string | null;
}

export interface AccessDeps {
  items: Pick<Items, "readable">;
  shares: Pick<Shares, "bySlug">;
}

/** How a visitor names a board. */
export interface Visit {
  visitor: Visitor;
  boardId: string;
  /** Slug of a link. */
  share: string | undefined;
}

const notFoundAsUndefined = (error: unknown): undefined => {
  if (error instanceof AppError && error.code === "not-found") return undefined;
  throw error;
};

async function asMember({ items }: AccessDeps, actor: UserActor, boardId: string): Promise<Entry | undefined> {
  const found = await items.readable(actor, boardId).catch(notFoundAsUndefined);
  if (!found || found.row.type !== "board" || found.facts.trashed) return undefined;
  const canEdit = actor.tokenScope !== "read" && canWrite(actor, found.facts).ok;
  const { workspaceId, title } = found.facts;
  return {
    boardId: found.row.id,
    workspaceId,
    title,
    role: canEdit ? "edit" : "comment",
    callerId: actor.id,
    actor,
    by: { kind: "member", actor, found },
    admission: null,
  };
}

/**
 * Returns the board if the caller may view it, by their own permission or by a link.
 * @throws AppError `not-found` also for a board in the trash, `unauthenticated`, `password-required`, `link-removed`
 */
export async function enter(deps: AccessDeps, { visitor, boardId, share }: Visit, purpose: "read" | "content" = "read"): Promise<Entry> {
  const { actor } = visitor;
  const own = actor.kind === "user" ? await asMember(deps, actor, boardId) : undefined;
  if (own) return own;
  if (share === undefined) throw new AppError(actor.kind === "user" ? "not-found" : "unauthenticated");
  const opened = await deps.shares.bySlug(share, visitor, purpose, boardId);
  if (!opened.ok) throw new AppError(opened.code);
  const { row, callerId, admission } = opened;
  if (row.item_id !== boardId || row.type !== "board") throw new AppError("not-found");
  const role = actor.kind === "user" && row.allow_comments ? "comment" : "view";
  return { boardId, workspaceId: row.workspace_id, title: row.title, role, callerId, actor, by: { kind: "link", row }, admission };
}

/** Returns a board that the caller may change. @throws AppError `not-found`, `forbidden` */
export async function enterToEdit(deps: AccessDeps, actor: UserActor, boardId: string): Promise<Entry & { by: { kind: "member" } }> {
  const entry = await asMember(deps, actor, boardId);
  if (!entry || entry.by.kind !== "member") throw new AppError("not-found");
  if (entry.role !== "edit") throw new AppError("forbidden");
  return { ...entry, by: entry.by };
}
