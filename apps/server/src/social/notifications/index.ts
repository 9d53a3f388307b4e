import { unsubscribePath } from "@stillreel/contract";
import type { Rights } from "../../access/rights/index.ts";
import type { Workspaces } from "../../people/workspaces/index.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import { mailNotification } from "../../platform/notifier/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createAddressStops } from "./address-stops.service.ts";
import { EVERY_FIVE_MINUTES, sendDigests } from "./digests.jobs.ts";
import { createDigests } from "./digests.service.ts";
import { handleMailNotification } from "./notifications.jobs.ts";
import { notificationRoutes } from "./notifications.routes.ts";
import { createNotificationsService, type NotificationsDeps } from "./notifications.service.ts";
import { createSights, type SightsService } from "./sights.service.ts";
import { unsubscribeRoutes } from "./unsubscribe.routes.ts";
import { createUnsubscribing } from "./unsubscribe.service.ts";
import { createUnsubscribeTokens, type MailSubject } from "./unsubscribe-tokens.ts";

export { findMailedComments } from "./item-notification-mails.ts";

/** Interface of the notifications module for other modules. */
export interface Notifications extends Module {
  /** Returns those of the users who may read the item, directly or by its public link. Only these are notified about it. */
  readersOf(itemId: string, userIds: readonly string[]): Promise<string[]>;
  /** Returns what of these the users may read now, directly or by a link. */
  sights: Pick<SightsService, "find">;
  /** Returns the link in a mail that ends such mails for its recipient. */
  unsubscribeUrlOf(userId: string, subject: MailSubject): string;
  /** Addresses that get no mail from users. */
  mailStops: {
    /** Returns the link that ends such mail to an address. */
    urlOf(address: string): string;
    /** Returns those of the addresses that unsubscribed. */
    among(addresses: readonly string[]): Promise<Set<string>>;
  };
  sweepers: Sweeper[];
}

/** The modules that notifications use. */
interface Deps extends NotificationsDeps {
  rights: Pick<Rights, "ofMember">;
  invites: Pick<Workspaces["invites"], "openFor">;
  outbox: Pick<Outbox, "post">;
}

/** Creates the module for the notifications of a user: list, marks, settings, mails and digests. `platform/notifier` writes them. */
export function createNotifications(ports: Ports, { rights, invites, outbox, ...deps }: Deps): Notifications {
  const sights = createSights(ports, { rights, invites });
  const tokens = createUnsubscribeTokens(ports.keys.derive("unsubscribe"), ports.keys.earlier("unsubscribe"));
  const unsubscribeUrlOf = (userId: string, subject: MailSubject): string =>
    `${ports.publicUrl()}${unsubscribePath(tokens.sign(userId, subject))}`;
  const stops = createAddressStops(ports);
  const digests = createDigests({ ports, outbox, sights, unsubscribeUrlOf });
  const service = createNotificationsService(ports, { ...deps, sights, digests });
  return {
    readersOf: sights.readersOf,
    sights,
    unsubscribeUrlOf,
    mailStops: { urlOf: (address) => unsubscribeUrlOf(stops.idOf(address), "address"), among: stops.among },
    async routes(app) {
      notificationRoutes(app, service);
      await unsubscribeRoutes(app, createUnsubscribing({ ports, tokens, digests, stops }));
    },
    jobs: [
      handles(mailNotification, (payload) => handleMailNotification({ ports, outbox, sights, unsubscribeUrlOf }, payload)),
      handles(sendDigests, (_payload, signal) => digests.run(signal), EVERY_FIVE_MINUTES),
    ],
    sweepers: [{ name: "delete-old-notifications", run: (signal) => service.sweep(signal) }],
  };
}
