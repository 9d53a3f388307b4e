import { sql, type SQL } from "drizzle-orm";
import { loadFragment } from "../../platform/db/statement.ts";

const url = import.meta.url;
const SLOT = /\{([a-zA-Z]+)\}/u;

/** SQL expressions of a container and of the sets of an access scope. A set is what follows `select`. */
interface ContainerAccess<Text = string> {
  /** Column with the folder, or with the workspace for its root. */
  containerId: Text;
  containerIds: Text;
  /** Whether `containerIds` are the accessible containers (true) or the inaccessible ones. */
  inside: Text;
}

/** The same with an item and the items that have their own entry. */
interface ItemAccess<Text = string> extends ContainerAccess<Text> {
  itemId: Text;
  shownIds: Text;
  hiddenIds: Text;
}

/** Returns the condition that the caller may access a container. Slots without a text remain, for the statement that contains it. */
export const containerAccess = (slots: Partial<ContainerAccess>): string => loadFragment(url, "./sql/container-access.sql", slots);

/**
 * Returns the SQL form of the rule that `effectivePermission` has in TypeScript: the condition that the caller may access an item. The
 * rule decides which ids are in the sets (`access-scope.plan.ts`, `SpaceRights.hidden`); this is the only condition that applies them.
 * Slots without a text remain, for the statement that contains it.
 */
export const itemAccess = (slots: Partial<ItemAccess>): string =>
  loadFragment(url, "./sql/item-access.sql", { containerAccess: containerAccess(slots), ...slots });

/** Returns the condition of {@link itemAccess} for a composed query with bound values. */
export function itemAccessQuery(slots: ItemAccess<SQL>): SQL {
  // The separators of `split` are at the odd positions.
  const parts = itemAccess({})
    .split(SLOT)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : slots[part as keyof ItemAccess]));
  return sql.join(parts);
}
