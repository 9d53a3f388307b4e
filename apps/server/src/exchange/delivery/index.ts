import type { AccountStates } from "../../access/account-states/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { mediaDelivery } from "./delivery.routes.ts";
import { createMediaAccess } from "./media-access.service.ts";

export { sendBytes } from "./delivery.routes.ts";

export interface DeliveryDeps {
  media: Pick<Media, "tokens">;
  items: Pick<Items, "facts">;
  shares: Pick<Shares, "stillOpens" | "isTakenDown">;
  states: Pick<AccountStates, "isActive">;
}

/** Delivers the bytes behind signed media addresses. */
export function createDelivery(ports: Ports, { media, ...access }: DeliveryDeps): Module {
  return { routes: mediaDelivery(ports, media.tokens, createMediaAccess(ports, access)) };
}
