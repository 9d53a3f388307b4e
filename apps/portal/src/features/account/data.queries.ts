import { createTakeout, deleteTakeout, getTakeout, listImports, listTakeouts, type ClientResult } from "@stillreel/contract";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";

export type TakeoutView = ClientResult<typeof getTakeout>;
export type ImportView = ClientResult<typeof listImports>["items"][number];

const LIMIT = 20;
/** Looks while something is under way, in milliseconds, beside what the stream of events tells. */
const WORKING_POLL_MS = 2_000;
/** A take-out's address is renewed at this age, in milliseconds; it dies at 300 s. */
const URL_FRESH_MS = 200_000;

const TAKEOUTS = ["takeouts"] as const;
// Uploads invalidate it when an archive has arrived.
const IMPORTS = ["imports"] as const;

/** True until the work has ended, well or not. */
export const isWorking = ({ status }: Pick<TakeoutView, "status">): boolean => status === "waiting" || status === "running";

/** One's take-outs, newest first. */
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

/** One's imports, newest first. */
export const importsQuery = queryOptions({
  queryKey: IMPORTS,
  queryFn: ({ signal }) => client.call(listImports, { query: { limit: LIMIT } }, { signal }),
  select: (page) => page.items,
  refetchInterval: ({ state }) => (state.data?.items.some(isWorking) ? WORKING_POLL_MS : false),
});

/** Reads both again, for when something went on. */
export async function refreshTransfers(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: TAKEOUTS }), queryClient.invalidateQueries({ queryKey: IMPORTS })]);
}

/** Has everything packed. */
export const startTakeout = mutationOptions({
  mutationFn: () => client.call(createTakeout),
  onSuccess: refreshTransfers,
  // Somebody started one in another tab: it then stands in the list.
  onError: refreshTransfers,
});

/** Stops a take-out, or throws a finished one away. */
export const removeTakeout = mutationOptions({
  mutationFn: (takeoutId: string) => client.call(deleteTakeout, { params: { takeoutId } }),
  onSettled: refreshTransfers,
});

/** A fresh address of a finished take-out, and null when it is gone. */
export async function takeoutUrl(takeoutId: string): Promise<string | null> {
  return (await client.call(getTakeout, { params: { takeoutId } })).downloadUrl;
}
