import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { SearchIndex } from "../search-index/index.ts";

/** The modules that deleted folders use. */
export interface FolderTrashDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of">;
  search: Pick<SearchIndex, "indexFolders">;
  events: Pick<Events, "publish">;
  audit: Audit;
}
