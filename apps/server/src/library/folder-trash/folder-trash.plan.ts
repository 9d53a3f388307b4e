import { eachGrapheme, FOLDER_KEY_BYTES_MAX, FOLDER_NAME_BYTES_MAX, FOLDER_NAME_MAX, folderNameKey, graphemes } from "@stillreel/contract";
import { decideAt, flattenChain, type Grantee } from "../../access/policies/grants.policy.ts";
import { effectivePermission, type MemberRole, type Permission } from "../../access/policies/items.policy.ts";
import type { DeletedSubtree, StoredEntry, StoredFolder } from "../../platform/db/schema/index.ts";

/** A permission decision of entries; null when none applies and the role's default holds. */
type Decided = Permission | null;

/** A user, the user's role in the workspace and teams. */
export interface Caller extends Grantee {
  role: MemberRole;
}

/**
 * Returns the permission of a user for a deleted folder, as if it still existed: `top` for the folder itself, and whether the user may
 * change the whole subtree.
 * @param above what the entries of the former parent decide
 */
export function permissionIn({ folders }: DeletedSubtree, caller: Caller, above: Decided): { top: Permission; isWritable: boolean } {
  const decisions = new Map<string, Decided>();
  for (const { id, parentId, entries } of folders)
    decisions.set(id, decideAt(caller, entries)?.permission ?? (parentId === null ? null : decisions.get(parentId)) ?? above);
  const permissions = [...decisions.values()].map((decided) => effectivePermission(caller.role, decided));
  return { top: permissions[0] ?? { read: false, write: false }, isWritable: permissions.every(({ write }) => write) };
}

/** Returns what the entries of the former ancestors decided when the folder was deleted. */
export const decidedByFormer = ({ inherited }: DeletedSubtree, caller: Caller): Decided =>
  inherited.map((entries) => decideAt(caller, entries)).find((decision) => decision !== null)?.permission ?? null;

/** Returns the entries of each of these folders in their order. Folders without an entry are left out. */
export const levelsAlong = (folderIds: readonly string[], entries: ReadonlyMap<string, StoredEntry[]>): StoredEntry[][] =>
  folderIds.flatMap((id) => {
    const found = entries.get(id);
    return found ? [found] : [];
  });

/** Returns for each folder the entries of the folder and of its ancestors, nearest first. `above` are those above the subtree. */
export function chainsOf(folders: readonly StoredFolder[], above: readonly StoredEntry[][]): Map<string, StoredEntry[][]> {
  const chains = new Map<string, StoredEntry[][]>();
  for (const { id, parentId, entries } of folders) {
    const inherited = (parentId === null ? undefined : chains.get(parentId)) ?? [...above];
    // Folders without an entry share the chain of their parent, which is flattened once.
    chains.set(id, entries.length === 0 ? inherited : [entries, ...inherited]);
  }
  return chains;
}

/** Returns for each folder the entries that decide for its items as all entries of its chain do. Folders without any are left out. */
export function flatEntries(
  folders: readonly StoredFolder[],
  above: readonly StoredEntry[][],
  members: readonly Grantee[],
): Map<string, StoredEntry[]> {
  const known = new Map<StoredEntry[][], StoredEntry[]>();
  const flat = new Map<string, StoredEntry[]>();
  for (const [id, chain] of chainsOf(folders, above)) {
    const entries = known.get(chain) ?? flattenChain(chain, members);
    known.set(chain, entries);
    if (entries.length > 0) flat.set(id, entries);
  }
  return flat;
}

const bytes = (text: string): number => new TextEncoder().encode(text).length;
const fits = (name: string): boolean =>
  graphemes(name) <= FOLDER_NAME_MAX && bytes(name) <= FOLDER_NAME_BYTES_MAX && bytes(folderNameKey(name)) <= FOLDER_KEY_BYTES_MAX;

/** Returns the name, or when it is taken, the name with the first free number, shortened to the maximum length. */
export function freeName(name: string, takenKeys: ReadonlySet<string>): string {
  if (!takenKeys.has(folderNameKey(name))) return name;
  const letters = [...eachGrapheme(name)];
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})`;
    let length = letters.length;
    const numbered = (): string => letters.slice(0, length).join("").trimEnd() + suffix;
    while (length > 0 && !fits(numbered())) length -= 1;
    if (!takenKeys.has(folderNameKey(numbered()))) return numbered();
  }
}
