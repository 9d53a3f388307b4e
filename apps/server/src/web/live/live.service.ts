import { createListener } from "../../platform/db/listen.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../access/policies/decision.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Opened, Visitor } from "../../library/shares/index.ts";
import { createEars } from "./live.item-subscribers.ts";
import { createHearing } from "./live.dispatcher.ts";
import { createStreams, type Stream, VISITORS_MAX } from "./live.streams.ts";
import { watchStreams, type WatchPace } from "./live.recheck.ts";
import { CHANNEL, unpack } from "../../platform/events/events.wire.ts";

/** What a link opens for a visitor. */
export type OpenLink = (slug: string, visitor: Visitor) => Promise<Opened>;

export interface LiveStreamsDeps {
  openLink: OpenLink;
  /** Ids of the spaces that the user is in, the personal one included. */
  listWorkspaceIds(userId: string): Promise<string[]>;
  rights: Pick<Rights, "ofMember">;
  pace: WatchPace;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** The streams of a process that serves HTTP, and its ear at the database, which opens with the first of them. */
export function createLiveStreams(ports: Ports, { listWorkspaceIds, openLink, rights, pace }: LiveStreamsDeps) {
  const streams = createStreams();
  const hearing = createHearing(ports, streams, rights);
  const ears = createEars();
  const listener = createListener(ports.pool, CHANNEL, ports.log, {
    onMessage: (payload) => {
      for (const envelope of unpack(payload)) {
        if (!streams.deliver(envelope)) hearing.deliver(envelope);
        ears.deliver(envelope);
        if (envelope.event.type === "workspace") void watch.lookAtVisitorsOf(envelope.event.workspaceId);
      }
    },
    onGap: () => {
      streams.resetAll();
      ears.tellAll();
    },
  });
  const watch = watchStreams(ports, streams, {
    pace,
    openLink,
    onLook: () => {
      streams.beat();
      void listener.check();
    },
  });
  let isClosing = false;

  /** First listen, then read what may be heard, then say so: nothing falls between. @throws AppError `unavailable` */
  async function listening(): Promise<void> {
    await listener.start().catch((error: unknown) => {
      throw new AppError("unavailable", { cause: error });
    });
  }

  function add<S extends Stream>(stream: () => S): S {
    if (isClosing) throw new AppError("unavailable", { retryAfterS: 1 });
    const made = stream();
    streams.add(made);
    return made;
  }

  return {
    /** Opens a stream for the caller. `begin` answers where to write once nothing can fail any more. @throws AppError `unavailable` */
    async open(actor: UserActor, begin: () => Stream["response"]): Promise<Stream> {
      await listening();
      const workspaceIds = new Set(await listWorkspaceIds(actor.id));
      const { id: userId, sessionId, personalWorkspaceId } = actor;
      const who = { kind: "member", userId, sessionId, personalWorkspaceId, workspaceIds } as const;
      return add(() => ({ ...who, response: begin(), verifiedAt: performance.now() }));
    },

    /** The same for whoever a link brought: about its item alone. @throws AppError `not-found`, `password-required`, `unavailable` */
    async openByLink(given: { slug: string; visitor: Visitor; ip: string }, begin: () => Stream["response"]): Promise<Stream> {
      await listening();
      const opened = await openLink(given.slug, given.visitor);
      if (!opened.ok) throw new AppError(opened.code);
      if (streams.all().filter(({ kind }) => kind === "visitor").length >= VISITORS_MAX)
        throw new AppError("unavailable", { retryAfterS: 30 });
      const { item_id: itemId, workspace_id: workspaceId } = opened.row;
      return add(() => ({ kind: "visitor", ...given, itemId, workspaceId, response: begin(), verifiedAt: performance.now() }));
    },
    /** Hears of changes of an item, within the process; the caller has checked the rights. Answers how to stop. @throws AppError `unavailable` */
    async hear(itemId: string, heard: () => void): Promise<() => void> {
      await listening();
      if (isClosing) throw new AppError("unavailable", { retryAfterS: 1 });
      return ears.add(itemId, heard);
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
      watch.stop();
      await listener.stop();
    },
  };
}
