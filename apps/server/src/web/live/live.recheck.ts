import type { Ports } from "../../platform/ports/index.ts";
import { listStandings } from "./live.repo.ts";
import type { OpenLink } from "./live.service.ts";
import type { Stream, Streams, VisitorStream } from "./live.streams.ts";

/** How often streams are looked at, in milliseconds. */
export interface WatchPace {
  everyMs: number;
  /** Until the next look after one that failed. */
  retryMs: number;
  /** A stream that could not be looked at for this long is ended. */
  blindMs: number;
}

/** Links that are looked at at once. */
const LINKS_AT_ONCE = 4;

/** A session that ended, a membership that was lost, a link that was revoked is heard of within 30 s. */
export const WATCH_PACE: WatchPace = { everyMs: 20_000, retryMs: 2_000, blindMs: 25_000 };

const sessionOf = (stream: Stream): string | null => {
  if (stream.kind === "member") return stream.sessionId;
  return stream.visitor.actor.kind === "user" ? stream.visitor.actor.sessionId : null;
};

/** What keeps streams to those who may hear. */
export interface StreamWatch {
  /** Looks at once at those whom a link brought to an item of this workspace: who may follow it may have changed. Never rejects. */
  lookAtVisitorsOf(workspaceId: string): Promise<void>;
  stop(): void;
}

/**
 * Looks at all streams' rights again and again: sessions and memberships with one statement for all of them, each link once for
 * all who opened it alike. `onLook` runs before each look.
 */
export function watchStreams(
  ports: Pick<Ports, "pool" | "clock" | "log">,
  streams: Streams,
  { pace, openLink, onLook }: { pace: WatchPace; openLink: OpenLink; onLook: () => void },
): StreamWatch {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const seen = streams.all();
    if (seen.length === 0) return;
    const sessionIds = new Set(seen.map(sessionOf).filter((id) => id !== null));
    const standings = sessionIds.size === 0 ? [] : await listStandings(ports.pool, [...sessionIds], ports.clock.now());
    const bySession = new Map(standings.map((standing) => [standing.sessionId, new Set(standing.workspaceIds)]));
    for (const stream of seen) {
      const sessionId = sessionOf(stream);
      const workspaceIds = sessionId === null ? undefined : bySession.get(sessionId);
      // Whose session ended comes back as somebody else.
      if (sessionId !== null && !workspaceIds) streams.end(stream);
      else if (stream.kind === "member" && workspaceIds) {
        stream.workspaceIds = workspaceIds;
        stream.verifiedAt = performance.now();
      }
    }
    await lookAtLinks(streams.all().filter((stream) => stream.kind === "visitor"));
  }

  async function lookAtLinks(visits: readonly VisitorStream[]): Promise<void> {
    const alike = [...Map.groupBy(visits, ({ slug, visitor }) => JSON.stringify([slug, visitor])).values()];
    for (let from = 0; from < alike.length; from += LINKS_AT_ONCE)
      await Promise.all(alike.slice(from, from + LINKS_AT_ONCE).map((group) => lookAtLink(group)));
  }

  /** @param group streams of one link that everything is the same for */
  async function lookAtLink(group: readonly VisitorStream[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    const opened = await openLink(first.slug, first.visitor);
    for (const stream of group) {
      if (!opened.ok || opened.row.item_id !== stream.itemId) streams.end(stream);
      else {
        stream.workspaceId = opened.row.workspace_id;
        stream.verifiedAt = performance.now();
      }
    }
  }

  async function run(): Promise<void> {
    onLook();
    let nextMs = pace.everyMs;
    try {
      await look();
    } catch (error) {
      ports.log.warn({ err: error }, "live streams could not be looked at");
      nextMs = pace.retryMs;
      for (const stream of streams.all()) if (performance.now() - stream.verifiedAt > pace.blindMs) streams.end(stream);
    }
    if (!isStopped) schedule(nextMs);
  }

  function schedule(ms: number): void {
    timer = setTimeout(() => void run(), ms).unref();
  }
  schedule(pace.everyMs);
  return {
    async lookAtVisitorsOf(workspaceId) {
      const visits = streams.all().filter((stream) => stream.kind === "visitor");
      const theirs = visits.filter((stream) => stream.workspaceId === workspaceId);
      try {
        await lookAtLinks(theirs);
      } catch (error) {
        ports.log.warn({ err: error }, "visitors' streams could not be looked at");
        for (const stream of theirs) streams.end(stream);
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
