import { countItems, listWorkspaces, type ClientResult } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { noteWorkspaces, type SpaceRef } from "./space-ref.ts";

/** A workspace in the user's list, with role and root permission. */
export type WorkspaceHead = ClientResult<typeof listWorkspaces>[number];

/** The user's workspaces. */
export const workspacesQuery = queryOptions({
  queryKey: ["workspaces"] as const,
  queryFn: async ({ signal }): Promise<WorkspaceHead[]> => {
    const workspaces = await client.call(listWorkspaces, {}, { signal });
    noteWorkspaces(workspaces.map(({ id }) => id));
    return workspaces;
  },
});

/** Returns a cached workspace. */
export const knownWorkspace = (ref: SpaceRef): WorkspaceHead | undefined =>
  queryClient.getQueryData(workspacesQuery.queryKey)?.find(({ id }) => id === ref);

/** Returns whether the user is known to be a member of any workspace. */
export const knowsWorkspaces = (): boolean => (queryClient.getQueryData(workspacesQuery.queryKey)?.length ?? 0) > 0;

/** Item count and size of a space; with `asMember` as that member sees it. */
export const countsOf = (ref: SpaceRef, asMember?: string | null) =>
  queryOptions({
    queryKey: asMember ? ["counts", ref, asMember] : ["counts", ref],
    queryFn: ({ signal }) => client.call(countItems, { params: { workspaceId: ref }, query: asMember ? { asMember } : {} }, { signal }),
  });
