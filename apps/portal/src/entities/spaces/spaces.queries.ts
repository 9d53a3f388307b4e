import { countItems, listWorkspaces, type ClientResult } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { noteWorkspaces, type SpaceRef } from "./space-ref.ts";

/** A workspace as the list of one's workspaces tells it: with one's role, and what one may do at its top level. */
export type WorkspaceHead = ClientResult<typeof listWorkspaces>[number];

/** The workspaces that one is a member of. */
export const workspacesQuery = queryOptions({
  queryKey: ["workspaces"] as const,
  queryFn: async ({ signal }): Promise<WorkspaceHead[]> => {
    const workspaces = await client.call(listWorkspaces, {}, { signal });
    noteWorkspaces(workspaces.map(({ id }) => id));
    return workspaces;
  },
});

/** A workspace that this page knows. */
export const knownWorkspace = (ref: SpaceRef): WorkspaceHead | undefined =>
  queryClient.getQueryData(workspacesQuery.queryKey)?.find(({ id }) => id === ref);

/** Is one known to be in any workspace? */
export const knowsWorkspaces = (): boolean => (queryClient.getQueryData(workspacesQuery.queryKey)?.length ?? 0) > 0;

/** How many items a space holds, and their bytes; with `asMember` as that member sees it. */
export const countsOf = (ref: SpaceRef, asMember?: string | null) =>
  queryOptions({
    queryKey: asMember ? ["counts", ref, asMember] : ["counts", ref],
    queryFn: ({ signal }) => client.call(countItems, { params: { workspaceId: ref }, query: asMember ? { asMember } : {} }, { signal }),
  });
