import type { Queryable } from "../../platform/db/statement.ts";
import { type Hits, spaceQueries, wantedOf } from "./hits.ts";
import { find } from "./search.repo.ts";
import { findInSmallScope } from "./small-scope.repo.ts";

/** Finds hits by the index of words in PostgreSQL. See ADR 0008. */
export const createPostgresHits = (pool: Queryable): Hits => ({
  async find(sought) {
    const { wide, hidden, small } = sought.scope;
    const queryFor = spaceQueries(sought.terms);
    const wanted = wantedOf(sought);
    const rows = await Promise.all([
      wide.length === 0 ? [] : find(pool, { ...wanted, spaces: wide.map(queryFor), hidden }),
      small.length === 0
        ? []
        : findInSmallScope(pool, { ...wanted, spaces: small.map((space) => ({ ...space, ...queryFor(space.workspaceId) })) }),
    ]);
    return rows.flat();
  },
});
