import { z } from "zod";
import { API_BASE } from "./api-base.ts";

/** The services that a user can connect: a cloud drive, a file-sync service, a team chat, an issue tracker and a card board. */
export const INTEGRATION_PROVIDERS = ["drive", "dropbox", "slack", "jira", "trello"] as const;
export const IntegrationProvider = z.enum(INTEGRATION_PROVIDERS);
export type IntegrationProvider = z.output<typeof IntegrationProvider>;

/** Returns the path to which a service redirects after its consent page. Administrators register it there, after the public address. */
export const integrationCallbackPath = (provider: IntegrationProvider): string => `${API_BASE}/integrations/${provider}/callback`;
