import type { IntegrationProvider } from "@stillreel/contract";
import type { Audit } from "../../platform/audit/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Access, createAccess } from "./access.service.ts";
import { presentConnections, type UserConnections } from "./connections.present.ts";
import { type AppTest, createAppTest } from "./app-test.service.ts";
import { connectionRoutes } from "./connections.routes.ts";
import { createConnectionsService } from "./connections.service.ts";
import { resealConnections } from "./reseal.service.ts";
import { createRevocations } from "./revocations.jobs.ts";
import { createTokenSeal } from "./token-seal.ts";
import { createTokens } from "./tokens.service.ts";
import type { Vendor } from "./vendor.ts";
import { createDropboxVendor } from "./vendors/dropbox.vendor.ts";
import { createGoogleVendor } from "./vendors/google.vendor.ts";
import { createJiraVendor, createTrelloVendor } from "./vendors/atlassian.vendor.ts";
import { createSlackVendor } from "./vendors/slack.vendor.ts";
import { createVisits } from "./visits.service.ts";

export type { VendorAccess } from "./access.service.ts";
export type { UserConnections } from "./connections.present.ts";
export { type VendorAnswer, VendorError, type VendorErrorKind } from "./vendor-error.ts";
export { sendToVendor, type VendorRequest } from "./vendor-request.ts";

/** Connections of users to other services. */
export interface Connections extends Module, Access {
  /** Returns the connections as the user's own data contain them. */
  ofUser(userId: string): Promise<UserConnections>;
  /** Tests the server's credentials at a service. */
  testApp(provider: IntegrationProvider): Promise<AppTest>;
  /** Ends the permissions of a user at the services after the commit of `tx`, which deletes the account. */
  revokeAllLater(tx: Executor, userId: string): Promise<void>;
  sweepers: Sweeper[];
}

/** Creates the module for connections to a cloud drive, a file-sync service, a team chat, an issue tracker and a card board. */
export function createConnections(ports: Ports, { audit, limits }: { audit: Audit; limits: Pick<RateLimits, "take"> }): Connections {
  const vendors: Record<IntegrationProvider, Vendor> = {
    drive: createGoogleVendor(ports.config),
    dropbox: createDropboxVendor(ports.config),
    slack: createSlackVendor(ports.config),
    jira: createJiraVendor(ports.config),
    trello: createTrelloVendor(ports.config),
  };
  const seal = createTokenSeal(ports.keys);
  const deps = { ports, vendors, seal, audit };
  const service = createConnectionsService(deps);
  const visits = createVisits(deps);
  const revocations = createRevocations(deps);
  return {
    ...createAccess({ vendors, tokens: createTokens({ ports, vendors, seal }) }),
    ofUser: async (userId) => presentConnections(await service.listOf(userId)),
    testApp: createAppTest(deps),
    routes: (app) => connectionRoutes(app, { service, visits, limits }),
    revokeAllLater: revocations.enqueueAll,
    jobs: [revocations.job],
    sweepers: [{ name: "reseal-connections", run: (signal) => resealConnections(ports, seal, signal) }, revocations.sweeper],
  };
}
