import {
  getHealth,
  listAllWorkspaces,
  listInstallationAudit,
  listJobs,
  listOutbox,
  retryJob,
  retryJobs,
  transferWorkspace,
  type ClientArgs,
  type ClientResult,
} from "@stillreel/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { activitySearch, type ActivityFilter } from "../../platform/activity/activity-filter.ts";
import { client, queryClient } from "../../platform/api.ts";

export type OutboxMailView = ClientResult<typeof listOutbox>["items"][number];
export type HealthCheckView = ClientResult<typeof getHealth>["checks"][number];
export type JobView = ClientResult<typeof listJobs>["items"][number];
export type JobStateFilter = JobView["state"] | "all";
export type AdministeredWorkspaceView = ClientResult<typeof listAllWorkspaces>["items"][number];

/** Query keys of the administration. */
const keys = {
  outbox: ["administration", "outbox"] as const,
  health: ["administration", "health"] as const,
  jobs: ["administration", "jobs"] as const,
  audit: ["administration", "audit"] as const,
  workspaces: ["administration", "workspaces"] as const,
};

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
  staleTime: 0,
};
const at = (cursor: string | undefined): { cursor?: string } => (cursor === undefined ? {} : { cursor });

/** Mail that was sent or stored, newest first. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: keys.outbox,
  queryFn: ({ pageParam, signal }) => client.call(listOutbox, { query: at(pageParam) }, { signal }),
  ...paged,
});

/** The checks of the installation with texts in a language; each request runs them again. */
export const healthQuery = (language: string) =>
  queryOptions({
    queryKey: [...keys.health, language],
    queryFn: ({ signal }) => client.call(getHealth, { query: { lng: language } }, { signal }),
    staleTime: 0,
    // Another language replaces the texts when it is loaded.
    placeholderData: keepPreviousData,
  });

/** Interval in milliseconds in which the visible queue is read again. */
const JOBS_AGAIN_MS = 5_000;

/** Jobs in the queue, newest first. @param name kind of jobs, or an empty text for every kind */
export const jobsQuery = (state: JobStateFilter, name: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.jobs, state, name],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...at(pageParam), ...(state === "all" ? {} : { state }), ...(name === "" ? {} : { name }) };
      return client.call(listJobs, { query }, { signal });
    },
    ...paged,
    refetchInterval: JOBS_AGAIN_MS,
    placeholderData: keepPreviousData,
  });

/** Runs a job again. */
export const repeatJob = {
  keys: keys.jobs,
  run: (jobId: string) => client.call(retryJob, { params: { jobId } }),
  /** Runs every failed job of a kind again. */
  runFailed: (name: string) => client.call(retryJobs, { body: { name } }),
};

/** Filter of the activity of the installation. An empty workspace means every one. */
export interface InstallationFilter extends ActivityFilter {
  workspaceId: string;
}

const installationSearch = ({ workspaceId, ...filter }: InstallationFilter) => ({
  ...activitySearch(filter),
  ...(workspaceId && { workspaceId }),
});

/** Activity of the installation, newest first. */
export const installationActivityQuery = (filter: InstallationFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.audit, filter],
    queryFn: ({ pageParam, signal }) =>
      client.call(listInstallationAudit, { query: { ...installationSearch(filter), ...at(pageParam) } }, { signal }),
    ...paged,
  });

/** Returns the CSV address of the same list. */
export function installationCsvUrl(filter: InstallationFilter): string {
  const search = new URLSearchParams(installationSearch(filter)).toString();
  return `/api/v1/admin/audit.csv${search === "" ? "" : `?${search}`}`;
}

/** Workspaces of the installation whose name contains a text, newest first. */
export const allWorkspacesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.workspaces, q],
    queryFn: ({ pageParam, signal }) => {
      const query: ClientArgs<typeof listAllWorkspaces>["query"] = { ...at(pageParam), ...(q === "" ? {} : { q }) };
      return client.call(listAllWorkspaces, { query }, { signal });
    },
    ...paged,
    placeholderData: keepPreviousData,
  });

/** Gives an abandoned workspace another owner. */
export async function transferAbandoned(workspaceId: string, userId: string): Promise<void> {
  await client.call(transferWorkspace, { params: { workspaceId }, body: { userId } });
  await queryClient.invalidateQueries({ queryKey: keys.workspaces });
}
