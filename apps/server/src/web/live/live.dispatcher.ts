import { isBoundByEntries } from "@stillreel/contract";
import type { Ports } from "../../platform/ports/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import { visibleEvents, namedIn, type SpaceEvent } from "./live.plan.ts";
import { type ItemPlacement, listMemberships, listPlacements, type MembershipRow } from "./live.repo.ts";
import type { MemberStream, Streams } from "./live.streams.ts";
import type { Envelope } from "../../platform/events/events.wire.ts";

type SpaceEnvelope = Envelope & { event: SpaceEvent };

const isOfSpace = (envelope: Envelope): envelope is SpaceEnvelope => "workspaceId" in envelope.event;
const keyOf = (workspaceId: string, userId: string): string => `${workspaceId} ${userId}`;

/** The state that changes while the service runs. */
interface State {
  waiting: SpaceEnvelope[];

  isBusy: boolean;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Pick<Ports, "pool" | "log">, "log" | "pool"> {
  state: State;
  streams: Streams;
  rights: Pick<Rights, "ofMember">;
}

async function work(context: Context): Promise<void> {
  const { state, log, streams } = context;
  if (state.isBusy) return;
  state.isBusy = true;
  while (state.waiting.length > 0) {
    const batch = state.waiting;
    state.waiting = [];
    try {
      await dispatch(context, batch);
    } catch (error) {
      // The permissions are unknown, so pages get a reset. It names no item and makes them read again what they may see.
      log.warn({ err: error }, "live events could not be filtered by permissions");
      for (const stream of listenersOf(context, batch)) streams.send(stream, { type: "reset" });
    }
  }
  state.isBusy = false;
}

/**
 * Returns the streams that these events may concern. An event of a workspace concerns all, because new members are not
 * listed yet.
 */
function listenersOf({ streams }: Context, batch: readonly SpaceEnvelope[]): MemberStream[] {
  const isForAll = batch.some(({ event }) => event.type === "workspace");
  return streams.members().filter((stream) => isForAll || batch.some(({ event }) => stream.workspaceIds.has(event.workspaceId)));
}

async function dispatch(context: Context, batch: readonly SpaceEnvelope[]): Promise<void> {
  const { pool, streams } = context;
  const listeners = listenersOf(context, batch);
  if (listeners.length === 0) return;
  const workspaceIds = [...new Set(batch.map(({ event }) => event.workspaceId))];
  const rows = await listMemberships(pool, workspaceIds, [...new Set(listeners.map(({ userId }) => userId))]);
  const named = rows.some(({ role }) => isBoundByEntries(role)) ? [...new Set(batch.flatMap(({ event }) => namedIn(event)))] : [];
  const itemPlacements = new Map((await listPlacements(pool, named)).map((placement) => [placement.id, placement]));
  const memberships = new Map(rows.map((row) => [keyOf(row.workspaceId, row.userId), row]));
  for (const stream of listeners) {
    for (const envelope of batch) {
      const membership = memberships.get(keyOf(envelope.event.workspaceId, stream.userId));
      if (!membership) leave(context, stream, envelope.event);
      else for (const event of await eventsFor(context, stream, membership, envelope, itemPlacements)) streams.send(stream, event);
    }
  }
}

async function eventsFor(
  { rights }: Context,
  stream: MemberStream,
  membership: MembershipRow,
  envelope: SpaceEnvelope,
  itemPlacements: ReadonlyMap<string, ItemPlacement>,
): Promise<readonly SpaceEvent[]> {
  const { event } = envelope;
  if (!stream.workspaceIds.has(event.workspaceId)) stream.workspaceIds = new Set(stream.workspaceIds).add(event.workspaceId);
  if (!isBoundByEntries(membership.role) || (event.type !== "folders" && namedIn(event).length === 0)) return [event];
  return visibleEvents(await rights.ofMember(membership), envelope, itemPlacements);
}

/** Notifies a stream once that its user is not (or no longer) in the workspace. */
function leave({ streams }: Context, stream: MemberStream, { workspaceId }: SpaceEvent): void {
  const rest = new Set(stream.workspaceIds);
  if (!rest.delete(workspaceId)) return;
  stream.workspaceIds = rest;
  streams.send(stream, { type: "workspace", workspaceId, origin: null });
}

/** Accepts an event and delivers it asynchronously. */
function deliver(context: Context, envelope: Envelope): void {
  const { state } = context;
  if (!isOfSpace(envelope)) return;
  state.waiting.push(envelope);
  void work(context);
}

/**
 * Delivers workspace events to members according to their current permissions. It runs two statements per batch of events,
 * independent of the number of streams. A former member receives one event about the loss of access and then none.
 */
export function createDispatcher({ pool, log }: Pick<Ports, "pool" | "log">, streams: Streams, rights: Pick<Rights, "ofMember">) {
  const state: State = { waiting: [], isBusy: false };
  const context: Context = { state, log, streams, pool, rights };
  return {
    deliver: deliver.bind(null, context),
  };
}
