import {
  DEFAULT_NOTIFICATION_CHANNELS,
  type listNotifications,
  NotificationKind,
  NotificationSettings,
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

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** Returns the object that a user must be able to read to see a notification. Null when there is none. */
export function subjectOf(userId: string, { itemId, folderId }: Pick<NotificationRow, "itemId" | "folderId">): SightKey | null {
  if (itemId !== null) return { userId, type: "item", id: itemId };
  return folderId === null ? null : { userId, type: "folder", id: folderId };
}

/** Returns the path of the object: with the time of a video, in whole seconds. */
function pathOf(sight: Sight | undefined, atS: number | null): string | null {
  if (sight === undefined) return null;
  return atS === null || sight.type !== "video" ? sight.path : `${sight.path}?t=${Math.floor(atS)}`;
}

/** Returns what a stored notification says, in a language. Null for kinds that this version does not know. */
export function sentenceOf(row: NotificationRow, language: string): string | null {
  const kind = NotificationKind.safeParse(row.kind);
  if (!kind.success) return null;
  const others = othersOf(row);
  return notificationSentence(language, {
    kind: kind.data,
    name: row.actorName,
    others,
    count: row.count,
    emoji: textOf(row.details["emoji"]),
    percent: numberOf(row.details["percent"]),
    reason: reasonOf(row),
  });
}

const reasonOf = ({ details }: NotificationRow): ReportReason | null => ReportReason.safeParse(details["reason"]).data ?? null;

/** Page of the reports, where administrators close them. */
const REPORTS_PATH = "/admin/reports";

const othersOf = ({ actorIds, actorId }: NotificationRow): number => actorIds.filter((id) => id !== actorId).length;

/**
 * Converts a notification to the contract's form.
 * @param sight its object as the caller may read it; undefined for notifications without one
 */
export function presentNotification(
  row: NotificationRow,
  sight: Sight | undefined,
  { language, thumbnailUrl }: { language: string; thumbnailUrl(storageKey: string): string },
): PresentedNotification | null {
  const text = sentenceOf(row, language);
  if (text === null) return null;
  const atS = numberOf(row.details["atS"]);
  const thumbnailKey = sight?.thumbnailKey ?? null;
  return {
    id: row.id,
    kind: row.kind as NotificationKind,
    text,
    url: row.kind === "report" ? REPORTS_PATH : pathOf(sight, atS),
    actor: row.actorId === null ? null : { id: row.actorId, displayName: row.actorName ?? "", photoURL: avatarUrl(row.actorAvatar) },
    others: othersOf(row),
    count: row.count,
    itemTitle: sight?.title ?? textOf(row.details["title"]),
    itemType: sight?.type ?? null,
    thumbnail: thumbnailKey === null ? null : thumbnailUrl(thumbnailKey),
    timeMs: atS === null || sight?.type !== "video" ? null : Math.round(atS * 1_000),
    emoji: textOf(row.details["emoji"]),
    percent: numberOf(row.details["percent"]),
    reason: reasonOf(row),
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Merges stored settings into the defaults. A pause that is over is none. Values that this version does not know are dropped. */
export function presentSettings(stored: Record<string, unknown>, now: Date): SettingsShape {
  const chosen = NotificationSettings.shape.channels.safeParse({
    ...DEFAULT_NOTIFICATION_CHANNELS,
    ...knownChannels(stored["channels"]),
  });
  const pauseUntil = textOf(stored["pauseUntil"]);
  return {
    channels: chosen.success ? chosen.data : DEFAULT_NOTIFICATION_CHANNELS,
    pauseUntil: pauseUntil !== null && new Date(pauseUntil) > now ? pauseUntil : null,
  };
}

function knownChannels(stored: unknown): Record<string, unknown> {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([kind]) => kind in DEFAULT_NOTIFICATION_CHANNELS));
}
