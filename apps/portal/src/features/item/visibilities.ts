import { IconLock, IconUsers, IconWorld } from "@tabler/icons-react";

/** Whom a link lets in: picture and key of `item`. */
export const VISIBILITIES = {
  link: [IconWorld, "share.anyone"],
  private: [IconLock, "share.onlyYou"],
  workspace: [IconUsers, "share.workspace"],
} as const;
