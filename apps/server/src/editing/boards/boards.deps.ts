import type { Memberships } from "../../access/memberships/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { SearchIndex } from "../../library/search-index/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Drawings } from "../../platform/ports/drawing.port.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";

/** The modules that whiteboards use. */
export interface BoardsDeps {
  items: Pick<Items, "readable" | "presentByIds" | "shown" | "one" | "list" | "update" | "bulk" | "createBoard" | "markOpened" | "quota">;
  shares: Pick<Shares, "bySlug" | "cookiesOf" | "guests">;
  memberships: Pick<Memberships, "resolve">;
  states: Pick<AccountStates, "isActive" | "assertActive">;
  search: Pick<SearchIndex, "indexItem">;
  media: Media;
  audit: Audit;
  events: Pick<Events, "publish" | "subscribe" | "relay">;
  limits: RateLimits;
  drawings: Drawings;
}
