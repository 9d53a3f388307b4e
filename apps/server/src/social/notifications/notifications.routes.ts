import { getNotificationSettings, listNotifications, readNotifications, updateNotificationSettings } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { NotificationsService } from "./notifications.service.ts";

/** Registers the routes of notifications. */
export function notificationRoutes(app: FastifyInstance, notifications: NotificationsService): void {
  implement(app, listNotifications, { needs: "account.own" }, ({ query }, { actor }) => notifications.list(signedIn(actor), query));
  implement(app, readNotifications, { needs: "account.own" }, ({ body }, { actor }) => notifications.mark(signedIn(actor), body));
  implement(app, getNotificationSettings, { needs: "account.own" }, (_args, { actor }) => notifications.settings(signedIn(actor)));
  implement(app, updateNotificationSettings, { needs: "account.own" }, ({ body }, { actor }) =>
    notifications.updateSettings(signedIn(actor), body),
  );
}
