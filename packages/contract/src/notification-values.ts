import type { NotificationChannel, NotificationDigest } from "./notification-settings.contract.ts";
import type { NotificationKind, NotifiedJob } from "./notifications.contract.ts";

/** Channel of each kind for users who chose none. */
export const DEFAULT_NOTIFICATION_CHANNELS: Record<NotificationKind, NotificationChannel> = {
  comment: "bell",
  reply: "bell",
  mention: "email",
  like: "bell",
  reaction: "bell",
  share: "bell",
  "access-request": "email",
  "access-removed": "bell",
  invite: "bell",
  "member-joined": "bell",
  "job-done": "bell",
  "job-failed": "bell",
  quota: "bell",
  retention: "email",
  transfer: "email",
  "owner-changed": "email",
  "link-removed": "email",
  request: "bell",
  report: "email",
};

/** The digest of users who chose none. It begins on Mondays at 8 when they turn it on. */
export const DEFAULT_NOTIFICATION_DIGEST: NotificationDigest = { frequency: "never", weekday: 1, hour: 8, timeZone: "UTC" };

/** Name of the sentence of a notification: its kind, except that each work has its own. */
export type NotificationSentence =
  | Exclude<NotificationKind, "job-done">
  | `job-done-${Exclude<NotifiedJob, "processing">}`
  | `job-failed-${Exclude<NotifiedJob, "processing" | "encoding">}`;

/** Returns the name of the sentence of a notification. */
export function notificationSentenceOf(kind: NotificationKind, job: NotifiedJob | null): NotificationSentence {
  if (kind === "job-done") return `job-done-${job === null || job === "processing" ? "encoding" : job}`;
  return kind === "job-failed" && (job === "export" || job === "import" || job === "save" || job === "render" || job === "video-export")
    ? `job-failed-${job}`
    : kind;
}
