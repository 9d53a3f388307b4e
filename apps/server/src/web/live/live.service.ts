import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Envelope, Events } from "../../platform/events/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import { createItemSubscribers } from "./live.item-subscribers.ts";
import { createFolderPages, type FolderLinks, type FolderPages } from "./live.folder-pages.ts";
import { createDispatcher } from "./live.dispatcher.ts";
import { createRecentEvents } from "./live.recent.ts";
import { createStreams, mayConcern, type Stream, VISITORS_MAX } from "./live.streams.ts";
import { type OpenLink, type RecheckIntervals, recheckStreams } from "./live.recheck.ts";

export interface LiveStreamsDeps {
  events: Pick<Events, "subscribe">;
  openLink: OpenLink;
  folders: FolderLinks;
  memberships: Pick<Memberships, "listWorkspaceIds">;
  rights: Pick<Rights, "ofMember">;
  intervals: RecheckIntervals;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** The state that changes while the service runs. */
interface State {
  isClosing: boolean;
  isListening: boolean;
}

/** What a page has read already: everything until its cursor, and the changes of its tab. Both are optional. */
export interface KnownState {
  cursor: string | undefined;
  origin: string | undefined;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<LiveStreamsDeps, "memberships" | "openLink" | "folders"> {
  listener: ReturnType<LiveStreamsDeps["events"]["subscribe"]>;
  state: State;
  recent: ReturnType<typeof createRecentEvents>;
  streams: ReturnType<typeof createStreams>;
  itemSubscribers: ReturnType<typeof createItemSubscribers>;
  recheck: ReturnType<typeof recheckStreams>;
  folderPages: FolderPages;
}

/**
 * Waits until the listener runs. It must run before permissions are read, so that no event is missed.
 * @throws AppError `unavailable`
 */
async function listening({ listener, state, recent }: Context): Promise<void> {
  await listener.start().catch((error: unknown) => {
    throw new AppError("unavailable", { cause: error });
  });
  if (state.isListening) return;
  state.isListening = true;
  recent.restart();
}

function add<S extends Stream>({ state, streams, recent }: Context, stream: () => S, { cursor, origin }: KnownState): S {
  if (state.isClosing) throw new AppError("unavailable", { retryAfterS: 1 });
  const made = stream();
  const isOther = ({ event }: Envelope): boolean => origin === undefined || event.origin !== origin;
  streams.add(made, !recent.hasChanged(cursor, (envelope) => isOther(envelope) && mayConcern(made, envelope)));
  return made;
}

/**
 * Opens a stream for the caller. `begin` returns the response once nothing can fail any more.
 * @throws AppError `unavailable`
 */
async function open(context: Context, actor: UserActor, known: KnownState, begin: () => Stream["response"]): Promise<Stream> {
  const { memberships } = context;
  await listening(context);
  const workspaceIds = new Set(await memberships.listWorkspaceIds(actor.id));
  const { id: userId, sessionId, personalWorkspaceId } = actor;
  const who = { kind: "member", userId, sessionId, personalWorkspaceId, workspaceIds } as const;
  return add(context, () => ({ ...who, response: begin(), verifiedAt: performance.now() }), known);
}

/** The page of a visitor with a link. */
interface Visit {
  slug: string;
  visitor: Visitor;
  ip: string;
}

function assertRoom({ streams }: Context): void {
  if (streams.visitors() >= VISITORS_MAX) throw new AppError("unavailable", { retryAfterS: 30 });
}

/**
 * Opens a stream for a visitor with a link: about its item, or about the page of its folder.
 * @throws AppError `not-found`, `password-required`, `link-removed`, `unavailable`
 */
async function openByLink(
  context: Context,
  {
    givenItemId,
    givenFolderId,
    known,
    ...visit
  }: Visit & {
    givenItemId: string | undefined;
    givenFolderId: string | undefined;
    known: KnownState;
  },
  begin: () => Stream["response"],
): Promise<Stream> {
  const { openLink } = context;
  await listening(context);
  const opened = await openLink(visit.slug, visit.visitor, "check", givenItemId);
  if (!opened.ok && opened.code === "not-found" && givenItemId === undefined)
    return openFolder(context, visit, givenFolderId ?? null, begin);
  if (!opened.ok) throw new AppError(opened.code);
  assertRoom(context);
  const { item_id: itemId, workspace_id: workspaceId } = opened.row;
  const who = { kind: "visitor", ...visit, givenItemId, itemId, workspaceId } as const;
  return add(context, () => ({ ...who, response: begin(), verifiedAt: performance.now() }), known);
}

/** The version of a folder's page is read when its stream opens, so earlier changes are unknown. */
const NOTHING_KNOWN: KnownState = { cursor: undefined, origin: undefined };

async function openFolder(context: Context, visit: Visit, folderId: string | null, begin: () => Stream["response"]): Promise<Stream> {
  const { folders } = context;
  const opened = await folders.open(visit.slug, visit.visitor, { folderId, purpose: "check" });
  if (!opened.ok) throw new AppError(opened.code);
  const version = await folders.version(opened);
  assertRoom(context);
  const { workspace_id: workspaceId } = opened.row;
  const who = { kind: "folder", ...visit, folderId, workspaceId, version } as const;
  return add(context, () => ({ ...who, response: begin(), verifiedAt: performance.now() }), NOTHING_KNOWN);
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
async function stop({ recheck, folderPages, listener }: Context): Promise<void> {
  recheck.stop();
  folderPages.stop();
  await listener.stop();
}

/** Creates the stream service of an HTTP process. Its database listener connects when the first stream opens. */
export function createLiveStreams(ports: Ports, { events, memberships, openLink, folders, rights, intervals }: LiveStreamsDeps) {
  const streams = createStreams();
  const recent = createRecentEvents();
  const dispatcher = createDispatcher(ports, streams, rights);
  const itemSubscribers = createItemSubscribers();
  const folderPages = createFolderPages(ports, streams, folders);
  const listener = events.subscribe({
    onEvent: (envelope) => {
      recent.note(envelope);
      if (!streams.deliver(envelope)) dispatcher.deliver(envelope);
      itemSubscribers.deliver(envelope);
      folderPages.deliver(envelope);
      if (envelope.event.type === "workspace") void recheck.recheckVisitorsOf(envelope.event.workspaceId);
    },
    onSessionsEnded: (userId) => void recheck.recheckSessions(userId),
    onGap: () => {
      recent.restart();
      streams.resetAll();
      // Sessions may have ended unnoticed.
      void recheck.recheckSessions(null);
      itemSubscribers.notifyAll();
    },
  });
  const recheck = recheckStreams(ports, streams, {
    intervals,
    openLink,
    checkFolders: folderPages.checkAll,
    onRun: () => {
      streams.beat();
      void listener.check();
    },
  });
  const state: State = { isClosing: false, isListening: false };
  const context: Context = { listener, state, recent, streams, memberships, openLink, folders, itemSubscribers, recheck, folderPages };
  return {
    open: open.bind(null, context),
    openByLink: openByLink.bind(null, context),
    subscribeToItem: subscribeToItem.bind(null, context),
    /** Returns the cursor of a document that is sent now: its page has read everything until then. */
    cursor: recent.cursor,
    /** Removes a stream whose connection is closed. */
    drop: streams.drop,
    close: close.bind(null, context),
    stop: stop.bind(null, context),
  };
}
