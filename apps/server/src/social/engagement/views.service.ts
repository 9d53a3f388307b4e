import { createHmac } from "node:crypto";
import { type recordView, type ServerArgs, type ServerResult, VIEW_GAP_MIN } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import { countsAsView } from "../../access/policies/engagement.policy.ts";
import type { VisitedItem } from "../../library/visits/index.ts";
import type { EngagementDeps } from "./engagement.deps.ts";
import { type Claim, joined, watchedOf } from "./views.plan.ts";
import * as repo from "./views.repo.ts";

/** Rate limit for reports on one item per IP address or user. Many visitors may share an address. */
const REPORTS = RATE_RULES["view-reports"];
/** Rate limit for new visits on one item per IP address or user. */
const VISITS = RATE_RULES["view-visits"];
const GAP_MS = VIEW_GAP_MIN * 60_000;
/** Retention of uncounted visits. A visit continues for 30 min after its last report, so after a day it is over. */
const UNCOUNTED_RETENTION_MS = 24 * 3_600_000;
const SWEEP_BATCH = 1_000;

type Report = ServerArgs<typeof recordView>["body"];
type Source = NonNullable<Report["source"]>;

/** Returns the source of a visit, as far as the reported one is plausible. */
function sourceOf(visited: VisitedItem, slug: string | undefined, declared: Source | undefined): Source {
  if (!visited.permission.read) return declared === "embed" ? "embed" : "link";
  return declared ?? (slug === undefined ? "workspace" : "link");
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<EngagementDeps, "items" | "visits" | "links" | "events" | "limits"> {
  key: Buffer;
  ports: Ports;
}

/** Hashes the visitor with the item, so that the hash differs per item and visitors cannot be tracked between items. */
function hashOf({ key }: Context, actor: Actor, itemId: string, session: string): Buffer {
  const who = actor.kind === "user" ? `account ${actor.id}` : `session ${session}`;
  return createHmac("sha256", key).update(`${itemId}\n${who}`).digest().subarray(0, 16);
}

async function assertRate({ limits }: Context, visitedId: string, who: string, isNew: boolean): Promise<void> {
  await limits.take({ key: `view-reports:${visitedId}:${who}`, rule: REPORTS });
  if (isNew) await limits.take({ key: `view-visits:${visitedId}:${who}`, rule: VISITS });
}

/** Adds a report to the visit in progress or starts one. Returns the item's counts when the visit became a view by it. */
async function add(
  { ports, links }: Context,
  tx: Executor,
  itemId: string,
  visitor: Buffer,
  claim: Claim & { durationS: number | null; source: Source; limitedSlug: string | undefined },
) {
  if (!(await repo.lockVisitor(tx, itemId, visitor))) throw new AppError("not-found");
  const now = ports.clock.now();
  const since = new Date(now.getTime() - GAP_MS);
  const known = await repo.listVisits(tx, itemId, visitor, since);
  const first = known.find((row) => row.isFirst);
  const current = known.find((row) => row.updatedAt > since);
  const watched = watchedOf(claim, claim.durationS, current ? (now.getTime() - current.createdAt.getTime()) / 1000 : 0);
  const isCounted = current?.counted === true || watched.isView;
  const isNewlyCounted = isCounted && current?.counted !== true;
  if (isNewlyCounted && claim.limitedSlug !== undefined && !(await links.hasRoomForView(tx, claim.limitedSlug)))
    throw new AppError("not-found");
  const isFirst = isNewlyCounted && first === undefined;
  // A visitor's coverage is stored in the first view, so that statistics read one row per visitor.
  const keepsCoverage = first === undefined || first.id === current?.id;
  const change = {
    seconds: Math.max(current?.seconds ?? 0, watched.seconds),
    counted: isCounted,
    isFirst: isFirst || current?.isFirst === true,
    coverage: keepsCoverage ? joined(current?.coverage ?? null, watched.coverage) : (current?.coverage ?? null),
    updatedAt: now,
  };
  if (current) await repo.updateVisit(tx, current, change);
  else await repo.insertVisit(tx, { id: ports.ids.id(), itemId, visitor, source: claim.source, createdAt: now, ...change });
  if (!keepsCoverage && first)
    await repo.updateVisit(tx, first, { coverage: joined(joined(first.coverage, change.coverage), watched.coverage) });
  if (!isNewlyCounted) return { isCounted, counts: null };
  const counts = await repo.countView(tx, itemId, isFirst);
  if (!counts) throw new AppError("not-found");
  return { isCounted, counts };
}

/**
 * Records a progress report of a visit.
 * @throws AppError `not-found`, `password-required`, `unauthenticated`, `too-many-requests`
 */
async function record(
  context: Context,
  visitor: Visitor,
  itemId: string,
  slug: string | undefined,
  report: Report,
  ip: string,
): Promise<ServerResult<typeof recordView>> {
  const { items, visits, ports, events } = context;
  const visited = await visits.find(visitor, itemId, slug, "follow");
  const item = await repo.findItem(ports.pool, visited.itemId);
  if (!item) throw new AppError("not-found");
  await items.markOpened(visited.itemId);
  const { ownerId, ...before } = item;
  const { actor } = visitor;
  if (!countsAsView(actor, ownerId)) return { counted: false, ...before };
  const hash = hashOf(context, actor, visited.itemId, report.session);
  const since = new Date(ports.clock.now().getTime() - GAP_MS);
  const isKnown = await repo.isVisiting(ports.pool, visited.itemId, hash, since);
  await assertRate(context, slug ?? visited.itemId, actor.kind === "user" ? actor.id : ip, !isKnown);
  const durationS = visited.type === "video" ? visited.durationS : null;
  const { seconds, segments } = report;
  const limitedSlug = visited.isUncounted ? slug : undefined;
  const claim = { seconds, segments, durationS, source: sourceOf(visited, slug, report.source), limitedSlug };
  const { isCounted, counts } = await ports.db.transaction((tx) => add(context, tx, visited.itemId, hash, claim));
  if (counts) events.publish({ type: "engagement", workspaceId: visited.workspaceId, itemId: visited.itemId });
  return { counted: isCounted, ...(counts ?? before) };
}

/** Deletes visits that ended without becoming a view. Returns their number. */
async function sweep({ ports }: Context, signal: AbortSignal): Promise<number> {
  const before = new Date(ports.clock.now().getTime() - UNCOUNTED_RETENTION_MS);
  let swept = 0;
  for (;;) {
    signal.throwIfAborted();
    const gone = await repo.deleteUncounted(ports.db, before, SWEEP_BATCH);
    swept += gone;
    if (gone < SWEEP_BATCH) return swept;
  }
}

/** Creates the service that records visits of items and decides which count as views. */
export function createViews(
  ports: Ports,
  { items, visits, links, events, limits }: Pick<EngagementDeps, "items" | "visits" | "links" | "events" | "limits">,
) {
  const key = ports.keys.derive("visitors");
  const context: Context = { key, items, limits, ports, visits, links, events };
  return {
    record: record.bind(null, context),
    sweep: sweep.bind(null, context),
  };
}

export type Views = ReturnType<typeof createViews>;
