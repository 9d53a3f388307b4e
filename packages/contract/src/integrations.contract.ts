import { z } from "zod";
import { IsoDate } from "./common.contract.ts";
import { IntegrationProvider } from "./integration-values.ts";
import { defineRoute } from "./route.ts";

/** Query parameters with which the page opens after the visit of a service: the connected service, or the code of an error. */
export const INTEGRATION_CONNECTED = "connected";
export const INTEGRATION_ERROR = "error";

/** State of a connection. `reconnect`: the service no longer accepts the stored permission. */
export const IntegrationStatus = z.enum(["connected", "reconnect", "disconnected"]);

/** One service and the caller's connection to it. */
export const Integration = z.object({
  provider: IntegrationProvider,
  /** False when the server has no credentials for the service. */
  configured: z.boolean(),
  status: IntegrationStatus,
  /** Name of the account at the service; of a team chat, the name of the chat workspace. Null when disconnected. */
  accountName: z.string().nullable(),
  connectedAt: IsoDate.nullable(),
});

/** The connected storage account. */
export const DriveUser = z.object({ accountName: z.string(), email: z.string().nullable() });

const ProviderParams = z.object({ provider: IntegrationProvider });

export const listIntegrations = defineRoute({
  id: "integrations.list",
  method: "GET",
  path: "/integrations",
  summary: "The five services, and the caller's connections to them",
  auth: "user",
  response: z.array(Integration),
});

export const connectIntegration = defineRoute({
  id: "integrations.connect",
  method: "POST",
  path: "/integrations/{provider}/connect",
  summary: "Start to connect a service: open `authorizeUrl` in the same browser. Valid once, for 10 minutes, in this session",
  auth: "user",
  sessionOnly: true,
  params: ProviderParams,
  body: z.object({
    /** Page of this server to open afterwards, with `connected` or `error` in its query. The default is `/integrations`. */
    returnTo: z.string().max(1_000).optional(),
  }),
  response: z.object({ authorizeUrl: z.string() }),
  errors: ["not-configured"],
});

export const disconnectIntegration = defineRoute({
  id: "integrations.disconnect",
  method: "DELETE",
  path: "/integrations/{provider}",
  summary: "Disconnect a service: its grant is revoked at the service if possible, and deleted on this server",
  auth: "user",
  params: ProviderParams,
  body: z.object({ confirm: z.boolean().optional() }),
  response: z.object({
    /** False when the service did not confirm the end of the permission, or offers no such call. */
    isRevoked: z.boolean(),
  }),
  errors: ["confirmation-required"],
});

export const completeDriveOauth = defineRoute({
  id: "drive.completeOauth",
  method: "GET",
  path: "/drive/complete-oauth",
  summary: "Complete the connection of the cloud drive with the parameters of its redirect",
  auth: "user",
  sessionOnly: true,
  query: z.object({
    code: z.string().max(4_096).optional(),
    state: z.string().max(256).optional(),
    /** Set instead of `code` when the user did not approve access. */
    error: z.string().max(256).optional(),
  }),
  response: DriveUser,
  errors: ["not-configured", "connection-expired", "drive-not-approved", "drive-sign-in-failed"],
});

export const getDriveUser = defineRoute({
  id: "drive.getUser",
  method: "GET",
  path: "/drive/user",
  summary: "The connected storage account",
  auth: "user",
  response: DriveUser,
  errors: ["reconnect-needed"],
});
