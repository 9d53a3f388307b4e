import { queryClient } from "../../platform/api.ts";
import { PERSONAL } from "../spaces/space-ref.ts";
import { workspacesQuery } from "../spaces/spaces.queries.ts";
import type { ItemView } from "./item-list.ts";
import { readItem, type ItemName } from "./items.queries.ts";

/**
 * Searches an item in the user's other spaces: it was moved after its address was stored, or the address contains only the
 * item's id. Null when it is in none of them.
 */
export async function findInOtherSpaces({ id, type, ref }: ItemName): Promise<ItemView | null> {
  try {
    const workspaces = await queryClient.ensureQueryData(workspacesQuery);
    const others = [PERSONAL, ...workspaces.map((workspace) => workspace.id)].filter((other) => other !== ref);
    return await Promise.any(others.map((other) => readItem({ id, type, ref: other })));
  } catch {
    return null;
  }
}
