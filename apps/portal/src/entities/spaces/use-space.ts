import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePreview } from "./preview.ts";
import { noteWorkspaces, PERSONAL, type SpaceRef } from "./space-ref.ts";
import { workspacesQuery, type WorkspaceHead } from "./spaces.queries.ts";

/** The space of the open page. */
export interface Space {
  ref: SpaceRef;
  isPersonal: boolean;
  /** Null in the personal space and until loaded. */
  workspace: WorkspaceHead | null;
  /** Whether the user may add items at its root. */
  canWrite: boolean;
  /** The previewed member; null for the user's own view. */
  asMember: string | null;
}

/** Returns the space of the address: a workspace or the personal space. */
export function useSpace(): Space {
  const { workspaceId } = useParams({ strict: false });
  const ref = workspaceId ?? PERSONAL;
  const isPersonal = ref === PERSONAL;
  // The address identifies a workspace.
  noteWorkspaces([ref]);
  // The personal space needs no request.
  const { data: workspaces } = useQuery({ ...workspacesQuery, enabled: !isPersonal });
  const shown = usePreview();
  const asMember = shown?.workspaceId === ref ? shown.memberId : null;
  return useMemo(() => {
    const workspace = isPersonal ? null : (workspaces?.find(({ id }) => id === ref) ?? null);
    return { ref, isPersonal, workspace, canWrite: isPersonal || (workspace?.permission.write === true && asMember === null), asMember };
  }, [ref, isPersonal, workspaces, asMember]);
}
