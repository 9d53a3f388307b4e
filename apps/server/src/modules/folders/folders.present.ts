import type { Permission } from "../../policies/items.policy.ts";
import type { ListedFolder } from "./folders.repo.ts";
import type { PresentedFolder } from "./index.ts";

/** A folder as the contract shows it. */
export function presentFolder(row: ListedFolder, permission: Permission, thumbnails: readonly string[] = []): PresentedFolder {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    nestLevel: row.nest_level,
    parentId: row.parent_id,
    color: row.color,
    kind: row.kind,
    favorite: row.favorite,
    children: row.children,
    items: row.items,
    thumbnails: [...thumbnails],
    permission,
    createdAt: row.created_at,
  };
}
