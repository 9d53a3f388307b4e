import type { Ports } from "../../platform/ports/index.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import { bearerOf } from "../../access/visitors/index.ts";
import { permissionOn } from "../../access/policies/items.policy.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { MediaClaims } from "../../media/media/index.ts";
import type { Items } from "../../library/items/index.ts";
import { type Shares } from "../../library/shares/index.ts";
import * as repo from "./media-access.repo.ts";

/**
 * Reports whether the caller of a media address may still get the bytes behind it. It is asked again during delivery, because an address
 * is valid for minutes, but a delivery that began with it may last for hours.
 */
export interface MediaAccess {
  /**
   * Checks that the address may be used at all: its caller was not suspended or deleted, and its link not removed, since it was signed.
   * @throws AppError `not-found`, `link-removed`
   */
  assertActive(claims: Pick<MediaClaims, "callerId">): Promise<void>;
  /** Returns whether the caller may still read the object. */
  may(claims: Pick<MediaClaims, "callerId" | "storageKey">): Promise<boolean>;
}

export interface MediaAccessDeps {
  items: Pick<Items, "facts">;
  shares: Pick<Shares, "stillOpens" | "isTakenDown">;
  states: Pick<AccountStates, "isActive">;
}

/** Creates the check whether the holder of a signed media URL still has access to its object. */
export function createMediaAccess({ pool }: Pick<Ports, "pool">, { items, shares, states }: MediaAccessDeps): MediaAccess {
  async function mayByThemselves(actor: Actor, holders: readonly repo.HolderRow[]): Promise<boolean> {
    for (const { kind, id } of holders) {
      if (kind === "takeout") {
        if (actor.kind === "user" && actor.id === id) return true;
        continue;
      }
      const facts = await items.facts(actor, id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "not-found") return undefined;
        throw error;
      });
      if (facts && permissionOn(actor, facts)[kind === "original" ? "write" : "read"]) return true;
    }
    return false;
  }

  return {
    async assertActive({ callerId }) {
      const { actor, slug } = bearerOf(callerId);
      if (!(await states.isActive(actor))) throw new AppError("not-found");
      if (slug !== null && (await shares.isTakenDown(slug))) throw new AppError("link-removed");
    },
    async may({ callerId, storageKey }) {
      const { actor, slug } = bearerOf(callerId);
      if (!(await states.isActive(actor))) return false;
      const holders = await repo.listHolders(pool, storageKey);
      if (slug === null) return mayByThemselves(actor, holders);
      // Copies of an item share its bytes; the link of a folder may show several of them.
      for (const { kind, id } of holders) if (kind === "shown" && (await shares.stillOpens(slug, actor, id))) return true;
      return false;
    },
  };
}
