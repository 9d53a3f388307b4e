import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideAlong } from "./grants.policy.ts";
import { permissionOn, type Permission } from "./items.policy.ts";
import { randomSpace, type RandomSpace } from "../random-space.ts";
import { folderTree, type PlacedGrant, spaceGrants, spaceRights } from "./space-rights.ts";

/** Reference implementation of the documented rule along the path from the item to the root. */
function reference(given: RandomSpace, itemId: string | null, folderId: string | null): Permission {
  if (given.role === "owner" || given.role === "admin") return { read: true, write: true };
  const chain: { id: string; entries: PlacedGrant[] }[] = itemId === null ? [] : [{ id: itemId, entries: given.entries.items }];
  for (let at = folderId; at !== null; at = given.folders.find((folder) => folder.id === at)?.parentId ?? null)
    chain.push({ id: at, entries: given.entries.folders });
  for (const step of chain) {
    const here = step.entries.filter((one) => one.targetId === step.id);
    const own = here.filter((one) => one.principalKind === "member" && one.principalId === "anna");
    const teams = here.filter((one) => one.principalKind === "team" && given.teamIds.includes(one.principalId));
    const everyone = here.filter((one) => one.principalKind === "everyone");
    const decisive = [own, teams, everyone].find((some) => some.length > 0);
    if (decisive) return { read: decisive.some((one) => one.read || one.write), write: decisive.some((one) => one.write) };
  }
  return { read: true, write: given.role === "member" };
}

const actor = {
  kind: "user" as const,
  id: "anna",
  role: "user" as const,
  sessionId: "s",
  authenticatedAt: new Date(0),
  personalWorkspaceId: "p",
};

describe("rights in random workspaces", () => {
  it("match the reference implementation for every folder and item", () => {
    fc.assert(
      fc.property(randomSpace, (given) => {
        const rights = spaceGrants({ userId: "anna", teamIds: new Set(given.teamIds) }, given.folders, given.entries);
        const outcome = (grant: Permission | undefined | null): Permission =>
          permissionOn(actor, { workspaceId: "w", role: given.role, grant: grant ?? null });
        for (const folder of given.folders)
          expect(outcome(rights.ofFolder(folder.id)?.permission)).toEqual(reference(given, null, folder.id));
        for (const item of given.items)
          expect(outcome(rights.ofItem(item.id, item.folderId)?.permission)).toEqual(reference(given, item.id, item.folderId));
        for (const folder of given.folders) {
          const decided = rights.decidedFolders().get(folder.id)?.permission;
          expect(outcome(decided)).toEqual(reference(given, null, folder.id));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("match the separate decision for each folder and item, including the reason", () => {
    fc.assert(
      fc.property(randomSpace, (given) => {
        const { folders, items, entries, role } = given;
        const grantee = { userId: "anna", teamIds: new Set(given.teamIds) };
        const rights = spaceRights(role, spaceGrants(grantee, folderTree(folders.toReversed()), entries));
        const at = (targetId: string, type: "folders" | "items") => entries[type].filter((one) => one.targetId === targetId);
        const chainOf = (folderId: string | null): PlacedGrant[][] => {
          const folder = folders.find(({ id }) => id === folderId);
          return folder ? [at(folder.id, "folders"), ...chainOf(folder.parentId)] : [];
        };
        for (const { id } of folders) expect(decideAlong({ ...grantee, role }, chainOf(id)).permission).toEqual(rights.onFolder(id));
        for (const { id, folderId } of items)
          expect(decideAlong({ ...grantee, role }, [at(id, "items"), ...chainOf(folderId)]).permission).toEqual(
            rights.onItem(id, folderId),
          );
      }),
      { numRuns: 300 },
    );
  });

  it("list exactly the hidden folders and items", () => {
    fc.assert(
      fc.property(randomSpace, ({ folders, items, entries, role, teamIds }) => {
        const rights = spaceRights(role, spaceGrants({ userId: "anna", teamIds: new Set(teamIds) }, folders, entries));
        const { folderIds = [], itemIds = [], shownItemIds = [] } = rights.hidden ?? {};
        for (const { id } of folders) expect(folderIds.includes(id)).toBe(!rights.onFolder(id).read);
        for (const { id, folderId } of items) {
          const isListed = (folderId === null || !folderIds.includes(folderId) || shownItemIds.includes(id)) && !itemIds.includes(id);
          expect(isListed).toBe(rights.onItem(id, folderId).read);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("change when a folder is moved", () => {
    const folders = [
      { id: "open", parentId: null },
      { id: "closed", parentId: null },
      { id: "moved", parentId: "open" },
    ];
    const entries = {
      folders: [{ targetId: "closed", principalKind: "everyone" as const, principalId: "w", read: false, write: false }],
      items: [],
    };
    const grantee = { userId: "anna", teamIds: new Set<string>() };
    expect(spaceGrants(grantee, folders, entries).ofFolder("moved")).toBeNull();
    const after = folders.map((folder) => (folder.id === "moved" ? { ...folder, parentId: "closed" } : folder));
    expect(spaceGrants(grantee, after, entries).ofFolder("moved")).toMatchObject({ targetId: "closed", permission: { read: false } });
  });
});
