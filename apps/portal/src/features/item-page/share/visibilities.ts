import { IconLock, IconUsers, IconWorld } from "@tabler/icons-react";
import { PERSONAL, spaceOf, type Placed } from "../../../entities/spaces/space-ref.ts";

/** Visibility of a link: icon and key of `item`. */
export const VISIBILITIES = {
  link: [IconWorld, "share.anyone"],
  private: [IconLock, "share.onlyYou"],
  workspace: [IconUsers, "share.workspace"],
} as const;

export type Visibility = keyof typeof VISIBILITIES;

/** Returns the selectable visibilities. The personal space has no members, and a workspace has no private items. */
export const choicesFor = (item: Placed): readonly Visibility[] =>
  spaceOf(item) === PERSONAL ? ["link", "private"] : ["link", "workspace"];

/** Maps a link's visibility to a selectable one: a private link in a workspace opens for readers of the item. */
export const asChoice = (item: Placed, visibility: Visibility): Visibility =>
  visibility === "link" || spaceOf(item) === PERSONAL ? visibility : "workspace";
