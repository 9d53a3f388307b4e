import type { AccountStates } from "../../access/account-states/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { FolderTrash } from "../folder-trash/index.ts";
import type { SearchIndex } from "../search-index/index.ts";

/** The modules that items use. */
export interface ItemsDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of" | "now" | "grantsOf" | "ofMember">;
  media: Media;
  audit: Audit;
  search: SearchIndex;
  folderTrash: Pick<FolderTrash, "empty">;
  events: Pick<Events, "publish">;
  states: Pick<AccountStates, "of" | "assertActive">;
  notifier: Notifier;
  outbox: Pick<Outbox, "post">;
}
