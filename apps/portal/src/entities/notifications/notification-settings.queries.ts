import { type ClientResult, getNotificationSettings } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

/** Channels of notifications, and the end of a pause. */
export type NotificationSettingsView = ClientResult<typeof getNotificationSettings>;

/** The user's notification settings. */
export const notificationSettingsQuery = queryOptions({
  queryKey: ["notification-settings"] as const,
  queryFn: ({ signal }) => client.call(getNotificationSettings, {}, { signal }),
});
