import { getSignInOptions } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

/** Sign-in methods of this server. */
export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"] as const,
  queryFn: ({ signal }) => client.call(getSignInOptions, {}, { signal }),
  staleTime: 300_000,
});
