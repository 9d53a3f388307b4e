import { type AccessLevel, type createAccessRequest, isUuid, type OwnAccessRequest, type ServerArgs } from "@stillreel/contract";
import type { z } from "zod";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Permission } from "../../access/policies/items.policy.ts";
import type { Rights } from "../../access/rights/index.ts";
import { type Visitor } from "../../access/visitors/index.ts";
import type { LinkSubject, Shares } from "../../library/shares/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Notifications } from "../notifications/index.ts";
import { includes, levelOf } from "./access-levels.ts";
import { announceAccessRequest } from "./access-requests.jobs.ts";
import * as repo from "./access-requests.repo.ts";

/** A user whose access request was declined can ask again after this time, in milliseconds. */
const DECLINED_MS = 7 * 86_400_000;
/** Access requests are deleted after this time, in milliseconds. */
const STORED_MS = 180 * 86_400_000;

/** The modules that access requests use. */
export interface AccessRequestsDeps {
  memberships: Pick<Memberships, "find">;
  rights: Pick<Rights, "now" | "ofEveryMember" | "grant">;
  shares: Pick<Shares, "guests" | "refusalOf">;
  notifications: Pick<Notifications, "sights">;
  notifier: Notifier;
  audit: Audit;
  events: Pick<Events, "publish">;
  limits: RateLimits;
}

/** The ports and modules that the functions of this folder use. */
export interface AccessRequestsContext extends AccessRequestsDeps {
  ports: Pick<Ports, "db" | "clock" | "ids" | "jobs">;
}

type Own = z.input<typeof OwnAccessRequest>;

/** Whether an id can be that of an item or folder. Slugs have another form. */
const isPossible = ({ type, id }: repo.Requested): boolean => type === "link" || isUuid(id);

/** Returns the item or folder as the functions for links name it. */
export const linkSubjectOf = ({ type, id, workspaceId, title }: repo.Subject): LinkSubject => ({
  target: type === "item" ? { itemId: id } : { folderId: id },
  workspaceId,
  title,
});

/** Returns the permission of each member of the workspace on a subject. */
export const permissionsOn = (
  { rights }: Pick<AccessRequestsContext, "rights">,
  { type, id, workspaceId, folderId }: repo.Subject,
): Promise<Map<string, Permission>> => rights.ofEveryMember(workspaceId, { itemId: type === "item" ? id : null, folderId });

/** Returns the path by which the user can open a target now; null while they cannot. The public link of an item is not named. */
async function pathFor(
  context: AccessRequestsContext,
  visitor: Visitor & { actor: UserActor },
  target: repo.Requested,
): Promise<string | null> {
  const { notifications, shares } = context;
  const { type, id } = target;
  if (type === "link") return (await shares.refusalOf(id, visitor)) === null ? `/s/${id}` : null;
  if (!isUuid(id)) return null;
  const key = { userId: visitor.actor.id, type, id };
  const sight = (await notifications.sights.find([key])).of(key);
  if (!sight) return null;
  return sight.slug === null || (await shares.guests.find(sight.slug, visitor.actor.id)) ? sight.path : null;
}

/** Returns the access request of the caller for a target, which need not exist. */
async function own(context: AccessRequestsContext, visitor: Visitor & { actor: UserActor }, target: repo.Requested): Promise<Own> {
  const [row, url] = await Promise.all([repo.findOwn(context.ports.db, visitor.actor.id, target), pathFor(context, visitor, target)]);
  return { level: row?.level ?? null, requestedAt: row?.createdAt.toISOString() ?? null, url };
}

/**
 * Stores an access request. Whether its target exists is only read by a job, so that neither the response nor its time reveals it.
 * @throws AppError `too-many-requests`
 */
async function create(
  context: AccessRequestsContext,
  visitor: Visitor & { actor: UserActor },
  { level, ...target }: ServerArgs<typeof createAccessRequest>["body"],
  ip: string,
): Promise<Own> {
  const { ports, limits } = context;
  const userId = visitor.actor.id;
  await limits.take({ key: `access-requests:${userId}`, rule: RATE_RULES["access-requests"] });
  const at = ports.clock.now();
  await ports.db.transaction(async (tx) => {
    const declinedBefore = new Date(at.getTime() - DECLINED_MS);
    const requestId = await repo.put(tx, { id: ports.ids.id(), userId, target, level, at, declinedBefore });
    await ports.jobs.enqueue(tx, announceAccessRequest, { requestId, ip });
  });
  return own(context, visitor, target);
}

/** Returns what a person may do with a subject now. */
async function levelNow(context: AccessRequestsContext, subject: repo.Subject, userId: string, permissions: Map<string, Permission>) {
  const guests = await context.shares.guests.list(linkSubjectOf(subject).target);
  return levelOf(
    permissions.get(userId),
    guests.find((guest) => guest.userId === userId),
  );
}

/** Notifies the users who can answer, once for each person and subject. */
export async function announce(context: AccessRequestsContext, { requestId, ip }: { requestId: string; ip: string }): Promise<JobOutcome> {
  const { ports, notifier, audit } = context;
  const row = await repo.findOpen(ports.db, requestId);
  if (!row || row.notifiedAt !== null) return { skipped: "it was answered or announced" };
  const target: repo.Requested = { type: row.targetType, id: row.targetId };
  const subject = isPossible(target) ? await repo.findSubject(ports.db, target) : undefined;
  if (!subject) return { skipped: "it is for nothing" };
  const permissions = await permissionsOn(context, subject);
  if (includes(await levelNow(context, subject, row.userId, permissions), row.level)) return { skipped: "its user has this access" };
  const hosts = (await repo.listHosts(ports.db, subject)).filter((id) => permissions.get(id)?.write);
  const notified = await ports.db.transaction(async (tx) => {
    if (!(await repo.markNotified(tx, row, subject, ports.clock.now()))) return [];
    const { id, type, workspaceId, title } = subject;
    const about = type === "item" ? { itemId: id } : { details: { folderId: id } };
    const details = { type, id, title, level: row.level };
    await audit.record(tx, { action: "rights.requested", userId: row.userId, workspaceId, ip, details });
    return notifier.add(tx, { kind: "access-request", subjectId: id, workspaceId, actorId: row.userId, userIds: hosts, ...about });
  });
  notifier.publish(notified);
  return "done";
}

/** Creates the functions for users who ask for access. */
export function createOwnAccessRequests(context: AccessRequestsContext) {
  const { db, clock } = context.ports;
  return {
    own: own.bind(null, context),
    create: create.bind(null, context),
    /** Deletes old access requests. Returns their number. */
    sweep: (): Promise<number> => repo.deleteOld(db, new Date(clock.now().getTime() - STORED_MS)),
  };
}

/** The functions for users who ask for access. */
export type OwnAccessRequests = ReturnType<typeof createOwnAccessRequests>;

/** An answer: what is given, or a refusal. */
export type Answer = AccessLevel | "decline";
