import type { Ports } from "../../platform/ports/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import { isBoundByEntries } from "../../access/policies/items.policy.ts";
import { visibleEvents, namedIn, type SpaceEvent } from "./live.plan.ts";
import { type ItemPlace, listMemberships, listPlaces, type MembershipRow } from "./live.repo.ts";
import type { MemberStream, Streams } from "./live.streams.ts";
import type { Envelope } from "../../platform/events/events.wire.ts";

type SpaceEnvelope = Envelope & { event: SpaceEvent };

const isOfSpace = (envelope: Envelope): envelope is SpaceEnvelope => "workspaceId" in envelope.event;
const keyOf = (workspaceId: string, userId: string): string => `${workspaceId} ${userId}`;

/**
 * Tells the members of workspaces what happened there, by their rights of that very moment: with two statements for all that came in
 * meanwhile, however many streams there are. Somebody who is out of a workspace hears that, and nothing of it from then on.
 */
export function createDispatcher({ pool, log }: Pick<Ports, "pool" | "log">, streams: Streams, rights: Pick<Rights, "ofMember">) {
  let waiting: SpaceEnvelope[] = [];
  let isBusy = false;

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await dispatch(batch);
      } catch (error) {
        // Nobody knows who may hear of it: a reset names nothing, and lets pages read anew what they may.
        log.warn({ err: error }, "live events could not be told by rights");
        for (const stream of listenersOf(batch)) streams.send(stream, { type: "reset" });
      }
    }
    isBusy = false;
  }

  /** The streams that may have to do with these events. Whoever is new in a workspace does not know of it yet. */
  function listenersOf(batch: readonly SpaceEnvelope[]): MemberStream[] {
    const isForAll = batch.some(({ event }) => event.type === "workspace");
    return streams.members().filter((stream) => isForAll || batch.some(({ event }) => stream.workspaceIds.has(event.workspaceId)));
  }

  async function dispatch(batch: readonly SpaceEnvelope[]): Promise<void> {
    const listeners = listenersOf(batch);
    if (listeners.length === 0) return;
    const workspaceIds = [...new Set(batch.map(({ event }) => event.workspaceId))];
    const rows = await listMemberships(pool, workspaceIds, [...new Set(listeners.map(({ userId }) => userId))]);
    const named = rows.some(({ role }) => isBoundByEntries(role)) ? [...new Set(batch.flatMap(({ event }) => namedIn(event)))] : [];
    const places = new Map((await listPlaces(pool, named)).map((place) => [place.id, place]));
    const memberships = new Map(rows.map((row) => [keyOf(row.workspaceId, row.userId), row]));
    for (const stream of listeners) {
      for (const envelope of batch) {
        const membership = memberships.get(keyOf(envelope.event.workspaceId, stream.userId));
        if (!membership) leave(stream, envelope.event);
        else for (const event of await eventsFor(stream, membership, envelope, places)) streams.send(stream, event);
      }
    }
  }

  async function eventsFor(
    stream: MemberStream,
    membership: MembershipRow,
    envelope: SpaceEnvelope,
    places: ReadonlyMap<string, ItemPlace>,
  ): Promise<readonly SpaceEvent[]> {
    const { event } = envelope;
    if (!stream.workspaceIds.has(event.workspaceId)) stream.workspaceIds = new Set(stream.workspaceIds).add(event.workspaceId);
    if (!isBoundByEntries(membership.role) || (event.type !== "folders" && namedIn(event).length === 0)) return [event];
    return visibleEvents(await rights.ofMember(membership), envelope, places);
  }

  /** Somebody is not in the workspace (any more): they are told so once. */
  function leave(stream: MemberStream, { workspaceId }: SpaceEvent): void {
    const rest = new Set(stream.workspaceIds);
    if (!rest.delete(workspaceId)) return;
    stream.workspaceIds = rest;
    streams.send(stream, { type: "workspace", workspaceId, origin: null });
  }

  return {
    /** Takes an event in; whom it is for is told in a moment. */
    deliver(envelope: Envelope): void {
      if (!isOfSpace(envelope)) return;
      waiting.push(envelope);
      void work();
    },
  };
}
