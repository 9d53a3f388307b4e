import type { Ports } from "../../platform/ports/index.ts";
import { listSessionAccess } from "./live.repo.ts";
import type { Opened } from "../../library/shares/index.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Stream, Streams, VisitorStream } from "./live.streams.ts";

/** Opens a link for a visitor. */
export type OpenLink = (slug: string, visitor: Visitor, purpose: "check", itemId: string | undefined) => Promise<Opened>;

/** Intervals of the permission checks of streams, in milliseconds. */
export interface RecheckIntervals {
  everyMs: number;
  /** Delay after a failed check. */
  retryMs: number;
  /** Maximum time without a successful check. After it a stream is closed. */
  blindMs: number;
}

/** Number of links that are checked concurrently. */
const LINKS_AT_ONCE = 4;

/** Default intervals. An ended session, a lost membership or a revoked link takes effect within 30 s. */
export const RECHECK_INTERVALS: RecheckIntervals = { everyMs: 20_000, retryMs: 2_000, blindMs: 25_000 };

const sessionOf = (stream: Stream): string | null => {
  if (stream.kind === "member") return stream.sessionId;
  return stream.visitor.actor.kind === "user" ? stream.visitor.actor.sessionId : null;
};

const userOf = (stream: Stream): string | null => {
  if (stream.kind === "member") return stream.userId;
  return stream.visitor.actor.kind === "user" ? stream.visitor.actor.id : null;
};

/** Periodic permission checks of the open streams. */
export interface StreamRecheck {
  /** Immediately checks the visitor streams of this workspace, whose permissions may have changed. Never rejects. */
  recheckVisitorsOf(workspaceId: string): Promise<void>;
  /** Immediately ends the streams whose session ended: those of the user, or of all users for null. Never rejects. */
  recheckSessions(userId: string | null): Promise<void>;
  stop(): void;
}

interface RecheckOptions {
  intervals: RecheckIntervals;
  openLink: OpenLink;
  onRun: () => void;
  /** Checks the pages of shared folders. */
  checkFolders: () => Promise<void>;
}

/** The state that changes while the service runs. */
interface State {
  timer: NodeJS.Timeout | undefined;

  isStopped: boolean;
}

/** The ports and services that the functions of this file use. */
interface Context extends RecheckOptions {
  streams: Streams;
  ports: Pick<Ports, "pool" | "clock" | "log">;
  state: State;
}

async function recheckAll(context: Context): Promise<void> {
  const { streams, ports, checkFolders } = context;
  const seen = streams.all();
  if (seen.length === 0) return;
  const sessionIds = new Set(seen.map(sessionOf).filter((id) => id !== null));
  const sessions = sessionIds.size === 0 ? [] : await listSessionAccess(ports.pool, [...sessionIds], ports.clock.now());
  const bySession = new Map(sessions.map((session) => [session.sessionId, new Set(session.workspaceIds)]));
  for (const stream of seen) {
    const sessionId = sessionOf(stream);
    const workspaceIds = sessionId === null ? undefined : bySession.get(sessionId);
    // The session ended, so the page reconnects without it.
    if (sessionId !== null && !workspaceIds) streams.end(stream);
    else if (stream.kind === "member" && workspaceIds) {
      stream.workspaceIds = workspaceIds;
      stream.verifiedAt = performance.now();
    }
  }
  await recheckLinks(
    context,
    streams.all().filter((stream) => stream.kind === "visitor"),
  );
  await checkFolders();
}

async function recheckLinks(context: Context, visits: readonly VisitorStream[]): Promise<void> {
  const alike = [...Map.groupBy(visits, ({ slug, visitor, givenItemId }) => JSON.stringify([slug, visitor, givenItemId])).values()];
  for (let from = 0; from < alike.length; from += LINKS_AT_ONCE)
    await Promise.all(alike.slice(from, from + LINKS_AT_ONCE).map((group) => recheckLink(context, group)));
}

/** @param group streams with the same link and item, and identical visitor data */
async function recheckLink({ openLink, streams }: Context, group: readonly VisitorStream[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  const opened = await openLink(first.slug, first.visitor, "check", first.givenItemId);
  for (const stream of group) {
    if (!opened.ok || opened.row.item_id !== stream.itemId) streams.end(stream);
    else {
      stream.workspaceId = opened.row.workspace_id;
      stream.verifiedAt = performance.now();
    }
  }
}

async function run(context: Context): Promise<void> {
  const { onRun, intervals, ports, streams, state } = context;
  onRun();
  let nextMs = intervals.everyMs;
  try {
    await recheckAll(context);
  } catch (error) {
    ports.log.warn({ err: error }, "live streams could not be checked");
    nextMs = intervals.retryMs;
    for (const stream of streams.all()) if (performance.now() - stream.verifiedAt > intervals.blindMs) streams.end(stream);
  }
  if (!state.isStopped) schedule(context, nextMs);
}

function schedule(context: Context, ms: number): void {
  const { state } = context;
  state.timer = setTimeout(() => void run(context), ms).unref();
}

async function recheckVisitorsOf(context: Context, workspaceId: string): Promise<void> {
  const { streams, ports } = context;
  const visits = streams.all().filter((stream) => stream.kind === "visitor");
  const theirs = visits.filter((stream) => stream.workspaceId === workspaceId);
  try {
    await recheckLinks(context, theirs);
  } catch (error) {
    ports.log.warn({ err: error }, "visitors' streams could not be checked");
    for (const stream of theirs) streams.end(stream);
  }
}

async function recheckSessions({ streams, ports }: Context, userId: string | null): Promise<void> {
  const theirs = streams.all().filter((stream) => sessionOf(stream) !== null && (userId === null || userOf(stream) === userId));
  if (theirs.length === 0) return;
  const sessionIds = [...new Set(theirs.map(sessionOf).filter((id) => id !== null))];
  try {
    const active = new Set((await listSessionAccess(ports.pool, sessionIds, ports.clock.now())).map(({ sessionId }) => sessionId));
    for (const stream of theirs) if (!active.has(sessionOf(stream) ?? "")) streams.end(stream);
  } catch (error) {
    ports.log.warn({ err: error }, "sessions of streams could not be checked");
    // The page reconnects, and a session that still exists gets a new stream.
    for (const stream of theirs) streams.end(stream);
  }
}

function stop({ state }: Context): void {
  state.isStopped = true;
  clearTimeout(state.timer);
}

/**
 * Checks the permissions of all streams periodically: sessions and memberships with one statement for all of them, each link once for
 * all who opened it alike. `onRun` runs before each check.
 */
export function recheckStreams(
  ports: Pick<Ports, "pool" | "clock" | "log">,
  streams: Streams,
  { intervals, openLink, onRun, checkFolders }: RecheckOptions,
): StreamRecheck {
  const state: State = { timer: undefined, isStopped: false };
  const context: Context = { streams, ports, openLink, onRun, checkFolders, intervals, state };
  schedule(context, intervals.everyMs);
  return {
    recheckVisitorsOf: recheckVisitorsOf.bind(null, context),
    recheckSessions: recheckSessions.bind(null, context),
    stop: stop.bind(null, context),
  };
}
