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

/** The state that changes while the service runs. */
interface State {
  isClosing: boolean;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<LiveStreamsDeps, "memberships" | "openLink"> {
  listener: ReturnType<LiveStreamsDeps["events"]["subscribe"]>;
  state: State;
  streams: ReturnType<typeof createStreams>;
  itemSubscribers: ReturnType<typeof createItemSubscribers>;
  recheck: ReturnType<typeof recheckStreams>;
}

/**
 * Waits until the listener runs. It must run before permissions are read, so that no event is missed.
 * @throws AppError `unavailable`
 */
async function listening({ listener }: Context): Promise<void> {
  await listener.start().catch((error: unknown) => {
    throw new AppError("unavailable", { cause: error });
  });
}

function add<S extends Stream>({ state, streams }: Context, stream: () => S): S {
  if (state.isClosing) throw new AppError("unavailable", { retryAfterS: 1 });
  const made = stream();
  streams.add(made);
  return made;
}

/**
 * Opens a stream for the caller. `begin` returns the response once nothing can fail any more.
 * @throws AppError `unavailable`
 */
async function open(context: Context, actor: UserActor, begin: () => Stream["response"]): Promise<Stream> {
  const { memberships } = context;
  await listening(context);
  const workspaceIds = new Set(await memberships.listWorkspaceIds(actor.id));
  const { id: userId, sessionId, personalWorkspaceId } = actor;
  const who = { kind: "member", userId, sessionId, personalWorkspaceId, workspaceIds } as const;
  return add(context, () => ({ ...who, response: begin(), verifiedAt: performance.now() }));
}

/**
 * Opens a stream for a visitor with a link, limited to its item.
 * @throws AppError `not-found`, `password-required`, `unavailable`
 */
async function openByLink(
  context: Context,
  given: { slug: string; visitor: Visitor; givenItemId: string | undefined; ip: string },
  begin: () => Stream["response"],
): Promise<Stream> {
  const { openLink, streams } = context;
  await listening(context);
  const opened = await openLink(given.slug, given.visitor, "check", given.givenItemId);
  if (!opened.ok) throw new AppError(opened.code);
  if (streams.all().filter(({ kind }) => kind === "visitor").length >= VISITORS_MAX) throw new AppError("unavailable", { retryAfterS: 30 });
  const { item_id: itemId, workspace_id: workspaceId } = opened.row;
  return add(context, () => ({ kind: "visitor", ...given, itemId, workspaceId, response: begin(), verifiedAt: performance.now() }));
}

/** Calls `onChange` for changes of an item; the caller has checked the permission. Returns how to unsubscribe. @throws AppError `unavailable` */
async function subscribeToItem(context: Context, itemId: string, onChange: () => void): Promise<() => void> {
  const { state, itemSubscribers } = context;
  await listening(context);
  if (state.isClosing) throw new AppError("unavailable", { retryAfterS: 1 });
  return itemSubscribers.add(itemId, onChange);
}

/** Ends all streams immediately and accepts no more, because open streams would delay a shutdown until its timeout. */
function close({ state, streams }: Context): void {
  state.isClosing = true;
  streams.endAll();
}

/** Stops listening. */
async function stop({ recheck, listener }: Context): Promise<void> {
  recheck.stop();
  await listener.stop();
}

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
    onSessionsEnded: (userId) => void recheck.recheckSessions(userId),
    onGap: () => {
      streams.resetAll();
      // Sessions may have ended unnoticed.
      void recheck.recheckSessions(null);
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
  const state: State = { isClosing: false };
  const context: Context = { listener, state, streams, memberships, openLink, itemSubscribers, recheck };
  return {
    open: open.bind(null, context),
    openByLink: openByLink.bind(null, context),
    subscribeToItem: subscribeToItem.bind(null, context),
    /** Removes a stream whose connection is closed. */
    drop: streams.drop,
    close: close.bind(null, context),
    stop: stop.bind(null, context),
  };
}
