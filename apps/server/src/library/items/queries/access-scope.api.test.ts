import { createTestApp, type TestApp } from "@stillreel/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomSpace, type RandomSpace } from "../../../access/random-space.ts";
import { spaceGrants, spaceRights, type SpaceRights } from "../../../access/policies/space-rights.ts";
import { containerAccess, itemAccess } from "../../../access/rights/index.ts";
import { uuidArray } from "../../../platform/db/uuid-array.ts";
import { accessScopeOf, accessValues, type AccessValues } from "./access-scope.plan.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** The parameters $2 to $5; $1 has the rows. */
const SETS = {
  containerIds: "unnest($2::uuid[])",
  inside: "$3::boolean",
  shownIds: "unnest($4::uuid[])",
  hiddenIds: "unnest($5::uuid[])",
};
const READABLE_ITEMS = `select r->>'id' as id from jsonb_array_elements($1::jsonb) r
  where ${itemAccess({ ...SETS, itemId: "(r->>'id')::uuid", containerId: "(r->>'containerId')::uuid" })}`;
const READABLE_CONTAINERS = `select r->>'id' as id from jsonb_array_elements($1::jsonb) r
  where ${containerAccess({ ...SETS, containerId: "(r->>'id')::uuid" })} and $4::uuid[] is not null and $5::uuid[] is not null`;

async function matching(statement: string, rows: readonly object[], values: AccessValues): Promise<string[]> {
  const found = await t.ports.pool.query<{ id: string }>(statement, [JSON.stringify(rows), ...values]);
  return found.rows.map(({ id }) => id).toSorted();
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();

/** Returns a UUID for a short name such as `f3`. */
const uuidOf = (name: string): string => `00000000-0000-4000-8000-${Buffer.from(name).toString("hex").padStart(12, "0")}`;
const WORKSPACE = uuidOf("w");

/** Replaces the short names by UUIDs and decides the rights in TypeScript. */
function decide({ folders, items, entries, teamIds, role }: RandomSpace): {
  rights: SpaceRights;
  folderIds: string[];
  items: { id: string; folderId: string | null; containerId: string }[];
} {
  const optional = (name: string | null): string | null => name && uuidOf(name);
  const placed = (given: RandomSpace["entries"]["folders"]) => given.map((entry) => ({ ...entry, targetId: uuidOf(entry.targetId) }));
  const tree = folders.map(({ id, parentId }) => ({ id: uuidOf(id), parentId: optional(parentId) }));
  const grantee = { userId: "anna", teamIds: new Set(teamIds) };
  const grants = spaceGrants(grantee, tree, { folders: placed(entries.folders), items: placed(entries.items) });
  return {
    rights: spaceRights(role, grants),
    folderIds: tree.map(({ id }) => id),
    items: items.map(({ id, folderId }) => ({
      id: uuidOf(id),
      folderId: optional(folderId),
      containerId: optional(folderId) ?? WORKSPACE,
    })),
  };
}

describe("the rule in SQL and in TypeScript", () => {
  it.each(["read", "write"] as const)("gives the same items and containers: %s", async (right) => {
    const property = fc.asyncProperty(randomSpace, async (space) => {
      const { rights, folderIds, items } = decide(space);
      const values = accessValues(accessScopeOf(WORKSPACE, rights, right));
      expect(await matching(READABLE_ITEMS, items, values)).toEqual(
        ids(items.filter(({ id, folderId }) => rights.onItem(id, folderId)[right])),
      );
      const containers = [{ id: WORKSPACE, folderId: null }, ...folderIds.map((id) => ({ id, folderId: id }))];
      expect(await matching(READABLE_CONTAINERS, containers, values)).toEqual(
        ids(containers.filter(({ folderId }) => rights.onFolder(folderId)[right])),
      );
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it("gives the same items with the sets that a search uses", async () => {
    const property = fc.asyncProperty(randomSpace, async (space) => {
      const { rights, items } = decide(space);
      const { folderIds, shownItemIds, itemIds } = rights.hidden ?? { folderIds: [], shownItemIds: [], itemIds: [] };
      const values: AccessValues = [uuidArray(folderIds), false, uuidArray(shownItemIds), uuidArray(itemIds)];
      expect(await matching(READABLE_ITEMS, items, values)).toEqual(
        ids(items.filter(({ id, folderId }) => rights.onItem(id, folderId).read)),
      );
    });
    await fc.assert(property, { numRuns: 150 });
  });
});
