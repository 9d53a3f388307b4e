import type { getReports, listReports, reportLink, ServerArgs, ServerResult, updateReports } from "@stillreel/contract";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Transaction } from "../../platform/db/client.ts";
import type { Events } from "../../platform/events/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { enqueueMail } from "./reports.jobs.ts";
import { presentReport, presentReported, type PresentedReported } from "./reports.present.ts";
import * as repo from "./reports.repo.ts";

/** Name of the list in its cursors. */
const LIST = "reports";
/** Number of shown reports of one link. */
const SHOWN = 100;
/** Rate limit of reports per address. */
const REPORT_RULE = { max: 5, windowS: 3_600 };

export interface ReportsDeps {
  shares: Pick<Shares, "refusalOf" | "takeDown" | "forget">;
  notifier: Notifier;
  audit: Audit;
  events: Pick<Events, "publish">;
  limits: RateLimits;
}

type Change = ServerArgs<typeof updateReports>["body"];

/** The ports and services that the functions of this file use. */
interface Context extends ReportsDeps {
  ports: Pick<Ports, "db" | "clock" | "ids" | "jobs" | "publicUrl">;
}

/**
 * Stores the report of a visitor and notifies the administrators. A link that asks for its password can be reported, too.
 * @throws AppError `not-found`, `link-removed`, `too-many-requests`
 */
async function create(
  { ports, shares, limits, notifier, audit }: Context,
  visitor: Visitor,
  slug: string,
  { reason, text, email }: ServerArgs<typeof reportLink>["body"],
  ip: string,
): Promise<void> {
  await limits.take({ key: `report:${ip}`, rule: REPORT_RULE });
  const refusal = await shares.refusalOf(slug, visitor);
  if (refusal !== null && refusal !== "password-required") throw new AppError(refusal);
  const userId = visitor.actor.kind === "user" ? visitor.actor.id : null;
  const notified = await ports.db.transaction(async (tx) => {
    const item = await repo.insertReport(tx, { id: ports.ids.id(), slug, reason, text, email: email ?? null, at: ports.clock.now() });
    if (!item) throw new AppError("not-found");
    await audit.record(tx, { action: "report.made", userId, ip, details: { title: item.title ?? "", itemId: item.itemId, reason } });
    await enqueueMail(ports, tx);
    // One notification for all unread reports.
    const userIds = await repo.listAdministrators(tx);
    return notifier.add(tx, { kind: "report", subjectId: LIST, actorId: null, userIds, isMailedByCaller: true });
  });
  notifier.publish(notified);
}

async function list({ ports }: Context, query: ServerArgs<typeof listReports>["query"]): Promise<ServerResult<typeof listReports>> {
  const position = query.cursor === undefined ? null : decodeCursor(LIST, true, query.cursor);
  const after = position && { at: new Date(position.key), id: position.id };
  const rows = await repo.list(ports.db, { isOpen: query.state === "open", after, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => presentReported(ports.publicUrl(), row)),
    nextCursor: last ? encodeCursor(LIST, { key: new Date(last.last_at).toISOString(), id: last.id }) : null,
  };
}

async function find({ ports }: Context, slug: string): Promise<PresentedReported> {
  const row = await repo.find(ports.db, slug);
  if (!row) throw new AppError("not-found");
  return presentReported(ports.publicUrl(), row);
}

/** Returns a reported link with its newest reports. @throws AppError `not-found` */
async function get(context: Context, slug: string): Promise<ServerResult<typeof getReports>> {
  const [reported, newest] = await Promise.all([find(context, slug), repo.listNewest(context.ports.db, slug, SHOWN)]);
  return { ...reported, newestReports: newest.map(presentReport) };
}

/** Closes or reopens the reports. */
async function close(
  { ports, audit }: Context,
  tx: Transaction,
  by: { actor: UserActor; ip: string },
  { slug, title }: { slug: string; title: string },
  closed: boolean,
): Promise<void> {
  await repo.setClosed(tx, slug, closed ? { userId: by.actor.id, at: ports.clock.now() } : null);
  const action = closed ? "report.closed" : "report.reopened";
  await audit.record(tx, { action, userId: by.actor.id, ip: by.ip, details: { title } });
}

/** What a removal or restoration changed. */
interface Changed {
  notified: Notified[];
  /** What the link is of: an item, or with `itemId` null a folder. */
  changed: { itemId: string | null; workspaceId: string } | null;
}

/** Removes or restores the link. The owner of the item is notified of a removal, with its reason. */
async function remove(
  { shares, audit, notifier }: Context,
  tx: Transaction,
  by: { actor: UserActor; ip: string },
  slug: string,
  { removed, reason }: Pick<Change, "removed" | "reason">,
): Promise<Changed> {
  const item = await shares.takeDown(tx, slug, removed === true ? (reason ?? null) : null);
  if (!item) return { notified: [], changed: null };
  const { itemId, folderId, workspaceId, ownerId, title } = item;
  await audit.record(tx, {
    action: removed === true ? "share.taken-down" : "share.put-back",
    userId: by.actor.id,
    workspaceId,
    ip: by.ip,
    details: { title: title ?? "", ...(folderId === null ? { itemId } : { folderId }), ...(removed === true ? { reason } : {}) },
  });
  const changed = workspaceId === null ? null : { itemId, workspaceId };
  const subjectId = itemId ?? folderId;
  if (removed !== true || ownerId === null || subjectId === null || reason === undefined) return { notified: [], changed };
  const details = { title: title ?? "", reason };
  const of = itemId === null ? {} : { itemId };
  const event = { kind: "link-removed", subjectId, ...of, actorId: null, details, userIds: [ownerId] } as const;
  return { notified: await notifier.add(tx, event), changed };
}

/**
 * Closes or reopens the reports of a link, and removes or restores the link. A removal closes them.
 * @throws AppError `not-found`
 */
async function update(context: Context, actor: UserActor, slug: string, change: Change, ip: string): Promise<PresentedReported> {
  const { ports, shares, notifier, events } = context;
  const by = { actor, ip };
  const reported = await find(context, slug);
  const title = reported.item?.title ?? reported.folder?.name ?? "";
  const { notified, changed } = await ports.db.transaction(async (tx) => {
    const held = await repo.lock(tx, slug);
    if (!held) throw new AppError("not-found");
    const closed = change.closed ?? (change.removed === true ? true : held.isClosed);
    if (closed !== held.isClosed) await close(context, tx, by, { slug, title }, closed);
    return change.removed === undefined ? { notified: [], changed: null } : remove(context, tx, by, slug, change);
  });
  shares.forget();
  notifier.publish(notified);
  if (changed?.itemId) events.publish({ type: "items", workspaceId: changed.workspaceId, itemIds: [changed.itemId] });
  // Pages of a folder's link, and of the items in it, are open.
  else if (changed) events.publish({ type: "folders", workspaceId: changed.workspaceId });
  return find(context, slug);
}

/** Creates the service for reports of links: visitors make them, administrators decide. */
export function createReportsService(ports: Context["ports"], deps: ReportsDeps) {
  const context: Context = { ...deps, ports };
  return {
    create: create.bind(null, context),
    list: list.bind(null, context),
    get: get.bind(null, context),
    update: update.bind(null, context),
  };
}

export type ReportsService = ReturnType<typeof createReportsService>;
