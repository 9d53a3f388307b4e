import {
  getWorkspace,
  listDeletedWorkspaces,
  listInvites,
  listItems,
  readInvite,
  type ClientResult,
  type createTeam,
  type listWorkspaces,
  type updateMember,
} from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { noteWorkspaces } from "../spaces/space-ref.ts";
import { workspacesQuery } from "../spaces/spaces.queries.ts";

/** A workspace with its members. */
export type WorkspaceView = ClientResult<typeof getWorkspace>["workspace"];
export type WorkspaceHead = ClientResult<typeof listWorkspaces>[number];
export type MemberView = ClientResult<typeof updateMember>;
export type Role = MemberView["role"];
export type TeamView = ClientResult<typeof createTeam>;
export type InvitesView = ClientResult<typeof listInvites>;
export type InviteView = ClientResult<typeof readInvite>;
export type DeletedView = ClientResult<typeof listDeletedWorkspaces>[number];
/** A workspace with its folders by name. */
export type WholeView = ClientResult<typeof getWorkspace>;

/** Query keys of workspaces; every key of one workspace starts with `one`. */
export const workspaceKeys = {
  one: (workspaceId: string) => ["workspace", workspaceId] as const,
  deleted: ["workspaces", "deleted"] as const,
  invite: (inviteId: string) => ["invite", inviteId] as const,
};

/** A workspace with its members, teams and folders. */
export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workspaceKeys.one(workspaceId), "whole"],
    queryFn: ({ signal }) => {
      noteWorkspaces([workspaceId]);
      return client.call(getWorkspace, { params: { workspaceId }, query: { tree: "level" } }, { signal });
    },
    staleTime: 10_000,
  });

/** Invites of the user: the valid link and e-mail invites. Needs permission to invite. */
export const invitesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workspaceKeys.one(workspaceId), "invites"],
    queryFn: ({ signal }) => client.call(listInvites, { params: { workspaceId } }, { signal }),
    staleTime: 10_000,
  });

/** Number of new items in the overview. */
const NEWEST = 6;
/** Media addresses are valid for five minutes. */
const URL_FRESH_MS = 240_000;

/** The newest items of a workspace. */
export const newestQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workspaceKeys.one(workspaceId), "newest"],
    queryFn: ({ signal }) =>
      client.call(listItems, { params: { workspaceId }, query: { view: "all", sort: "newest", limit: NEWEST } }, { signal }),
    select: (page) => page.items,
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
  });

/** Deleted workspaces that can be restored. */
export const deletedQuery = queryOptions({
  queryKey: workspaceKeys.deleted,
  queryFn: ({ signal }) => client.call(listDeletedWorkspaces, {}, { signal }),
});

/** The target of an invite. */
export const inviteQuery = (inviteId: string) =>
  queryOptions({
    queryKey: workspaceKeys.invite(inviteId),
    queryFn: ({ signal }) => client.call(readInvite, { params: { id: inviteId } }, { signal }),
    staleTime: Infinity,
  });

/** Updates name, role and picture of a workspace in the cache. */
export function cacheHead(head: WorkspaceHead): void {
  queryClient.setQueryData(workspacesQuery.queryKey, (known) => known?.map((one) => (one.id === head.id ? { ...one, ...head } : one)));
  changeWhole(head.id, (workspace) => ({ ...workspace, ...head }));
}

/** Changes a cached workspace; does nothing when it is not cached. */
export function changeWhole(workspaceId: string, change: (workspace: WorkspaceView) => WorkspaceView): void {
  queryClient.setQueryData(workspaceQuery(workspaceId).queryKey, (known) => known && { ...known, workspace: change(known.workspace) });
}

/** Refetches everything about a workspace. */
export async function refreshWorkspace(workspaceId: string): Promise<boolean> {
  const reads = [
    queryClient.invalidateQueries({ queryKey: workspaceKeys.one(workspaceId) }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey, exact: true }, { throwOnError: true }),
  ];
  return (await Promise.allSettled(reads)).every(({ status }) => status === "fulfilled");
}

/** Removes a workspace from the cache after leaving or deletion. */
export async function forgetWorkspace(workspaceId: string): Promise<void> {
  queryClient.setQueryData(workspacesQuery.queryKey, (known) => known?.filter(({ id }) => id !== workspaceId));
  queryClient.removeQueries({ queryKey: workspaceKeys.one(workspaceId) });
  queryClient.removeQueries({ queryKey: ["items"], type: "inactive" });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey, exact: true }),
    queryClient.invalidateQueries({ queryKey: workspaceKeys.deleted }),
  ]);
}
