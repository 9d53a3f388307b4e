import type { Ports } from "../../ports/index.ts";
import { listStandings } from "./events.repo.ts";
import type { Stream, Streams } from "./events.streams.ts";

/** How often streams are looked at, in milliseconds. */
export interface WatchPace {
  everyMs: number;
  /** Until the next look after one that failed. */
  retryMs: number;
  /** A stream that could not be looked at for this long is ended. */
  blindMs: number;
}

/** A session that ended, or a membership that was lost, is heard of within 30 s. */
export const WATCH_PACE: WatchPace = { everyMs: 20_000, retryMs: 2_000, blindMs: 25_000 };

/**
 * Looks at all streams' sessions and memberships again and again, with one statement for all of them. Answers how to stop.
 * `onLook` runs before each look.
 */
export function watchStreams(
  ports: Pick<Ports, "pool" | "clock" | "log">,
  streams: Streams,
  pace: WatchPace,
  onLook: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const seen = streams.all();
    if (seen.length === 0) return;
    const standings = await listStandings(ports.pool, [...new Set(seen.map((stream) => stream.sessionId))], ports.clock.now());
    const bySession = new Map(standings.map((standing) => [standing.sessionId, new Set(standing.workspaceIds)]));
    for (const stream of seen) apply(stream, bySession.get(stream.sessionId));
  }

  function apply(stream: Stream, workspaceIds: Set<string> | undefined): void {
    if (!workspaceIds) return streams.end(stream);
    stream.workspaceIds = workspaceIds;
    stream.verifiedAt = performance.now();
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
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
