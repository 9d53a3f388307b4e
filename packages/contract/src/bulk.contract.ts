import { z } from "zod";
import { FolderRef, Id, WorkspaceRef } from "./common.contract.ts";
import { ItemType } from "./item-values.ts";
import { ItemView } from "./items.contract.ts";
import { BULK_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

const OfWorkspace = z.object({ workspaceId: WorkspaceRef });

/**
 * Items of a bulk call: ids, or `all` of a list. `from` restricts `all`. Without it, `restore` and `delete` apply to the whole
 * trash, and the other calls to everything outside it.
 */
const Selection = {
  itemIds: z.array(Id).min(1, "Please choose at least one item.").max(BULK_MAX, `At most ${BULK_MAX} items in one request.`).optional(),
  all: z.boolean().optional(),
  from: z.object({ view: ItemView.optional(), type: ItemType.optional(), folderId: FolderRef.optional() }).optional(),
};
const chosen = (body: { itemIds?: unknown; all?: unknown }): boolean => (body.itemIds === undefined) === (body.all === true);
const CHOOSE = { error: "Give either itemIds or all.", path: ["itemIds"] };

/** Result of a bulk call. `done` counts items with the requested state, also earlier ones. `pending` ones follow in the background. */
export const BulkResult = z.object({
  done: z.int(),
  pending: z.int(),
  failed: z.array(z.object({ itemId: z.string(), code: z.string(), message: z.string() })),
});

export const trashItems = defineRoute({
  id: "items.trashMany",
  method: "POST",
  path: "/workspace/{workspaceId}/items/trash",
  summary: "Move items to the trash",
  auth: "user",
  params: OfWorkspace,
  body: z.object(Selection).refine(chosen, CHOOSE),
  response: BulkResult,
});

export const restoreItems = defineRoute({
  id: "items.restoreMany",
  method: "POST",
  path: "/workspace/{workspaceId}/items/restore",
  summary: "Restore items from the trash, into their former folder if it exists",
  auth: "user",
  params: OfWorkspace,
  body: z.object(Selection).refine(chosen, CHOOSE),
  response: BulkResult,
});

export const deleteItems = defineRoute({
  id: "items.deleteMany",
  method: "POST",
  path: "/workspace/{workspaceId}/items/delete",
  summary: "Delete items in the trash permanently; items outside of the trash are refused",
  auth: "user",
  params: OfWorkspace,
  body: z.object(Selection).refine(chosen, CHOOSE),
  response: BulkResult,
});

export const moveManyItems = defineRoute({
  id: "items.moveMany",
  method: "POST",
  path: "/workspace/{workspaceId}/items/move",
  summary: "Move items into a folder of the same space",
  auth: "user",
  params: OfWorkspace,
  body: z.object({ ...Selection, folderId: FolderRef }).refine(chosen, CHOOSE),
  response: BulkResult,
});

export const favoriteItems = defineRoute({
  id: "items.favoriteMany",
  method: "POST",
  path: "/workspace/{workspaceId}/items/favorite",
  summary: "Star or unstar items",
  auth: "user",
  params: OfWorkspace,
  body: z.object({ ...Selection, favorite: z.boolean().default(true) }).refine(chosen, CHOOSE),
  response: BulkResult,
});
