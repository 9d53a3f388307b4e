import { listAccessTokens, listWebhookDeliveries, listWebhooks, type ClientResult } from "@stillreel/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";

export type AccessTokenView = ClientResult<typeof listAccessTokens>["items"][number];
export type WebhookView = ClientResult<typeof listWebhooks>["items"][number];
export type DeliveryView = ClientResult<typeof listWebhookDeliveries>["items"][number];

/** Interval in milliseconds in which a log is read again while a delivery is being sent. */
const AGAIN_MS = 2_000;

/** Access tokens of the account, without their secrets. */
export const accessTokensQuery = queryOptions({
  queryKey: ["user", "access-tokens"] as const,
  queryFn: ({ signal }) => client.call(listAccessTokens, {}, { signal }),
  select: (page) => page.items,
});

/** Webhooks of the account. */
export const webhooksQuery = queryOptions({
  queryKey: ["user", "webhooks"] as const,
  queryFn: ({ signal }) => client.call(listWebhooks, {}, { signal }),
  select: (page) => page.items,
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ lastDelivery: last }) => last?.state === "pending" && !last.failure) ? AGAIN_MS : false,
});

/** Whether the first attempt has no result yet. */
const isSending = ({ state, attemptedAt }: DeliveryView): boolean => state === "pending" && attemptedAt === null;

/** The log of one webhook, newest first. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ["user", "webhooks", webhookId, "deliveries"] as const,
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listWebhookDeliveries,
        { params: { webhookId }, query: { limit: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isSending)) ? AGAIN_MS : false),
  });

/** Reads the tokens again. */
export const refreshTokens = (): Promise<void> => queryClient.invalidateQueries({ queryKey: accessTokensQuery.queryKey });

/** Reads the webhooks and their logs again. */
export const refreshWebhooks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
