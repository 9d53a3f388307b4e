import {
  type ClientArgs,
  type ClientResult,
  createRequest,
  deleteRequest,
  listItems,
  listRequestedItems,
  listRequests,
  updateRequest,
  uploadRequestPicture,
} from "@stillreel/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { onLive } from "../../platform/live/live-events.ts";

export type RequestView = ClientResult<typeof listRequests>["items"][number];
export type RequestedItemView = ClientResult<typeof listRequestedItems>["items"][number];
export type NewRequest = ClientArgs<typeof createRequest>["body"];
export type RequestChange = ClientArgs<typeof updateRequest>["body"];
/** Which requests a list shows. */
export type RequestFilter = "all" | "open" | "closed";

const keys = {
  all: ["requests"] as const,
  list: (state: RequestFilter) => ["requests", "list", state] as const,
  items: (id: string) => ["requests", "items", id] as const,
  pickable: (workspaceId: string) => ["requested-pictures", workspaceId] as const,
};

/** The user's requests, newest first. */
export const requestsQuery = (state: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: keys.list(state),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(state === "all" ? {} : { state }), ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return client.call(listRequests, { query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** What arrived by a request: the newest items. */
export const requestedItemsQuery = (requestId: string) =>
  queryOptions({
    queryKey: keys.items(requestId),
    queryFn: ({ signal }) => client.call(listRequestedItems, { params: { requestId }, query: {} }, { signal }),
    staleTime: 0,
  });

/** Number of items that are offered as pictures. */
const PICKABLE = 24;
/** Media addresses are valid for five minutes. */
const URL_FRESH_MS = 240_000;

/** The newest items of a space, for the picture of a request. */
export const pickableQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.pickable(workspaceId),
    queryFn: ({ signal }) =>
      client.call(listItems, { params: { workspaceId }, query: { view: "all", sort: "newest", limit: PICKABLE } }, { signal }),
    // A video can be drawn before its processing has ended, as soon as it is uploaded.
    select: ({ items }) => items.filter(({ sourceUrl, stage }) => sourceUrl !== null && (stage === "ready" || stage === "processing")),
    staleTime: 0,
    gcTime: URL_FRESH_MS,
  });

/** An item that can be the picture of a request. */
export type PickableItem = ClientResult<typeof listItems>["items"][number];

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.all });

/** Reads the requests again when something arrives. Returns a function that unsubscribes. */
export const followRequests = (): (() => void) =>
  onLive(({ type }) => {
    if (type === "notifications" || type === "items" || type === "reset") void refresh();
  });

/** Makes a request. */
export async function makeRequest(body: NewRequest): Promise<RequestView> {
  const made = await client.call(createRequest, { body });
  void refresh();
  return made;
}

/** Changes, closes or opens a request. */
export async function changeRequest(requestId: string, body: RequestChange): Promise<RequestView> {
  const changed = await client.call(updateRequest, { params: { requestId }, body });
  await refresh();
  return changed;
}

/** Sets the picture of the link preview. */
export async function setRequestPicture(requestId: string, file: File): Promise<void> {
  const body = new FormData();
  body.set("file", file);
  await client.call(uploadRequestPicture, { params: { requestId }, body });
  await refresh();
}

/** Deletes a request. What arrived stays. */
export async function removeRequest(requestId: string): Promise<void> {
  await client.call(deleteRequest, { params: { requestId } });
  await refresh();
}
