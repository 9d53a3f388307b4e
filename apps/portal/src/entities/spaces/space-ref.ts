/** A space in API paths: `personal`, or a workspace's id. */
export type SpaceRef = string;

export const PERSONAL: SpaceRef = "personal";

/** An object with the id of its space, also in the personal space. */
export interface Placed {
  workspaceId: string;
}

const workspaces = new Set<string>();

/** Registers workspace ids: every other id means the personal space. */
export function noteWorkspaces(refs: Iterable<SpaceRef>): void {
  for (const ref of refs) if (ref !== PERSONAL) workspaces.add(ref);
}

/** Returns the space of an object. */
export const spaceOf = ({ workspaceId }: Placed): SpaceRef => (workspaces.has(workspaceId) ? workspaceId : PERSONAL);
