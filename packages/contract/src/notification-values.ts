import type { NotificationChannel, NotificationKind } from "./notifications.contract.ts";

/** Channel of each kind for users who chose none. */
export const DEFAULT_NOTIFICATION_CHANNELS: Record<NotificationKind, NotificationChannel> = {
  comment: "bell",
  reply: "bell",
  mention: "email",
  like: "bell",
  reaction: "bell",
  share: "bell",
  "access-removed": "bell",
  "job-failed": "bell",
  quota: "bell",
  transfer: "email",
  "owner-changed": "email",
  "link-removed": "email",
  report: "email",
};
