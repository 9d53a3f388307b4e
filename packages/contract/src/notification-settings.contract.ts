import { z } from "zod";
import { IsoDate } from "./common.contract.ts";
import { NotificationKind } from "./notifications.contract.ts";
import { defineRoute } from "./route.ts";

/** Where notifications of a kind arrive: in the bell, in the bell and by e-mail, or nowhere. */
export const NotificationChannel = z.enum(["bell", "email", "off"]);
export type NotificationChannel = z.output<typeof NotificationChannel>;

/** An object with a channel for each kind. Other names are refused. */
const Channels = z.strictObject({
  comment: NotificationChannel,
  reply: NotificationChannel,
  mention: NotificationChannel,
  like: NotificationChannel,
  reaction: NotificationChannel,
  share: NotificationChannel,
  "access-request": NotificationChannel,
  "access-removed": NotificationChannel,
  invite: NotificationChannel,
  "member-joined": NotificationChannel,
  "job-done": NotificationChannel,
  "job-failed": NotificationChannel,
  quota: NotificationChannel,
  retention: NotificationChannel,
  transfer: NotificationChannel,
  "owner-changed": NotificationChannel,
  "link-removed": NotificationChannel,
  request: NotificationChannel,
  report: NotificationChannel,
} satisfies Record<NotificationKind, typeof NotificationChannel>);

/** How often unread notifications are mailed together. */
export const DigestFrequency = z.enum(["never", "daily", "weekly"]);

/** Returns whether a name is that of a time zone, such as `Europe/Berlin`. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Time of the mail with the unread notifications of the kinds that are not mailed immediately. */
const Digest = z.strictObject({
  frequency: DigestFrequency,
  /** Day of the weekly mail: 1 is Monday, 7 is Sunday. */
  weekday: z.int().min(1).max(7),
  /** Hour of the day in the time zone. */
  hour: z.int().min(0).max(23),
  timeZone: z.string().max(64).refine(isTimeZone, "Enter a time zone such as Europe/Berlin."),
});
export type NotificationDigest = z.output<typeof Digest>;

/** Channel of each kind, the digest, and the end of a pause in which no mail is sent and no open page is notified. */
export const NotificationSettings = z.object({
  channels: Channels,
  digest: Digest,
  pauseUntil: IsoDate.nullable(),
});

export const getNotificationSettings = defineRoute({
  id: "notifications.getSettings",
  method: "GET",
  path: "/notifications/settings",
  summary: "The channel of each kind of notification, and the digest",
  auth: "user",
  response: NotificationSettings,
});

export const updateNotificationSettings = defineRoute({
  id: "notifications.updateSettings",
  method: "PUT",
  path: "/notifications/settings",
  summary: "Change channels of notifications and the digest; absent fields do not change",
  auth: "user",
  body: z.object({
    channels: Channels.partial().optional(),
    digest: Digest.partial().optional(),
    pauseUntil: IsoDate.nullable().optional(),
  }),
  response: NotificationSettings,
});

/** How often mail of a kind arrives: `immediately` for notifications of one kind, the other values for the digest. */
export const MailFrequency = z.enum(["never", "daily", "weekly", "immediately"]);
export type MailFrequency = z.output<typeof MailFrequency>;

export const unsubscribeMail = defineRoute({
  id: "notifications.unsubscribeMail",
  method: "POST",
  path: "/notifications/unsubscribe",
  summary:
    "Unsubscribe from the digest, from mail about a kind of notification, or from mail of users to an address, by the signed link in it, without a session; or subscribe again",
  auth: "public",
  body: z.object({ token: z.string().max(100), frequency: MailFrequency.default("never") }),
  response: z.object({
    /** What was changed: the digest, mail about a kind of notification, or mail of users to an address. */
    subject: z.enum(["digest", "kind", "address"]),
    /** The kind of notification; null for other subjects. */
    kind: NotificationKind.nullable(),
    /** The frequency before. */
    previous: MailFrequency,
  }),
});
