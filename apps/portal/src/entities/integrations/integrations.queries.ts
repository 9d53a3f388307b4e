import {
  connectIntegration,
  disconnectIntegration,
  type IntegrationProvider,
  type ClientResult,
  listIntegrations,
} from "@stillreel/contract";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

export type IntegrationView = ClientResult<typeof listIntegrations>[number];

/** The services that can be connected, with the user's connections. */
export const integrationsQuery = queryOptions({
  queryKey: ["integrations"] as const,
  queryFn: ({ signal }) => client.call(listIntegrations, {}, { signal }),
  // The user may come back from the page of a service in another tab.
  staleTime: 0,
});

/** Leaves the portal for the consent page of a service, which returns to `returnTo`. */
export async function visitService(provider: IntegrationProvider, returnTo: string): Promise<void> {
  const { authorizeUrl } = await client.call(connectIntegration, { params: { provider }, body: { returnTo } });
  location.assign(authorizeUrl);
}

/** Ends a connection. */
export const disconnect = mutationOptions({
  mutationFn: (provider: IntegrationProvider) => client.call(disconnectIntegration, { params: { provider }, body: { confirm: true } }),
  onSettled: refreshIntegrations,
});

/** Loads the connections again, and the marks of the user that depend on them. */
export async function refreshIntegrations(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: userQuery.queryKey, exact: true }),
  ]);
}
