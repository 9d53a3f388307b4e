import type { UserActor } from "../../platform/http/actor.ts";
import type { WorkspaceFacts, Memberships } from "../../access/memberships/index.ts";
import type { Hidden, SpaceGrants, SpaceRights } from "../../access/policies/space-rights.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { SmallScope } from "./small-scope.repo.ts";

/** Number of readable folders above which a user counts as able to read much of a space. */
const SMALL_FOLDERS_MAX = 200;

/** The spaces of a search and the content that the user may not find there. */
export interface Scope {
  workspaceIds: string[];
  /** Spaces of which the user may read everything or much. */
  wide: string[];
  /** Unreadable parts of these spaces. */
  hidden: Hidden[];
  /** Spaces of which the user may read a small part, with the readable parts. */
  small: SmallScope[];
  /** Whether everything is readable in every space. */
  isWhole: boolean;
}

/** Cache per permission entries: a result is valid while its entries are unchanged. */
const CACHE = new WeakMap<SpaceGrants, SmallScope | null>();

/** Returns the readable part of a space when it is small; null otherwise. */
function smallScopeOf(workspaceId: string, { hidden, grants, onFolder }: SpaceRights): SmallScope | null {
  if (!hidden || hidden.folderIds.length === 0) return null;
  const known = CACHE.get(grants);
  if (known !== undefined) return known;
  const folderIds = [...grants.folderIds()];
  const isSmall = folderIds.length - hidden.folderIds.length <= SMALL_FOLDERS_MAX;
  const readableIds = isSmall ? [workspaceId, ...folderIds.filter((id) => onFolder(id).read)] : [];
  const small = isSmall ? { workspaceId, readableIds, shownItemIds: hidden.shownItemIds, hiddenItemIds: hidden.itemIds } : null;
  CACHE.set(grants, small);
  return small;
}

/** Returns what the caller may find in these spaces. Uses cached data and one query for all spaces. */
export async function scopeOf(rights: Pick<Rights, "of">, actor: UserActor, spaces: readonly WorkspaceFacts[]): Promise<Scope> {
  const all = await Promise.all(spaces.map(async (space) => ({ id: space.id, may: await rights.of(actor, space) })));
  const scope: Scope = { workspaceIds: spaces.map(({ id }) => id), wide: [], hidden: [], small: [], isWhole: true };
  for (const { id, may } of all) {
    const small = smallScopeOf(id, may);
    if (small) scope.small.push(small);
    else scope.wide.push(id);
    if (may.hidden && !small) scope.hidden.push(may.hidden);
    if (may.hidden) scope.isWhole = false;
  }
  return scope;
}

/** Returns the spaces of a search: the named one, or all spaces of the caller. @throws AppError `not-found` */
export async function spacesOf(
  memberships: Pick<Memberships, "resolve" | "listTeams">,
  actor: UserActor,
  workspaceRef: string | undefined,
): Promise<WorkspaceFacts[]> {
  if (workspaceRef !== undefined) return [await memberships.resolve(actor, workspaceRef)];
  const [personal, teams] = await Promise.all([memberships.resolve(actor, "personal"), memberships.listTeams(actor.id)]);
  return [personal, ...teams.map(({ workspace: { id, kind, rightsVersion }, role }) => ({ id, kind, role, rightsVersion }))];
}
