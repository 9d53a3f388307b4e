import type { Items } from "../../library/items/index.ts";
import type { SearchIndex } from "../../library/search-index/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Renderer } from "../../media/render/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Drawings } from "../../platform/ports/drawing.port.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";

/** The modules that edits use. */
export interface EditsDeps {
  items: Pick<Items, "readable" | "presentByIds" | "one" | "revert" | "quota" | "createUploading" | "completeUpload" | "removeItem">;
  memberships: Pick<Memberships, "resolve">;
  states: Pick<AccountStates, "of" | "assertActive">;
  search: Pick<SearchIndex, "indexItem">;
  media: Media;
  audit: Audit;
  events: Pick<Events, "publish">;
  notifier: Notifier;
  renderer: Renderer;
  drawings: Drawings;
  /** What follows a video with its times: captions, comments, watched parts. */
  followers: readonly TimelineFollower[];
}
