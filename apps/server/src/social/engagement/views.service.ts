import { createHmac } from "node:crypto";
import { type recordView, type ServerArgs, type ServerResult, VIEW_GAP_MIN } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateRule } from "../../platform/http/rate-limit.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import { countsAsView } from "../../access/policies/engagement.policy.ts";
import type { Place } from "../../library/visits/index.ts";
import type { EngagementDeps } from "./engagement.deps.ts";
import { type Claim, joined, watchedOf } from "./views.plan.ts";
import * as repo from "./views.repo.ts";

/** Reports of one item from one address, or by one person: many may sit behind one address. */
const REPORTS: RateRule = { max: 600, windowS: 60 };
/** Visits that begin there. */
const VISITS: RateRule = { max: 300, windowS: 3_600 };
const GAP_MS = VIEW_GAP_MIN * 60_000;
/** A visit goes on for half an hour after its last report: what was silent for a day is over. */
const UNCOUNTED_KEPT_MS = 24 * 3_600_000;
const SWEEP_BATCH = 1_000;

type Report = ServerArgs<typeof recordView>["body"];
type Source = NonNullable<Report["source"]>;

/** Where a visit came from, as far as what it says can be. */
function sourceOf(place: Place, slug: string | undefined, said: Source | undefined): Source {
  if (!place.permission.read) return said === "embed" ? "embed" : "link";
  return said ?? (slug === undefined ? "workspace" : "link");
}

/** Visits of items, and which of them count as views. */
export function createViews(ports: Ports, { visits, events, limits }: Pick<EngagementDeps, "visits" | "events" | "limits">) {
  const key = ports.keys.derive("visitors");

  /** Who visits, as a hash that means nothing at another item: nobody can be followed from one to the next. */
  function hashOf(actor: Actor, itemId: string, session: string): Buffer {
    const who = actor.kind === "user" ? `account ${actor.id}` : `session ${session}`;
    return createHmac("sha256", key).update(`${itemId}\n${who}`).digest().subarray(0, 16);
  }

  async function assertPace(placeId: string, who: string, isNew: boolean): Promise<void> {
    await limits.take({ key: `view-reports:${placeId}:${who}`, rule: REPORTS });
    if (isNew) await limits.take({ key: `view-visits:${placeId}:${who}`, rule: VISITS });
  }

  /** Adds a report to the visit that is under way, or begins one. Answers the item's counts where this made a view of it. */
  async function add(tx: Executor, itemId: string, visitor: Buffer, claim: Claim & { durationS: number | null; source: Source }) {
    if (!(await repo.lockVisitor(tx, itemId, visitor))) throw new AppError("not-found");
    const now = ports.clock.now();
    const since = new Date(now.getTime() - GAP_MS);
    const known = await repo.listVisits(tx, itemId, visitor, since);
    const first = known.find((row) => row.isFirst);
    const current = known.find((row) => row.updatedAt > since);
    const watched = watchedOf(claim, claim.durationS, current ? (now.getTime() - current.createdAt.getTime()) / 1000 : 0);
    const isCounted = current?.counted === true || watched.isView;
    const isNewlyCounted = isCounted && current?.counted !== true;
    const isFirst = isNewlyCounted && first === undefined;
    // What a visitor watched stands with their first view, so that a curve over visitors reads one row for each.
    const keepsCoverage = first === undefined || first.id === current?.id;
    const change = {
      seconds: Math.max(current?.seconds ?? 0, watched.seconds),
      counted: isCounted,
      isFirst: isFirst || current?.isFirst === true,
      coverage: keepsCoverage ? joined(current?.coverage ?? null, watched.coverage) : (current?.coverage ?? null),
      updatedAt: now,
    };
    if (current) await repo.updateVisit(tx, current.id, change);
    else await repo.insertVisit(tx, { id: ports.ids.id(), itemId, visitor, source: claim.source, createdAt: now, ...change });
    if (!keepsCoverage && first)
      await repo.updateVisit(tx, first.id, { coverage: joined(joined(first.coverage, change.coverage), watched.coverage) });
    if (!isNewlyCounted) return { isCounted, counts: null };
    const counts = await repo.countView(tx, itemId, isFirst);
    if (!counts) throw new AppError("not-found");
    return { isCounted, counts };
  }

  return {
    /** Takes a report of how far a visit got. @throws AppError `not-found`, `password-required`, `unauthenticated`, `too-many-requests` */
    async record(
      visitor: Visitor,
      itemId: string,
      slug: string | undefined,
      report: Report,
      ip: string,
    ): Promise<ServerResult<typeof recordView>> {
      const place = await visits.find(visitor, itemId, slug);
      const item = await repo.findItem(ports.pool, place.itemId);
      if (!item) throw new AppError("not-found");
      const { ownerId, ...before } = item;
      const { actor } = visitor;
      if (!countsAsView(actor, ownerId)) return { counted: false, ...before };
      const hash = hashOf(actor, place.itemId, report.session);
      const since = new Date(ports.clock.now().getTime() - GAP_MS);
      const isKnown = await repo.isVisiting(ports.pool, place.itemId, hash, since);
      await assertPace(slug ?? place.itemId, actor.kind === "user" ? actor.id : ip, !isKnown);
      const durationS = place.type === "video" ? place.durationS : null;
      const claim = { seconds: report.seconds, segments: report.segments, durationS, source: sourceOf(place, slug, report.source) };
      const { isCounted, counts } = await ports.db.transaction((tx) => add(tx, place.itemId, hash, claim));
      if (counts) events.publish({ type: "engagement", workspaceId: place.workspaceId, itemId: place.itemId });
      return { counted: isCounted, ...(counts ?? before) };
    },

    /** Forgets visits that ended before they were views. Answers how many. */
    async sweep(signal: AbortSignal): Promise<number> {
      const before = new Date(ports.clock.now().getTime() - UNCOUNTED_KEPT_MS);
      let swept = 0;
      for (;;) {
        signal.throwIfAborted();
        const gone = await repo.deleteUncounted(ports.db, before, SWEEP_BATCH);
        swept += gone;
        if (gone < SWEEP_BATCH) return swept;
      }
    },
  };
}

export type Views = ReturnType<typeof createViews>;
