import { DEFAULT_NOTIFICATION_CHANNELS, type NotificationKind, type NotifiedJob, type ReportReason } from "@stillreel/contract";
import type { Executor } from "../db/client.ts";
import type { Events } from "../events/index.ts";
import type { Ports } from "../ports/index.ts";
import { mailNotification } from "./notifier.jobs.ts";
import { addToGroups, markGroupRead } from "./notifier.repo.ts";

export { mailNotification } from "./notifier.jobs.ts";

/** Delay of a mail in milliseconds. Events of this time are in the same mail, and a user who reads them gets none. */
const MAIL_DELAY_MS = 60_000;
/** Kinds for which an event of the same user counts once. */
const ONCE_PER_ACTOR: ReadonlySet<NotificationKind> = new Set([
  "like",
  "reaction",
  "share",
  "access-request",
  "access-removed",
  "invite",
  "member-joined",
]);

/** Facts of a notification beyond its kind, as plain data. */
export interface NotificationDetails {
  /** Title of an object that the user may not read any more. */
  title?: string;
  /** Position in a video, in seconds. */
  atS?: number;
  /** The comments, of which the notification remembers the first ones for its mail. */
  commentIds?: readonly string[];
  emoji?: string;
  /** Used part of the quota. */
  percent?: number;
  /** The work in the background that ended. */
  job?: NotifiedJob;
  /** The save that ended, and the time until which it can be retried. */
  saveId?: string;
  retryUntil?: string;
  /** Why an administrator removed a link. */
  reason?: ReportReason;
  /** Name of a visitor without an account who caused the newest event. */
  senderName?: string;
  /** The folder that the notification is about. Only users who may read it see the notification. */
  folderId?: string;
}

/** An event that users are notified about. */
export interface NotifiedEvent {
  kind: NotificationKind;
  /** Object of the event: unread events of one kind about one object are one notification. */
  subjectId: string;
  itemId?: string;
  workspaceId?: string;
  /** The user who caused the event. Null for events of the server. */
  actorId: string | null;
  details?: NotificationDetails;
  /** Users who may read the object. */
  userIds: readonly string[];
  /** Whether the caller sends the mail of this event. */
  isMailedByCaller?: boolean;
}

/** A user who has a new or a grown notification. */
export interface Notified {
  userId: string;
  /** Null for a notification that was marked as read. */
  notificationId: string | null;
  /** Whether the user wants this kind by e-mail. */
  wantsMail: boolean;
  /** Whether the user paused notifications. */
  isPaused: boolean;
}

/** Writes notifications. */
export interface Notifier {
  /**
   * Adds an event to the notifications of its recipients, in the transaction of the change that causes it. Users who do not want it,
   * suspended users and the user who caused it are left out. Returns the recipients, for {@link Notifier.publish}.
   */
  add(tx: Executor, event: NotifiedEvent): Promise<Notified[]>;
  /**
   * Marks the unread notification of a group as read, because its users have acted on it elsewhere. Returns the users who had one, for
   * {@link Notifier.publish}.
   */
  settle(tx: Executor, group: { kind: NotificationKind; subjectId: string; userIds: readonly string[] }): Promise<Notified[]>;
  /** Notifies the open pages of recipients after the commit. */
  publish(notified: readonly Notified[]): void;
}

const groupKeyOf = (kind: NotificationKind, subjectId: string): string => `${kind}:${subjectId}`;

/** Creates the writer of notifications. Their list and settings are in `social/notifications`. */
export function createNotifier({ ids, clock, jobs }: Pick<Ports, "ids" | "clock" | "jobs">, events: Pick<Events, "publish">): Notifier {
  return {
    async add(tx, event) {
      const { kind, subjectId, itemId = null, workspaceId = null, actorId, details = {}, userIds, isMailedByCaller = false } = event;
      const recipients = [...new Set(userIds)].map((userId) => ({ id: ids.id(), userId }));
      if (recipients.length === 0) return [];
      const at = clock.now();
      const rows = await addToGroups(tx, {
        kind,
        groupKey: groupKeyOf(kind, subjectId),
        itemId,
        workspaceId,
        actorId,
        details: { ...details },
        isOncePerActor: ONCE_PER_ACTOR.has(kind),
        defaultChannel: DEFAULT_NOTIFICATION_CHANNELS[kind],
        recipients,
        at,
      });
      const notified = rows.map((row) => ({
        notificationId: row.id,
        userId: row.userId,
        wantsMail: row.channel === "email" && !row.isPaused,
        isPaused: row.isPaused,
        isNew: row.isNew,
      }));
      if (!isMailedByCaller) {
        const runAt = new Date(at.getTime() + MAIL_DELAY_MS);
        // One mail for each unread notification, however many events it collects.
        for (const { notificationId, wantsMail, isNew } of notified)
          if (wantsMail && isNew) await jobs.enqueue(tx, mailNotification, { notificationId }, { runAt });
      }
      return notified;
    },
    async settle(tx, { kind, subjectId, userIds }) {
      const settled = await markGroupRead(tx, { groupKey: groupKeyOf(kind, subjectId), userIds, at: clock.now() });
      return settled.map((userId) => ({ userId, notificationId: null, wantsMail: false, isPaused: false }));
    },
    publish(notified) {
      for (const { userId, notificationId, isPaused } of notified)
        if (!isPaused) events.publish({ type: "notifications", userId, notificationId });
    },
  };
}
