import { getUserData } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../api.ts";

/** The signed-in user. */
export const userQuery = queryOptions({
  queryKey: ["user"] as const,
  queryFn: ({ signal }) => client.call(getUserData, {}, { signal }),
  staleTime: 60_000,
});
