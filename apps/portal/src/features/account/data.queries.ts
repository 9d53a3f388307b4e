import { createTakeout, deleteTakeout, getTakeout, listImports, listTakeouts, type ClientResult } from "@stillreel/contract";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";

export type TakeoutView = ClientResult<typeof getTakeout>;
export type ImportView = ClientResult<typeof listImports>["items"][number];

const LIMIT = 20;
/** Poll interval while work is in progress, in milliseconds, in addition to events. */
const WORKING_POLL_MS = 2_000;
/** Age at which a download address is renewed, in milliseconds; it expires after 300 s. */
const URL_FRESH_MS = 200_000;

const TAKEOUTS = ["takeouts"] as const;
// Uploads invalidate it when an archive has arrived.
const IMPORTS = ["imports"] as const;

/** Returns whether the work is still in progress. */
export const isWorking = ({ status }: Pick<TakeoutView, "status">): boolean => status === "waiting" || status === "running";

/** Exports of the user, newest first. */
export const takeoutsQuery = queryOptions({
  queryKey: TAKEOUTS,
  queryFn: ({ signal }) => client.call(listTakeouts, { query: { limit: LIMIT } }, { signal }),
  select: (page) => page.items,
  staleTime: URL_FRESH_MS,
  refetchInterval: ({ state }) => {
    const items = state.data?.items ?? [];
    if (items.some(isWorking)) return WORKING_POLL_MS;
    return items.length > 0 ? URL_FRESH_MS : false;
  },
});

/** Imports of the user, newest first. */
export const importsQuery = queryOptions({
  queryKey: IMPORTS,
  queryFn: ({ signal }) => client.call(listImports, { query: { limit: LIMIT } }, { signal }),
  select: (page) => page.items,
  refetchInterval: ({ state }) => (state.data?.items.some(isWorking) ? WORKING_POLL_MS : false),
});

/** Invalidates both lists after a change. */
export async function refreshTransfers(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: TAKEOUTS }), queryClient.invalidateQueries({ queryKey: IMPORTS })]);
}

/** Starts an export of everything. */
export const startTakeout = mutationOptions({
  mutationFn: () => client.call(createTakeout),
  onSuccess: refreshTransfers,
  // An export was started in another tab: it is in the list.
  onError: refreshTransfers,
});

/** Starts an export in place of a failed one, which disappears from the list. */
export const repeatTakeout = mutationOptions({
  mutationFn: async (failedId: string) => {
    await client.call(createTakeout);
    await client.call(deleteTakeout, { params: { takeoutId: failedId } });
  },
  onSettled: refreshTransfers,
});

/** Cancels an export or deletes a finished one. */
export const removeTakeout = mutationOptions({
  mutationFn: (takeoutId: string) => client.call(deleteTakeout, { params: { takeoutId } }),
  onSettled: refreshTransfers,
});

/** Returns a new download address of a finished export; null when it no longer exists. */
export async function takeoutUrl(takeoutId: string): Promise<string | null> {
  return (await client.call(getTakeout, { params: { takeoutId } })).downloadUrl;
}
