import {
  DEFAULT_NOTIFICATION_CHANNELS,
  DEFAULT_NOTIFICATION_DIGEST,
  type listNotifications,
  NotificationKind,
  notificationSentenceOf,
  NotificationSettings,
  NotifiedJob,
  ReportReason,
  type ServerResult,
} from "@stillreel/contract";
import type { z } from "zod";
import { avatarUrl } from "../../people/auth/index.ts";
import { notificationSentence } from "../../platform/outbox/index.ts";
import type { NotificationRow } from "./notifications.repo.ts";
import type { SightKey } from "./sights.repo.ts";
import type { Sight } from "./sights.service.ts";

/** A notification in the contract's form. */
export type PresentedNotification = ServerResult<typeof listNotifications>["items"][number];

export type SettingsShape = z.output<typeof NotificationSettings>;

type Subject = Pick<NotificationRow, "kind" | "itemId" | "folderId" | "workspaceId">;

/** No workspace has this id. The row of a deleted workspace is deleted with it. */
const NO_WORKSPACE = "00000000-0000-0000-0000-000000000000";

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** Returns the object that a user must be able to read to see a notification. Null when there is none. */
export function subjectOf(userId: string, { kind, itemId, folderId, workspaceId }: Subject): SightKey | null {
  if (kind === "invite" || kind === "member-joined")
    return { userId, type: kind === "invite" ? "invite" : "workspace", id: workspaceId ?? NO_WORKSPACE };
  if (itemId !== null) return { userId, type: "item", id: itemId };
  return folderId === null ? null : { userId, type: "folder", id: folderId };
}

/** Returns the path of the object: with the time of a video, in whole seconds. Exports and imports are listed in the settings. */
function pathOf(sight: Sight | undefined, atS: number | null, job: NotifiedJob | null): string | null {
  if (sight === undefined) return job === "export" || job === "import" ? "/account/data" : null;
  return atS === null || sight.type !== "video" ? sight.path : `${sight.path}?t=${Math.floor(atS)}`;
}

/** Returns what a stored notification says, in a language. Null for kinds that this version does not know. */
export function sentenceOf(row: NotificationRow, language: string): string | null {
  const kind = NotificationKind.safeParse(row.kind);
  if (!kind.success) return null;
  const others = othersOf(row);
  return notificationSentence(language, {
    sentence: notificationSentenceOf(kind.data, jobOf(row)),
    name: row.actorName ?? textOf(row.details["senderName"]),
    others,
    count: row.count,
    emoji: textOf(row.details["emoji"]),
    percent: numberOf(row.details["percent"]),
    reason: reasonOf(row),
  });
}

/** Returns the work that a notification is about. Rows of earlier versions name none: they are about an item that failed. */
function jobOf({ kind, details }: NotificationRow): NotifiedJob | null {
  if (kind !== "job-done" && kind !== "job-failed") return null;
  return NotifiedJob.safeParse(details["job"]).data ?? "processing";
}

/** Returns what the user can do now. A failed save can be retried while it exists. */
function actionOf(row: NotificationRow, sight: Sight | undefined, now: Date): PresentedNotification["action"] {
  if (jobOf(row) === "save") return row.kind === "job-failed" && new Date(textOf(row.details["retryUntil"]) ?? 0) > now ? "retry" : null;
  const action = sight?.action ?? null;
  return action === "retry" && row.kind !== "job-failed" ? null : action;
}

const reasonOf = ({ details }: NotificationRow): ReportReason | null => ReportReason.safeParse(details["reason"]).data ?? null;

/** Pages of notifications that ask for an answer, instead of the page of their object. */
const PATHS: Record<string, (row: NotificationRow) => string> = {
  report: () => "/admin/reports",
  "access-request": ({ itemId, folderId }) => (itemId === null ? `/access/folder/${folderId}` : `/access/item/${itemId}`),
};

const othersOf = ({ actorIds, actorId }: NotificationRow): number => actorIds.filter((id) => id !== actorId).length;

/**
 * Converts a notification to the contract's form.
 * @param sight its object as the caller may read it; undefined for notifications without one
 */
export function presentNotification(
  row: NotificationRow,
  sight: Sight | undefined,
  { language, now, thumbnailUrl }: { language: string; now: Date; thumbnailUrl(storageKey: string): string },
): PresentedNotification | null {
  const text = sentenceOf(row, language);
  if (text === null) return null;
  const atS = numberOf(row.details["atS"]);
  const thumbnailKey = sight?.thumbnailKey ?? null;
  const job = jobOf(row);
  return {
    id: row.id,
    kind: row.kind as NotificationKind,
    text,
    url: PATHS[row.kind]?.(row) ?? pathOf(sight, atS, job),
    actor: row.actorId === null ? null : { id: row.actorId, displayName: row.actorName ?? "", photoURL: avatarUrl(row.actorAvatar) },
    others: othersOf(row),
    count: row.count,
    itemId: sight === undefined || sight.type === null ? null : row.itemId,
    itemTitle: sight?.title ?? textOf(row.details["title"]),
    itemType: sight?.type ?? null,
    thumbnail: thumbnailKey === null ? null : thumbnailUrl(thumbnailKey),
    timeMs: atS === null || sight?.type !== "video" ? null : Math.round(atS * 1_000),
    emoji: textOf(row.details["emoji"]),
    percent: numberOf(row.details["percent"]),
    job,
    saveId: job === "save" ? textOf(row.details["saveId"]) : null,
    action: actionOf(row, sight, now),
    reason: reasonOf(row),
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Merges stored settings into the defaults. A pause that is over is none. Values that this version does not know are dropped. */
export function presentSettings(stored: Record<string, unknown>, now: Date): SettingsShape {
  const pauseUntil = textOf(stored["pauseUntil"]);
  return {
    channels: known(NotificationSettings.shape.channels.shape, stored["channels"], DEFAULT_NOTIFICATION_CHANNELS),
    digest: known(NotificationSettings.shape.digest.shape, stored["digest"], DEFAULT_NOTIFICATION_DIGEST),
    pauseUntil: pauseUntil !== null && new Date(pauseUntil) > now ? pauseUntil : null,
  };
}

/** Returns the defaults with those stored values that their schemas accept. */
function known<T extends object>(schemas: Record<keyof T, z.ZodType>, stored: unknown, defaults: T): T {
  const values = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  const accepted = (Object.keys(schemas) as (keyof T & string)[]).flatMap((name) => {
    const parsed = schemas[name].safeParse(values[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(accepted) };
}
