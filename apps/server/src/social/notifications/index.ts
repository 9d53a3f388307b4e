import type { Rights } from "../../access/rights/index.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import { mailNotification } from "../../platform/notifier/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { handleMailNotification } from "./notifications.jobs.ts";
import { notificationRoutes } from "./notifications.routes.ts";
import { createNotificationsService, type NotificationsDeps } from "./notifications.service.ts";
import { createSights } from "./sights.service.ts";

/** Interface of the notifications module for other modules. */
export interface Notifications extends Module {
  /** Returns those of the users who may read the item, directly or by its public link. Only these are notified about it. */
  readersOf(itemId: string, userIds: readonly string[]): Promise<string[]>;
  sweepers: Sweeper[];
}

/** Creates the module for the notifications of a user: list, marks, settings and mails. They are written by `platform/notifier`. */
export function createNotifications(
  ports: Ports,
  { rights, outbox, ...deps }: NotificationsDeps & { rights: Pick<Rights, "ofMember">; outbox: Pick<Outbox, "post"> },
): Notifications {
  const sights = createSights(ports, rights);
  const service = createNotificationsService(ports, deps, sights);
  return {
    readersOf: sights.readersOf,
    routes: (app) => notificationRoutes(app, service),
    jobs: [handles(mailNotification, (payload) => handleMailNotification({ ports, outbox, sights }, payload))],
    sweepers: [{ name: "delete-old-notifications", run: () => service.sweep() }],
  };
}
