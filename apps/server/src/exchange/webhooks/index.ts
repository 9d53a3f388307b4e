import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Auth } from "../../people/auth/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { createOutgoing } from "../../platform/ports/outgoing.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import { createSending } from "./sending.service.ts";
import { createWebhookSeal } from "./webhook-seal.ts";
import { webhookRoutes } from "./webhooks.routes.ts";
import { createWebhooksService } from "./webhooks.service.ts";

export interface WebhooksModuleDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "now">;
  accounts: Pick<Auth["accounts"], "withPreferences">;
  audit: Audit;
  outbox: Pick<Outbox, "post">;
}

/** Webhooks, and the dispatcher that a process with jobs starts. */
export interface Webhooks extends Module {
  dispatcher: Dispatcher;
  sweepers: Sweeper[];
}

/** Creates the module that sends events to addresses of users. */
export function createWebhooks(ports: Ports, { memberships, rights, accounts, audit, outbox }: WebhooksModuleDeps): Webhooks {
  const outgoing = createOutgoing({ isPrivatePermitted: () => ports.settings.current().privateWebhooks });
  const seal = createWebhookSeal(ports.keys);
  const service = createWebhooksService({ ports, memberships, outgoing, seal, audit });
  const send = createSending({ ports, rights, outgoing, seal, audit, outbox, ownerOf: accounts.withPreferences });
  return {
    dispatcher: createDispatcher(ports, send),
    routes: (app) => webhookRoutes(app, service),
    sweepers: [
      { name: "add-delivery-months", run: (signal) => service.addMonths(signal) },
      { name: "delete-webhook-log", run: (signal) => service.sweepLog(signal) },
      { name: "reseal-webhooks", run: (signal) => service.reseal(signal) },
    ],
  };
}
