import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { sharesRoutes } from "./shares.routes.ts";
import { createSharesService, type SharesDeps, type SharesService } from "./shares.service.ts";

export type { Caller as LinkCaller, Subject as LinkSubject } from "./link-subject.ts";
export { expiryOf } from "./link-expiry.ts";
export { mediaOf, type SharedMedia, shownCapture } from "./shares.present.ts";
export type { OpenedFolder, SharedFiles } from "./folder-links.service.ts";
export type { PresentedSharedFolder } from "./folder-links.present.ts";
export type { OpenedRow } from "./shares.repo.ts";
export type { LinkPurpose, Opened } from "./shares.service.ts";

/** Share link functions for other modules. */
export type Shares = SharesService & Module;

/** Share links: settings, access check and visitor data. */
export function createShares(ports: Ports, deps: SharesDeps): Shares {
  const service = createSharesService(ports, deps);
  return { ...service, routes: sharesRoutes(service) };
}
