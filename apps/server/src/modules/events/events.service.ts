import { createListener } from "../../db/listen.ts";
import { AppError } from "../../http/app-error.ts";
import type { UserActor } from "../../policies/actor.ts";
import type { Ports } from "../../ports/index.ts";
import { createStreams, type Stream } from "./events.streams.ts";
import { watchStreams, type WatchPace } from "./events.watch.ts";
import { CHANNEL, unpack } from "./events.wire.ts";

export interface LiveStreamsDeps {
  /** Ids of the spaces that the user is in, the personal one included. */
  listWorkspaceIds(userId: string): Promise<string[]>;
  pace: WatchPace;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** The streams of a process that serves HTTP, and its ear at the database, which opens with the first of them. */
export function createLiveStreams(ports: Ports, { listWorkspaceIds, pace }: LiveStreamsDeps) {
  const streams = createStreams();
  const listener = createListener(ports.pool, CHANNEL, ports.log, {
    onMessage: (payload) => unpack(payload).forEach(streams.deliver),
    onGap: streams.resetAll,
  });
  const stopWatching = watchStreams(ports, streams, pace, () => {
    streams.beat();
    void listener.check();
  });
  let isClosing = false;

  return {
    /** Opens a stream for the caller. `begin` answers where to write once nothing can fail any more. @throws AppError `unavailable` */
    async open(actor: UserActor, begin: () => Stream["response"]): Promise<Stream> {
      // First listen, then read what may be heard, then say so: nothing falls between.
      await listener.start().catch((error: unknown) => {
        throw new AppError("unavailable", { cause: error });
      });
      const workspaceIds = new Set(await listWorkspaceIds(actor.id));
      if (isClosing) throw new AppError("unavailable", { retryAfterS: 1 });
      const { id: userId, sessionId } = actor;
      const stream: Stream = { userId, sessionId, workspaceIds, response: begin(), verifiedAt: performance.now() };
      streams.add(stream);
      return stream;
    },
    /** Forgets a stream whose connection is gone. */
    drop: streams.drop,
    /** Ends all streams at once and takes no more: they would hold a stop up to its time limit. */
    close(): void {
      isClosing = true;
      streams.endAll();
    },
    /** Stops listening. */
    async stop(): Promise<void> {
      stopWatching();
      await listener.stop();
    },
  };
}
