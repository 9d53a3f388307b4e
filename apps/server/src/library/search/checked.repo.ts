import { containerAccess, itemAccess } from "../../access/rights/index.ts";
import { ISO_TIMESTAMPS } from "../../platform/db/pool.ts";
import { loadStatement, type Queryable } from "../../platform/db/statement.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";
import type { EngineBounds } from "../../platform/ports/search-engine.port.ts";
import { entryTexts, type FoundFolder, type FoundItem, resultOf, type SpaceQuery, type Wanted } from "./found.repo.ts";

type CheckedValues = [
  workspaceIds: string[],
  queries: string[],
  folders: string[],
  type: string | null,
  entryIds: Buffer,
  pending: number,
  containerIds: Buffer,
  inside: boolean,
  hiddenIds: Buffer,
  shownIds: Buffer,
];

const BOUNDS = {
  containerIds: "unnest(containers) from given",
  inside: "(select inside from given)",
  shownIds: "unnest(shown) from given",
  hiddenIds: "unnest(closed) from given",
};

/** Applies to the entries of an engine the same rule as all lists and searches. */
export const CHECKED = loadStatement<FoundItem | FoundFolder, CheckedValues>(import.meta.url, "./sql/search-checked.sql", {
  slots: {
    entryTexts: entryTexts(itemAccess({ ...BOUNDS, containerId: "i.container_id", itemId: "i.id" })),
    result: resultOf(`select e.folder_id, e.at
    from entry e
    where e.workspace_id = s.workspace_id and e.folder_id is not null and e.words @@ s.folders
      and ${containerAccess({ ...BOUNDS, containerId: "e.folder_id" })}`),
  },
  types: ISO_TIMESTAMPS,
});

/** What an engine proposes for spaces, and what the caller may read of them. */
export interface Proposed extends Pick<Wanted, "type"> {
  spaces: readonly SpaceQuery[];
  bounds: EngineBounds;
  entryIds: readonly string[];
  /** Number of newest changes to search of each space. */
  pending: number;
}

/** Returns the parameters of {@link CHECKED}. */
export const checkedValues = ({ spaces, bounds, type, entryIds, pending }: Proposed): CheckedValues => [
  spaces.map(({ workspaceId }) => workspaceId),
  spaces.map(({ query }) => query),
  spaces.map(({ folders }) => folders),
  type,
  uuidArray(entryIds),
  pending,
  uuidArray(bounds.containerIds),
  bounds.inside,
  uuidArray(bounds.hiddenItemIds),
  uuidArray(bounds.shownItemIds),
];

/** Returns those of the proposed entries that contain the words and that the caller may read. */
export const findChecked = async (pool: Queryable, proposed: Proposed): Promise<(FoundItem | FoundFolder)[]> =>
  CHECKED.run(pool, checkedValues(proposed));

const READY = loadStatement<{ ready: boolean }, [target: string]>(import.meta.url, "./sql/search-engine-ready.sql");

/** Returns whether the engine has all entries. */
export async function isEngineReady(pool: Queryable, target: string): Promise<boolean> {
  const rows = await READY.run(pool, [target]);
  return rows[0]?.ready === true;
}
