import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Auth } from "../../people/auth/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Notifications } from "../../social/notifications/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Workspaces } from "../../people/workspaces/index.ts";
import { emailRoutes } from "./emails.routes.ts";
import { createInviteMails } from "./invite-mails.service.ts";
import { createItemMails } from "./item-mails.service.ts";

export interface EmailsDeps {
  auth: Auth;
  items: Items;
  shares: Shares;
  workspaces: Pick<Workspaces, "invites">;
  outbox: Outbox;
  notifications: Pick<Notifications, "readersOf" | "mailStops">;
  limits: RateLimits;
}

/** Creates the module for mails on request: item links, invites, reset links and the welcome mail. */
export function createEmails(ports: Ports, { auth, items, shares, workspaces, outbox, notifications, limits }: EmailsDeps): Module {
  const itemMails = createItemMails({ ports, accounts: auth.accounts, items, shares, outbox, notifications, limits });
  const inviteMails = createInviteMails({
    accounts: auth.accounts,
    invites: workspaces.invites,
    outbox,
    stops: notifications.mailStops,
    limits,
  });
  return { routes: (app) => emailRoutes(app, { auth, itemMails, inviteMails }) };
}
