import type { UserActor } from "../../platform/http/actor.ts";
import type { WorkspaceFacts, Memberships } from "../../access/memberships/index.ts";
import type { Hidden, SpaceGrants, SpaceRights } from "../../access/policies/space-rights.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Little } from "./small-scope.repo.ts";

/** Whoever may read more folders of a space than this may read much of it. */
const LITTLE_FOLDERS = 200;

/** Where somebody searches, and what they may not find there. */
export interface Scope {
  workspaceIds: string[];
  /** Those of which they may read all, or much. */
  wide: string[];
  /** What they may not read of these. */
  hidden: Hidden[];
  /** Those of which they may read little, and what. */
  little: Little[];
  /** May they read everything everywhere? */
  isWhole: boolean;
}

/** Kept for as long as the entries that it follows from. */
const KEPT = new WeakMap<SpaceGrants, Little | null>();

/** What of a space may be read, when that is little; null otherwise. */
function littleOf(workspaceId: string, { hidden, grants, onFolder }: SpaceRights): Little | null {
  if (!hidden || hidden.folderIds.length === 0) return null;
  const known = KEPT.get(grants);
  if (known !== undefined) return known;
  const folderIds = [...grants.folderIds()];
  const isLittle = folderIds.length - hidden.folderIds.length <= LITTLE_FOLDERS;
  const placeIds = isLittle ? [workspaceId, ...folderIds.filter((id) => onFolder(id).read)] : [];
  const little = isLittle ? { workspaceId, placeIds, shownItemIds: hidden.shownItemIds, hiddenItemIds: hidden.itemIds } : null;
  KEPT.set(grants, little);
  return little;
}

/** What of these spaces the caller may find. Asks nothing of the database that was asked before; together for all spaces, whatever their number. */
export async function scopeOf(rights: Pick<Rights, "of">, actor: UserActor, spaces: readonly WorkspaceFacts[]): Promise<Scope> {
  const all = await Promise.all(spaces.map(async (space) => ({ id: space.id, may: await rights.of(actor, space) })));
  const scope: Scope = { workspaceIds: spaces.map(({ id }) => id), wide: [], hidden: [], little: [], isWhole: true };
  for (const { id, may } of all) {
    const little = littleOf(id, may);
    if (little) scope.little.push(little);
    else scope.wide.push(id);
    if (may.hidden && !little) scope.hidden.push(may.hidden);
    if (may.hidden) scope.isWhole = false;
  }
  return scope;
}

/** The spaces of a search: the one that was named, or all that the caller is in. @throws AppError `not-found` */
export async function spacesOf(
  memberships: Pick<Memberships, "resolve" | "listTeams">,
  actor: UserActor,
  workspaceRef: string | undefined,
): Promise<WorkspaceFacts[]> {
  if (workspaceRef !== undefined) return [await memberships.resolve(actor, workspaceRef)];
  const [personal, teams] = await Promise.all([memberships.resolve(actor, "personal"), memberships.listTeams(actor.id)]);
  return [personal, ...teams.map(({ workspace: { id, kind, rightsVersion }, role }) => ({ id, kind, role, rightsVersion }))];
}
