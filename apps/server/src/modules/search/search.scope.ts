import type { Pool } from "pg";
import type { UserActor } from "../../policies/actor.ts";
import type { Hidden, SpaceRights } from "../../policies/space-rights.ts";
import type { Rights } from "../rights/index.ts";
import type { WorkspaceFacts, Workspaces } from "../workspaces/index.ts";
import { countIn, LITTLE_ITEMS, type Readable } from "./search.repo.ts";

/** Whoever may read more folders of a space than this may read much of it. */
const LITTLE_FOLDERS = 200;

/** Where somebody searches, and what they may not find there. */
export interface Scope {
  workspaceIds: string[];
  /** Of all these spaces together; null when nothing is hidden. */
  hidden: Hidden | null;
  /** Spaces of which they may read little. */
  little: Map<string, Readable>;
}

/** What of a space may be read, when that is little; null otherwise. */
async function littleOf(pool: Pool, rights: Rights, space: WorkspaceFacts, may: SpaceRights): Promise<Readable | null> {
  if (!may.hidden || may.hidden.folderIds.length === 0) return null;
  const tree = await rights.treeOf(space.id, space.rightsVersion);
  if (tree.ids.length - may.hidden.folderIds.length > LITTLE_FOLDERS) return null;
  const containerIds = [space.id, ...tree.ids.filter((id) => may.onFolder(id).read)];
  const { itemIds: hiddenItemIds, shownItemIds: itemIds } = may.hidden;
  if (itemIds.length + (await countIn(pool, space.id, containerIds)) > LITTLE_ITEMS) return null;
  return { containerIds, itemIds, hiddenItemIds };
}

/** What of these spaces the caller may find. Asks nothing of the database where nothing can be hidden. */
export async function scopeOf(pool: Pool, rights: Rights, actor: UserActor, spaces: readonly WorkspaceFacts[]): Promise<Scope> {
  const hidden: Hidden = { folderIds: [], itemIds: [], shownItemIds: [] };
  const little = new Map<string, Readable>();
  let isAnyHidden = false;
  for (const space of spaces) {
    const may = await rights.of(actor, space);
    if (!may.hidden) continue;
    isAnyHidden = true;
    hidden.folderIds = hidden.folderIds.concat(may.hidden.folderIds);
    hidden.itemIds = hidden.itemIds.concat(may.hidden.itemIds);
    hidden.shownItemIds = hidden.shownItemIds.concat(may.hidden.shownItemIds);
    const readable = await littleOf(pool, rights, space, may);
    if (readable) little.set(space.id, readable);
  }
  return { workspaceIds: spaces.map((space) => space.id), hidden: isAnyHidden ? hidden : null, little };
}

/** The spaces of a search: the one that was named, or all that the caller is in. @throws AppError `not-found` */
export async function spacesOf(
  workspaces: Pick<Workspaces, "resolve" | "listTeams">,
  actor: UserActor,
  workspaceRef: string | undefined,
): Promise<WorkspaceFacts[]> {
  if (workspaceRef !== undefined) return [await workspaces.resolve(actor, workspaceRef)];
  const [personal, teams] = await Promise.all([workspaces.resolve(actor, "personal"), workspaces.listTeams(actor.id)]);
  return [personal, ...teams.map(({ workspace: { id, kind, rightsVersion }, role }) => ({ id, kind, role, rightsVersion }))];
}
