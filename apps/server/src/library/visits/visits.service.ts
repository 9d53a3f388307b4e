import type { ItemType } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import { permissionOn, type Permission } from "../../access/policies/items.policy.ts";
import type { Items } from "../items/index.ts";
import type { LinkPurpose, Shares } from "../shares/index.ts";

/** An accessible item and the source of the access: own permission or a link. */
export interface VisitedItem {
  itemId: string;
  workspaceId: string;
  type: ItemType;
  title: string;
  durationS: number | null;
  /** The visitor's own permission; none when only the link grants access. */
  permission: Permission;
  /** Whether the link permits comments; null without a link. */
  linkAllowsComments: boolean | null;
  /** Whether the link has a view limit and has not been opened to this visitor before, as far as their cookie shows. */
  isUncounted: boolean;
  /** Caller id in media addresses. */
  callerId: string;
}

export interface VisitsDeps {
  items: Pick<Items, "readable">;
  shares: Pick<Shares, "bySlug">;
}

const NOTHING: Permission = { read: false, write: false };
const seconds = (durationMs: number | null): number | null => (durationMs === null ? null : durationMs / 1000);

/** Finds items for visitors; inaccessible items do not exist. */
export function createVisits({ items, shares }: VisitsDeps) {
  /** Returns the item with read permission; undefined otherwise. */
  async function ownItem(actor: UserActor, itemId: string): Promise<VisitedItem | undefined> {
    try {
      const { row, facts } = await items.readable(actor, itemId);
      return {
        itemId: row.id,
        workspaceId: row.workspace_id,
        type: row.type,
        title: row.title,
        durationS: seconds(row.duration_ms),
        permission: permissionOn(actor, facts),
        linkAllowsComments: null,
        isUncounted: false,
        callerId: actor.id,
      };
    } catch (error) {
      if (error instanceof AppError && error.code === "not-found") return undefined;
      throw error;
    }
  }

  return {
    /** Returns the item if the caller may read it directly or through a link. @throws AppError `not-found`, `password-required`, `unauthenticated` */
    async find(visitor: Visitor, itemId: string, slug: string | undefined, purpose: LinkPurpose = "read"): Promise<VisitedItem> {
      const { actor } = visitor;
      const own = actor.kind === "user" ? await ownItem(actor, itemId) : undefined;
      if (own) return own;
      if (slug === undefined) throw new AppError(actor.kind === "user" ? "not-found" : "unauthenticated");
      const opened = await shares.bySlug(slug, visitor, purpose, itemId);
      if (!opened.ok) throw new AppError(opened.code);
      const { row } = opened;
      if (row.item_id !== itemId) throw new AppError("not-found");
      return {
        itemId,
        workspaceId: row.workspace_id,
        type: row.type,
        title: row.title,
        durationS: seconds(row.duration_ms),
        permission: NOTHING,
        linkAllowsComments: row.allow_comments,
        isUncounted: opened.admission !== null,
        callerId: opened.callerId,
      };
    },
  };
}

/** Item access functions for other modules. */
export type Visits = ReturnType<typeof createVisits>;
