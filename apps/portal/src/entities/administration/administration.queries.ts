import { listOutbox, type ClientResult } from "@stillreel/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

export type OutboxMailView = ClientResult<typeof listOutbox>["items"][number];

/** Query keys of the administration. */
export const administrationKeys = {
  outbox: ["administration", "outbox"] as const,
};

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
  staleTime: 0,
};

/** Mail that was sent or stored, newest first. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: administrationKeys.outbox,
  queryFn: ({ pageParam, signal }) => client.call(listOutbox, { query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
  ...paged,
});
