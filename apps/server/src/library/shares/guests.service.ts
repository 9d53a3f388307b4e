import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./guests.repo.ts";
import type { Caller, Subject } from "./link-subject.ts";
import { findLive, type LinkTarget, type ShareRow } from "./shares.repo.ts";

/** What the guests of links need of the other functions for links. */
interface Context extends Pick<Ports, "db" | "clock"> {
  /** Returns the link, and creates a private one if necessary. */
  linkFor(tx: Executor, by: Caller, subject: Subject): Promise<ShareRow>;
  /** Announces a change after its commit. */
  changed(subject: Subject, slug: string): void;
}

/** Creates the functions for people who can open a link by name. Their callers have checked permissions. */
export function createGuests({ db, clock, linkFor, changed }: Context) {
  return {
    /** Returns the guests of an item's or folder's link, oldest first. */
    async list(target: LinkTarget): Promise<repo.GuestRow[]> {
      const link = await findLive(db, target);
      return link ? repo.listGuests(db, link.slug) : [];
    },
    /** Returns the user as a guest of a link. */
    find: (slug: string, userId: string): Promise<repo.Guest | undefined> => repo.findGuest(db, slug, userId),
    /** Returns the links that open some items for a user by name. Whether they open now must be checked. */
    linksOf: (userId: string, itemIds: readonly string[]): Promise<repo.GuestLink[]> => repo.listGuestLinks(db, userId, itemIds),
    /**
     * Admits a person to the link, in the caller's transaction. Without a link a private one is created. `changed` must be called after
     * the commit. Returns the slug.
     * @throws AppError `link-removed`
     */
    async admit(tx: Executor, by: Caller, subject: Subject, guest: repo.Guest & { userId: string }): Promise<string> {
      const { slug, takenDownAt } = await linkFor(tx, by, subject);
      if (takenDownAt !== null) throw new AppError("link-removed");
      await repo.putGuest(tx, { ...guest, slug, createdAt: clock.now() });
      return slug;
    },
    /** Ends the access of a guest, in the caller's transaction. Returns the slug; undefined when they were none. */
    async remove(tx: Executor, { target }: Subject, userId: string): Promise<string | undefined> {
      const link = await findLive(tx, target);
      return link && (await repo.deleteGuest(tx, link.slug, userId)) ? link.slug : undefined;
    },
    changed,
  };
}
