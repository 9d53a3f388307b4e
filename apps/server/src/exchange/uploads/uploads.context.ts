import type { Requests } from "../../social/requests/index.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Transfers } from "../transfers/index.ts";
import type { createTargets } from "./uploads.targets.ts";
import type { createRecordings } from "./uploads.recordings.ts";
import { IDLE_MS } from "./uploads.sweeping.ts";
import { type createVisitors, VISITOR_IDLE_MS } from "./uploads.visitors.ts";

/** The modules that uploads use. */
export interface UploadsDeps {
  media: Media;
  items: Items;
  shares: Pick<Shares, "ensureLink" | "slugOf" | "get">;
  transfers: Pick<Transfers, "importSpace" | "assertFillable" | "createImport" | "startImport" | "dropImport">;
  requests: Pick<Requests, "admit" | "askerWhileOpen" | "askerAfterwards" | "reserve" | "arrive" | "release" | "publish">;
  events: Pick<Events, "publish">;
  limits: Pick<RateLimits, "take">;
  states: Pick<AccountStates, "assertActive">;
}

/** The ports and services that the functions of the module use. */
export interface UploadsContext
  extends
    Pick<Ports, "config" | "db" | "storage">,
    Pick<UploadsDeps, "limits" | "transfers" | "items" | "events" | "shares" | "media" | "states" | "requests"> {
  ports: Ports;
  imageMaxBytes: number;
  targets: ReturnType<typeof createTargets>;
  visitors: ReturnType<typeof createVisitors>;
  recordings: ReturnType<typeof createRecordings>;
}

/** Returns the time at which an upload is deleted when it stays idle. */
export const expiry = ({ ports }: UploadsContext, requestId: string | null = null): Date =>
  new Date(ports.clock.now().getTime() + (requestId === null ? IDLE_MS : VISITOR_IDLE_MS));

/** Publishes events about the created item or import. */
export function notify(
  { events }: UploadsContext,
  row: { workspaceId: string; userId: string; itemId: string | null; importId: string | null },
): void {
  if (row.itemId !== null) events.publish({ type: "items", workspaceId: row.workspaceId, itemIds: [row.itemId] });
  if (row.importId !== null) events.publish({ type: "transfers", userId: row.userId });
}
