import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import { createItemSubscribers } from "./live.item-subscribers.ts";
import { createDispatcher } from "./live.dispatcher.ts";
import { createStreams, type Stream, VISITORS_MAX } from "./live.streams.ts";
import { type OpenLink, type RecheckIntervals, recheckStreams } from "./live.recheck.ts";

export interface LiveStreamsDeps {
  events: Pick<Events, "subscribe">;
  openLink: OpenLink;
  memberships: Pick<Memberships, "listWorkspaceIds">;
  rights: Pick<Rights, "ofMember">;
  intervals: RecheckIntervals;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** Creates the stream service of an HTTP process. Its database listener connects when the first stream opens. */
export function createLiveStreams(ports: Ports, { events, memberships, openLink, rights, intervals }: LiveStreamsDeps) {
  const streams = createStreams();
  const dispatcher = createDispatcher(ports, streams, rights);
  const itemSubscribers = createItemSubscribers();
  const listener = events.subscribe({
    onEvent: (envelope) => {
      if (!streams.deliver(envelope)) dispatcher.deliver(envelope);
      itemSubscribers.deliver(envelope);
      if (envelope.event.type === "workspace") void recheck.recheckVisitorsOf(envelope.event.workspaceId);
    },
    onGap: () => {
      streams.resetAll();
      itemSubscribers.notifyAll();
    },
  });
  const recheck = recheckStreams(ports, streams, {
    intervals,
    openLink,
    onRun: () => {
      streams.beat();
      void listener.check();
    },
  });
  let isClosing = false;

  /**
   * Waits until the listener runs. It must run before permissions are read, so that no event is missed.
   * @throws AppError `unavailable`
   */
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
    /**
     * Opens a stream for the caller. `begin` returns the response once nothing can fail any more.
     * @throws AppError `unavailable`
     */
    async open(actor: UserActor, begin: () => Stream["response"]): Promise<Stream> {
      await listening();
      const workspaceIds = new Set(await memberships.listWorkspaceIds(actor.id));
      const { id: userId, sessionId, personalWorkspaceId } = actor;
      const who = { kind: "member", userId, sessionId, personalWorkspaceId, workspaceIds } as const;
      return add(() => ({ ...who, response: begin(), verifiedAt: performance.now() }));
    },

    /**
     * Opens a stream for a visitor with a link, limited to its item.
     * @throws AppError `not-found`, `password-required`, `unavailable`
     */
    async openByLink(given: { slug: string; visitor: Visitor; ip: string }, begin: () => Stream["response"]): Promise<Stream> {
      await listening();
      const opened = await openLink(given.slug, given.visitor);
      if (!opened.ok) throw new AppError(opened.code);
      if (streams.all().filter(({ kind }) => kind === "visitor").length >= VISITORS_MAX)
        throw new AppError("unavailable", { retryAfterS: 30 });
      const { item_id: itemId, workspace_id: workspaceId } = opened.row;
      return add(() => ({ kind: "visitor", ...given, itemId, workspaceId, response: begin(), verifiedAt: performance.now() }));
    },
    /** Calls `onChange` for changes of an item; the caller has checked the permission. Returns how to unsubscribe. @throws AppError `unavailable` */
    async subscribeToItem(itemId: string, onChange: () => void): Promise<() => void> {
      await listening();
      if (isClosing) throw new AppError("unavailable", { retryAfterS: 1 });
      return itemSubscribers.add(itemId, onChange);
    },
    /** Removes a stream whose connection is closed. */
    drop: streams.drop,
    /** Ends all streams immediately and accepts no more, because open streams would delay a shutdown until its timeout. */
    close(): void {
      isClosing = true;
      streams.endAll();
    },
    /** Stops listening. */
    async stop(): Promise<void> {
      recheck.stop();
      await listener.stop();
    },
  };
}
