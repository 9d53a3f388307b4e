import fc from "fast-check";
import type { PrincipalKind } from "./policies/grants.policy.ts";
import type { MemberRole } from "./policies/items.policy.ts";
import type { PlacedGrant, TreeFolder } from "./policies/space-rights.ts";

const PEOPLE = ["anna", "ben"];
const TEAMS = ["design", "mobile", "support"];
const ROLES: MemberRole[] = ["owner", "admin", "member", "viewer"];

/** Folders, items and entries of a workspace, with the role and the teams of the member `anna`. */
export interface RandomSpace {
  folders: TreeFolder[];
  items: { id: string; folderId: string | null }[];
  entries: { folders: PlacedGrant[]; items: PlacedGrant[] };
  teamIds: string[];
  role: MemberRole;
}

const principal = fc.oneof(
  fc.constantFrom(...PEOPLE).map((id) => ({ principalKind: "member" as PrincipalKind, principalId: id })),
  fc.constantFrom(...TEAMS).map((id) => ({ principalKind: "team" as PrincipalKind, principalId: id })),
  fc.constant({ principalKind: "everyone" as PrincipalKind, principalId: "w" }),
);
const entry = (targetIds: string[]) =>
  fc
    .record({ targetId: fc.constantFrom(...targetIds), who: principal, read: fc.boolean(), write: fc.boolean() })
    .map(({ who, ...rest }) => ({ ...rest, ...who }));

/** Removes duplicate entries per target and principal, as the database does. */
const distinct = (entries: PlacedGrant[]): PlacedGrant[] => [
  ...new Map(entries.map((one) => [`${one.targetId} ${one.principalKind} ${one.principalId}`, one])).values(),
];

/** A random workspace. Each folder's parent precedes it. */
export const randomSpace: fc.Arbitrary<RandomSpace> = fc.nat({ max: 12 }).chain((size) =>
  fc.tuple(...Array.from({ length: size + 1 }, (_, at) => fc.option(fc.nat({ max: Math.max(0, at - 1) })))).chain((parents) => {
    const folders = parents.map((parent, at) => ({ id: `f${at}`, parentId: at === 0 || parent === null ? null : `f${parent}` }));
    const folderIds = folders.map((folder) => folder.id);
    return fc.array(fc.option(fc.constantFrom(...folderIds)), { minLength: 1, maxLength: 12 }).chain((indexes) => {
      const items = indexes.map((folderId, at) => ({ id: `i${at}`, folderId }));
      return fc.record({
        folders: fc.constant(folders),
        items: fc.constant(items),
        entries: fc.record({
          folders: fc.array(entry(folderIds), { maxLength: 16 }).map(distinct),
          items: fc.array(entry(items.map((item) => item.id)), { maxLength: 8 }).map(distinct),
        }),
        teamIds: fc.subarray(TEAMS),
        role: fc.constantFrom(...ROLES),
      });
    });
  }),
);
