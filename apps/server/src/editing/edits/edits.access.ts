import { authorize } from "../../access/policies/authorize.ts";
import type { ItemFacts } from "../../access/policies/items.policy.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { EditsDeps } from "./edits.deps.ts";

/**
 * Returns the video if the caller may edit it.
 * @throws AppError `not-found` without read permission, and for images; `forbidden` without write permission
 */
export async function editable(items: EditsDeps["items"], actor: UserActor, itemId: string): Promise<ItemFacts> {
  const { row, facts } = await items.readable(actor, itemId);
  authorize(actor, "item.write", facts);
  if (row.type !== "video" || facts.trashed) throw new AppError("not-found");
  return facts;
}

/** Returns the error for edits that were stored by another user or device. */
export const editConflict = (): AppError =>
  new AppError("edit-conflict", { message: "The edits of this video were changed on another device or by another user." });
