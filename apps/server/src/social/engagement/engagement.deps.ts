import type { Items } from "../../library/items/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Visits } from "../../library/visits/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Notifications } from "../notifications/index.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";

/** The modules that engagement uses. */
export interface EngagementDeps {
  items: Pick<Items, "readable" | "markOpened">;
  visits: Visits;
  links: Pick<Shares, "hasRoomForView">;
  events: Pick<Events, "publish">;
  notifier: Notifier;
  notifications: Pick<Notifications, "readersOf">;
  limits: RateLimits;
}
