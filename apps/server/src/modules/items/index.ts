import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";
import { itemsRoutes } from "./items.routes.ts";
import { createItemsService, type ItemsDeps, type ItemsService } from "./items.service.ts";

export { isUuid } from "./items.cursor.ts";
export { parseUploadFields, type UploadNames } from "./items.form.ts";
export { avatarUrl, sourceUrl, type PresentedItem } from "./items.present.ts";
export type { ItemRow } from "./items.repo.ts";
export type { ListArgs, NewImage, NewUpload } from "./items.service.ts";

/** What other modules may ask of items. */
export type Items = ItemsService & Module;

/** Pictures and videos of a space: filing, showing, changing, deleting. */
export function createItems(ports: Ports, deps: ItemsDeps): Items {
  const service = createItemsService(ports, deps);
  return { ...service, routes: itemsRoutes(ports, deps.media, service) };
}
