import { joinWorkspace } from "@stillreel/contract";
import { client, queryClient } from "../../platform/api.ts";
import { noteWorkspaces } from "../spaces/space-ref.ts";
import { workspacesQuery } from "../spaces/spaces.queries.ts";
import { inviteQuery, type WorkspaceView } from "./workspaces.queries.ts";

/** Joins a workspace by an invite, and adds it to the lists of the page. */
export async function joinByInvite(inviteId: string): Promise<WorkspaceView> {
  const workspace = await client.call(joinWorkspace, { params: { id: inviteId } });
  noteWorkspaces([workspace.id]);
  void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey, exact: true });
  queryClient.removeQueries({ queryKey: inviteQuery(inviteId).queryKey });
  return workspace;
}
