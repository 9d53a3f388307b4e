import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePreview } from "./preview.ts";
import { noteWorkspaces, PERSONAL, type SpaceRef } from "./space-ref.ts";
import { workspacesQuery, type WorkspaceHead } from "./spaces.queries.ts";

/** The space that the page on the screen is about. */
export interface Space {
  ref: SpaceRef;
  isPersonal: boolean;
  /** Null in one's own space, and until the workspace is known. */
  workspace: WorkspaceHead | null;
  /** May one add things at its top level? */
  canWrite: boolean;
  /** The member whose view of it is shown; null for one's own. */
  asMember: string | null;
}

/** The space that the address names: a workspace, or else one's own. */
export function useSpace(): Space {
  const { workspaceId } = useParams({ strict: false });
  const ref = workspaceId ?? PERSONAL;
  const isPersonal = ref === PERSONAL;
  // The address itself says that it is a workspace's.
  noteWorkspaces([ref]);
  // One's own space needs nothing to be known: no question is asked for it.
  const { data: workspaces } = useQuery({ ...workspacesQuery, enabled: !isPersonal });
  const shown = usePreview();
  const asMember = shown?.workspaceId === ref ? shown.memberId : null;
  return useMemo(() => {
    const workspace = isPersonal ? null : (workspaces?.find(({ id }) => id === ref) ?? null);
    return { ref, isPersonal, workspace, canWrite: isPersonal || (workspace?.permission.write === true && asMember === null), asMember };
  }, [ref, isPersonal, workspaces, asMember]);
}
