import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";

/** The modules that workspaces use. */
export interface WorkspacesDeps {
  memberships: Memberships;
  rights: Pick<Rights, "grantsOf">;
  media: Pick<Media, "emblems" | "insertBlob" | "releaseBlob" | "releaseBlobs" | "discard">;
  events: Pick<Events, "publish">;
  notifier: Notifier;
  audit: Audit;
  limits: RateLimits;
}
