import { IconKey, IconLock, IconUsers, IconWorld, type Icon } from "@tabler/icons-react";
import { PERSONAL, spaceOf } from "../spaces/space-ref.ts";
import type { ItemView } from "./item-list.ts";

const ACCESS_STYLES = {
  private: { icon: IconLock, labelKey: "access.private" },
  link: { icon: IconWorld, labelKey: "access.link" },
  password: { icon: IconKey, labelKey: "access.password" },
  workspace: { icon: IconUsers, labelKey: "access.workspace" },
  folderLink: { icon: IconWorld, labelKey: "access.folderLink" },
  folderPassword: { icon: IconKey, labelKey: "access.folderPassword" },
} as const satisfies Record<string, { icon: Icon; labelKey: string }>;

type Accessible = Pick<ItemView, "access" | "workspaceId" | "shareUrl">;

/** Returns the icon and the key of `library` for an item's access. Workspace items are never private. */
export const accessStyle = (item: Accessible): (typeof ACCESS_STYLES)[keyof typeof ACCESS_STYLES] => ACCESS_STYLES[styleOf(item)];

function styleOf(item: Accessible): keyof typeof ACCESS_STYLES {
  if (item.access === "private") return spaceOf(item) === PERSONAL ? "private" : "workspace";
  if (item.shareUrl !== null || item.access === "workspace") return item.access;
  return item.access === "link" ? "folderLink" : "folderPassword";
}
