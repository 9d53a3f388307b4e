import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { sharesRoutes } from "./shares.routes.ts";
import { createSharesService, type SharesDeps, type SharesService } from "./shares.service.ts";

export { mediaOf, type SharedMedia, shownCapture } from "./shares.present.ts";
export type { OpenedRow } from "./shares.repo.ts";
export type { Opened } from "./shares.service.ts";

/** What other modules may ask of share links. */
export type Shares = SharesService & Module;

/** Links that open an item to whoever holds them, their terms, and what visitors get to see. */
export function createShares(ports: Ports, deps: SharesDeps): Shares {
  const service = createSharesService(ports, deps);
  return { ...service, routes: sharesRoutes(service) };
}
