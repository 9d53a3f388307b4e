import { z } from "zod";
import { Flag, Id, IsoDate, page, Paging, Person } from "./common.contract.ts";
import { NOTIFICATION_IDS_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Kinds of notifications, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  "comment",
  "reply",
  "mention",
  "like",
  "reaction",
  "share",
  "access-removed",
  "invite",
  "member-joined",
  "job-done",
  "job-failed",
  "quota",
] as const;
export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.output<typeof NotificationKind>;

/** Where notifications of a kind arrive: in the bell, in the bell and by e-mail, or nowhere. */
export const NotificationChannel = z.enum(["bell", "email", "off"]);
export type NotificationChannel = z.output<typeof NotificationChannel>;

/** Work in the background that a notification is about. */
export const NotifiedJob = z.enum(["processing", "encoding", "export", "import"]);
export type NotifiedJob = z.output<typeof NotifiedJob>;

/** A notification. Events of one kind about one object that the user has not read are one notification. */
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** The notification as a sentence in the user's language, without markup. */
  text: z.string(),
  /** Path of the page that shows its object, with the time of a video. Null when there is none. */
  url: z.string().nullable(),
  /** The user who caused the newest event. Null for events of the server, and for deleted accounts. */
  actor: Person.nullable(),
  /** Number of further users who caused events of this notification. */
  others: z.int().nonnegative(),
  /** Number of events. */
  count: z.int().positive(),
  /** Id of the item that it is about, if the user may read it. */
  itemId: Id.nullable(),
  /** Title of the item, or name of the folder, workspace or file. */
  itemTitle: z.string().nullable(),
  itemType: z.enum(["image", "video"]).nullable(),
  thumbnail: z.string().nullable(),
  /** Position in a video, in milliseconds. */
  timeMs: z.int().nonnegative().nullable(),
  /** Emoji of the newest reaction. */
  emoji: z.string().nullable(),
  /** Used part of the quota in percent. */
  percent: z.int().nonnegative().nullable(),
  /** The work that ended. Null for kinds that are not about work. */
  job: NotifiedJob.nullable(),
  /** What the user can do now: join the workspace of the invite, or repeat the work that failed. */
  action: z.enum(["join", "retry"]).nullable(),
  readAt: IsoDate.nullable(),
  /** Time of the newest event. */
  createdAt: IsoDate,
});

/** Number of unread notifications up to {@link NOTIFICATION_UNREAD_MAX}, which means "this number or more". */
const Unread = z.int().nonnegative();

export const listNotifications = defineRoute({
  id: "notifications.list",
  method: "GET",
  path: "/notifications",
  summary: "The caller's notifications about objects that they may read, newest first, with the number of unread ones",
  auth: "user",
  query: z.object({ ...Paging, unread: Flag.optional() }),
  response: page(Notification).extend({ unread: Unread }),
});

export const readNotifications = defineRoute({
  id: "notifications.read",
  method: "POST",
  path: "/notifications/read",
  summary: "Mark notifications as read, or with `read: false` as unread. Ids that are not the caller's are ignored",
  auth: "user",
  body: z
    .object({
      ids: z.array(Id).min(1).max(NOTIFICATION_IDS_MAX).optional(),
      all: z.literal(true).optional(),
      read: z.boolean().default(true),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), { path: ["ids"], error: "Give either ids or all." })
    .refine(({ all, read }) => all === undefined || read, { path: ["read"], error: "Only ids can be marked as unread." }),
  response: z.object({ unread: Unread }),
});

/** An object with a channel for each kind. Other names are refused. */
const Channels = z.strictObject({
  comment: NotificationChannel,
  reply: NotificationChannel,
  mention: NotificationChannel,
  like: NotificationChannel,
  reaction: NotificationChannel,
  share: NotificationChannel,
  "access-removed": NotificationChannel,
  invite: NotificationChannel,
  "member-joined": NotificationChannel,
  "job-done": NotificationChannel,
  "job-failed": NotificationChannel,
  quota: NotificationChannel,
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

/** Time of the mail with the unread notifications of the kinds that are not mailed at once. */
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
  summary: "Change channels of notifications and the digest; what is absent stays",
  auth: "user",
  body: z.object({
    channels: Channels.partial().optional(),
    digest: Digest.partial().optional(),
    pauseUntil: IsoDate.nullable().optional(),
  }),
  response: NotificationSettings,
});

export const unsubscribeDigest = defineRoute({
  id: "notifications.unsubscribeDigest",
  method: "POST",
  path: "/notifications/unsubscribe",
  summary: "End the digest, or restore it with its frequency, by the signed link in its mail, without a session",
  auth: "public",
  body: z.object({ token: z.string().max(100), frequency: DigestFrequency.default("never") }),
  response: z.object({
    /** The frequency before. */
    previous: DigestFrequency,
  }),
});
