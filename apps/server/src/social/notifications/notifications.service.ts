import {
  isUuid,
  type listNotifications,
  NOTIFICATION_UNREAD_MAX,
  type readNotifications,
  type ServerArgs,
  type ServerResult,
  type updateNotificationSettings,
} from "@stillreel/contract";
import type { Media } from "../../media/media/index.ts";
import { type Auth, languageOf } from "../../people/auth/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Digests } from "./digests.service.ts";
import {
  type PresentedNotification,
  presentNotification,
  presentSettings,
  type SettingsShape,
  subjectOf,
} from "./notifications.present.ts";
import * as repo from "./notifications.repo.ts";
import type { Sight, SightsService } from "./sights.service.ts";

/** Cursors of this list. */
const LIST = "notifications";
/** Maximum number of reads for one page, and for the number of unread notifications, when many objects are not readable any more. */
const ROUNDS_MAX = 10;
const THUMBNAIL_TYPE = "image/webp";
/** Notifications that were read are deleted after this time, and of each user all but the newest. */
const READ_LIVES_MS = 90 * 86_400_000;
const MOST = 10_000;

export interface NotificationsDeps {
  media: Pick<Media, "url">;
  accounts: Pick<Auth["accounts"], "get">;
  events: Pick<Events, "publish">;
}

/** The ports and services that the functions of this file use. */
interface Context extends NotificationsDeps {
  ports: Pick<Ports, "db" | "clock" | "settings">;
  sights: SightsService;
  digests: Pick<Digests, "schedule">;
}

interface Shown {
  rows: { row: repo.NotificationRow; presented: PresentedNotification }[];
  isEnd: boolean;
  last: repo.NotificationPosition | null;
}

type Query = ServerArgs<typeof listNotifications>["query"];

/** Returns the rows whose object the user may read now, each with it, and those without one. */
async function readable<Row extends Pick<repo.NotificationRow, "kind" | "itemId" | "folderId" | "workspaceId">>(
  { sights }: Context,
  userId: string,
  rows: readonly Row[],
): Promise<{ row: Row; sight: Sight | undefined }[]> {
  const found = await sights.find(rows.map((row) => subjectOf(userId, row)).filter((key) => key !== null));
  return rows.flatMap((row) => {
    const subject = subjectOf(userId, row);
    const sight = subject === null ? undefined : found.of(subject);
    return subject !== null && sight === undefined ? [] : [{ row, sight }];
  });
}

/** Presents rows whose object the user may read now. Other rows are left out. */
async function presentRows(context: Context, userId: string, language: string, rows: readonly repo.NotificationRow[]) {
  const { media, ports } = context;
  const now = ports.clock.now();
  const thumbnailUrl = (storageKey: string): string => media.url({ storageKey, mimeType: THUMBNAIL_TYPE, callerId: userId });
  return (await readable(context, userId, rows)).flatMap(({ row, sight }) => {
    const presented = presentNotification(row, sight, { language, now, thumbnailUrl });
    return presented === null ? [] : [{ row, presented }];
  });
}

/** Reads until a page is full or the list ends, because some objects may not be readable any more. */
async function fillPage(context: Context, userId: string, language: string, query: Query): Promise<Shown> {
  const { ports } = context;
  const position = query.cursor === undefined ? null : decodeCursor(LIST, true, query.cursor);
  let last = position && { createdAt: new Date(position.key), id: position.id };
  const shown: Shown["rows"] = [];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const limit = query.limit - shown.length + 1;
    const rows = await repo.listPage(ports.db, userId, { after: last, isUnread: query.unread === true, limit });
    shown.push(...(await presentRows(context, userId, language, rows)));
    if (shown.length > query.limit) return { rows: shown.slice(0, query.limit), isEnd: false, last: shown[query.limit - 1]?.row ?? null };
    if (rows.length < limit) return { rows: shown, isEnd: true, last: null };
    last = rows.at(-1) ?? null;
  }
  return { rows: shown, isEnd: false, last };
}

/** Counts unread notifications whose object the user may read, up to the maximum that is reported. */
async function countUnread(context: Context, userId: string): Promise<number> {
  let unread = 0;
  let last: repo.NotificationPosition | null = null;
  for (let round = 0; round < ROUNDS_MAX && unread < NOTIFICATION_UNREAD_MAX; round += 1) {
    const rows: repo.UnreadRow[] = await repo.listUnread(context.ports.db, userId, last, NOTIFICATION_UNREAD_MAX);
    unread += (await readable(context, userId, rows)).length;
    if (rows.length < NOTIFICATION_UNREAD_MAX) break;
    last = rows.at(-1) ?? null;
  }
  return Math.min(unread, NOTIFICATION_UNREAD_MAX);
}

async function list(context: Context, actor: UserActor, query: Query): Promise<ServerResult<typeof listNotifications>> {
  const user = await context.accounts.get(actor.id);
  const language = languageOf(user) ?? context.ports.settings.current().defaultLanguage;
  const [page, unread] = await Promise.all([fillPage(context, actor.id, language, query), countUnread(context, actor.id)]);
  const { rows, isEnd, last } = page;
  return {
    items: rows.map(({ presented }) => presented),
    nextCursor: isEnd || last === null ? null : encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }),
    unread,
  };
}

/** Marks notifications as read or unread. Ids of other users are ignored. */
async function mark(
  context: Context,
  actor: UserActor,
  { ids, read }: ServerArgs<typeof readNotifications>["body"],
): Promise<ServerResult<typeof readNotifications>> {
  const { ports, events } = context;
  const chosen = ids?.filter(isUuid) ?? null;
  const changed = read
    ? await repo.markRead(ports.db, actor.id, chosen, ports.clock.now())
    : await ports.db.transaction((tx) => repo.markUnread(tx, actor.id, chosen ?? []));
  if (changed > 0) events.publish({ type: "notifications", userId: actor.id, notificationId: null });
  return { unread: await countUnread(context, actor.id) };
}

async function settings({ ports }: Context, actor: UserActor): Promise<SettingsShape> {
  return presentSettings(await repo.findSettings(ports.db, actor.id), ports.clock.now());
}

async function updateSettings(
  { ports, digests }: Context,
  actor: UserActor,
  { channels = {}, digest, pauseUntil }: ServerArgs<typeof updateNotificationSettings>["body"],
): Promise<SettingsShape> {
  return ports.db.transaction(async (tx) => {
    const stored = await repo.updateSettings(tx, actor.id, { channels, digest: digest ?? {}, pauseUntil });
    const settings = presentSettings(stored, ports.clock.now());
    if (digest !== undefined) await digests.schedule(tx, actor.id, settings.digest);
    return settings;
  });
}

/** Creates the service for the notifications of a user and their settings. */
export function createNotificationsService(
  ports: Pick<Ports, "db" | "clock" | "settings">,
  deps: NotificationsDeps & Pick<Context, "sights" | "digests">,
) {
  const context: Context = { ...deps, ports };
  return {
    list: list.bind(null, context),
    mark: mark.bind(null, context),
    settings: settings.bind(null, context),
    updateSettings: updateSettings.bind(null, context),
    /** Deletes old notifications. Returns their number. */
    sweep: (signal: AbortSignal): Promise<number> =>
      repo.deleteOld(ports.db, new Date(ports.clock.now().getTime() - READ_LIVES_MS), MOST, signal),
  };
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;
