import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import { permissionOn, type Permission } from "../../access/policies/items.policy.ts";
import type { Items } from "../items/index.ts";
import type { Shares } from "../shares/index.ts";

/** An item that somebody may see, and by what right: by themselves, or by a link that opens for them. */
export interface Place {
  itemId: string;
  workspaceId: string;
  type: "image" | "video";
  title: string;
  durationS: number | null;
  /** What they may do by themselves; nothing where only a link brought them. */
  permission: Permission;
  /** Whether the link that brought them lets them comment; null without a link. */
  linkAllowsComments: boolean | null;
  /** Whom addresses of its media are made for. */
  callerId: string;
}

export interface VisitsDeps {
  items: Pick<Items, "readable">;
  shares: Pick<Shares, "bySlug">;
}

const NOTHING: Permission = { read: false, write: false };
const seconds = (durationMs: number | null): number | null => (durationMs === null ? null : durationMs / 1000);

/** Finding an item for whoever asks: what they may not see is not there. */
export function createVisits({ items, shares }: VisitsDeps) {
  /** The item, for those who may read it by themselves; undefined for others. */
  async function ownPlace(actor: UserActor, itemId: string): Promise<Place | undefined> {
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
        callerId: actor.id,
      };
    } catch (error) {
      if (error instanceof AppError && error.code === "not-found") return undefined;
      throw error;
    }
  }

  return {
    /** The item, if the caller may see it: by themselves, or by the link of which they know the slug. @throws AppError `not-found`, `password-required`, `unauthenticated` */
    async find(visitor: Visitor, itemId: string, slug: string | undefined): Promise<Place> {
      const { actor } = visitor;
      const own = actor.kind === "user" ? await ownPlace(actor, itemId) : undefined;
      if (own) return own;
      if (slug === undefined) throw new AppError(actor.kind === "user" ? "not-found" : "unauthenticated");
      const opened = await shares.bySlug(slug, visitor);
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
        callerId: opened.callerId,
      };
    },
  };
}

/** What modules may ask about who sees an item, and by what right. */
export type Visits = ReturnType<typeof createVisits>;
