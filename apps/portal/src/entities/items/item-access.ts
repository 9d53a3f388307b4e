import { IconKey, IconLock, IconUsers, IconWorld, type Icon } from "@tabler/icons-react";
import { PERSONAL, spaceOf } from "../spaces/space-ref.ts";
import type { ItemView } from "./item-list.ts";

const ACCESS_STYLES = {
  private: { icon: IconLock, labelKey: "access.private" },
  link: { icon: IconWorld, labelKey: "access.link" },
  password: { icon: IconKey, labelKey: "access.password" },
  workspace: { icon: IconUsers, labelKey: "access.workspace" },
} as const satisfies Record<ItemView["access"], { icon: Icon; labelKey: string }>;

/** Returns the icon and the key of `library` for an item's access. Workspace items are never private. */
export const accessStyle = (item: Pick<ItemView, "access" | "workspaceId">): (typeof ACCESS_STYLES)[ItemView["access"]] =>
  ACCESS_STYLES[item.access === "private" && spaceOf(item) !== PERSONAL ? "workspace" : item.access];
