import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onLive } from "../../platform/live/live-events.ts";
import { type Role, type WholeView, type WorkspaceView, newestQuery, workspaceKeys, workspaceQuery } from "./workspaces.queries.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** A workspace as its pages display it. */
export interface ShownWorkspace {
  workspace: WorkspaceView;
  folders: WholeView["allFolders"];
  /** The user's id and role. */
  myId: string | undefined;
  myRole: Role;
}

/**
 * Returns a workspace with its members and live updates; undefined while loading.
 * @throws ApiError when it cannot be read
 */
export function useWorkspace(workspaceId: string): ShownWorkspace | undefined {
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const { data, error } = useQuery(workspaceQuery(workspaceId));
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === "reset" || (event.type === "workspace" && event.workspaceId === workspaceId))
          void queries.invalidateQueries({ queryKey: workspaceKeys.one(workspaceId) });
        else if (event.type === "items" && event.workspaceId === workspaceId)
          void queries.invalidateQueries({ queryKey: newestQuery(workspaceId).queryKey });
      }),
    [queries, workspaceId],
  );
  // A failed refetch leaves the cached data visible; the page frame handles lost membership.
  if (error && data === undefined) throw error;
  return data && { workspace: data.workspace, folders: data.allFolders, myId: user?.id, myRole: data.workspace.role };
}
