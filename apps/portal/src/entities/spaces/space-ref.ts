/** A space as addresses of the API name it: `personal`, or a workspace's id. */
export type SpaceRef = string;

export const PERSONAL: SpaceRef = "personal";

/** Something that lies in a space. It carries the space's id, also where that is one's own. */
export interface Placed {
  workspaceId: string;
}

const workspaces = new Set<string>();

/** Remembers that these ids are workspaces': everything else that one gets to see lies in one's own space. */
export function noteWorkspaces(refs: Iterable<SpaceRef>): void {
  for (const ref of refs) if (ref !== PERSONAL) workspaces.add(ref);
}

/** The space that something lies in. */
export const spaceOf = ({ workspaceId }: Placed): SpaceRef => (workspaces.has(workspaceId) ? workspaceId : PERSONAL);
