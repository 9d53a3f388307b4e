import { z } from "zod";
import { Flag, Id, IsoDate, page, Paging, Person } from "./common.contract.ts";
import { ReportReason } from "./report-values.ts";
import { NOTIFICATION_IDS_MAX } from "./limits.ts";
import { ItemType } from "./item-values.ts";
import { defineRoute } from "./route.ts";

/** Kinds of notifications, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  "comment",
  "reply",
  "mention",
  "like",
  "reaction",
  "share",
  "access-request",
  "access-removed",
  "invite",
  "member-joined",
  "job-done",
  "job-failed",
  "quota",
  "retention",
  "transfer",
  "owner-changed",
  "link-removed",
  "request",
  "report",
] as const;
export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.output<typeof NotificationKind>;

/** Work in the background that a notification is about. */
export const NotifiedJob = z.enum(["processing", "encoding", "export", "import", "save", "render", "video-export"]);
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
  itemType: ItemType.nullable(),
  thumbnail: z.string().nullable(),
  /** Position in a video, in milliseconds. */
  timeMs: z.int().nonnegative().nullable(),
  /** Emoji of the newest reaction. */
  emoji: z.string().nullable(),
  /** Used part of the quota in percent. */
  percent: z.int().nonnegative().nullable(),
  /** The work that ended. Null for kinds that are not about work. */
  job: NotifiedJob.nullable(),
  /** Id of the save to a connected service that ended. Null for other work. */
  saveId: Id.nullable(),
  /** What the user can do now: join the workspace of the invite, or repeat the work that failed. */
  action: z.enum(["join", "retry"]).nullable(),
  /** Why an administrator removed a link. */
  reason: ReportReason.nullable(),
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
