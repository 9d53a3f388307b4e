import { IconLock, IconUsers, IconWorld } from "@tabler/icons-react";
import { PERSONAL, spaceOf, type Placed } from "../../../entities/spaces/space-ref.ts";

/** Whom a link lets in: picture and key of `item`. */
export const VISIBILITIES = {
  link: [IconWorld, "share.anyone"],
  private: [IconLock, "share.onlyYou"],
  workspace: [IconUsers, "share.workspace"],
} as const;

export type Visibility = keyof typeof VISIBILITIES;

/** What can be chosen for an item's link. A personal space has no members, and nothing in a workspace is one's alone. */
export const choicesFor = (item: Placed): readonly Visibility[] =>
  spaceOf(item) === PERSONAL ? ["link", "private"] : ["link", "workspace"];

/** A link's visibility among those choices: a private one in a workspace opens for whoever may see the item there. */
export const asChoice = (item: Placed, visibility: Visibility): Visibility =>
  visibility === "link" || spaceOf(item) === PERSONAL ? visibility : "workspace";
