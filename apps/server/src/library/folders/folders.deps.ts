import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Workspaces } from "../../people/workspaces/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { FolderTrash } from "../folder-trash/index.ts";
import type { Items } from "../items/index.ts";
import type { SearchIndex } from "../search-index/index.ts";

/** The modules that folders use. */
export interface FoldersDeps {
  memberships: Pick<Memberships, "resolve">;
  workspaces: Pick<Workspaces, "whole">;
  rights: Rights;
  items: Items;
  folderTrash: Pick<FolderTrash, "store">;
  search: SearchIndex;
  events: Pick<Events, "publish">;
  media: Media;
  audit: Audit;
}
