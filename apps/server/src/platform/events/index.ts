import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../http/app-error.ts";
import type { Ports } from "../ports/index.ts";
import type { Module } from "../module.ts";
import type { Rights } from "../../access/rights/index.ts";
import { originHook } from "./events.origin.ts";
import { createPublisher } from "./events.publisher.ts";
import { eventsRoutes } from "../../web/live/live.routes.ts";
import { createLiveStreams, type LiveStreams, type OpenLink } from "../../web/live/live.service.ts";
import { WATCH_PACE, type WatchPace } from "../../web/live/live.recheck.ts";
import type { Happening } from "./events.wire.ts";

export type { Happening } from "./events.wire.ts";

export interface Events extends Module {
  /** Tells every open page that may know about it, on every server process. Called after the change was committed; never throws. */
  publish(happening: Happening): void;
  /** Calls `heard` when an item may have changed, for requests that wait for it. Answers how to stop. @throws AppError `unavailable` */
  hear(itemId: string, heard: () => void): Promise<() => void>;
  /** Remembers for the rest of a request which tab sent it. Runs just before the handler. */
  originHook(request: FastifyRequest, reply: FastifyReply, done: () => void): void;
}

export interface EventsDeps {
  /** Ids of the spaces that the user is in, the personal one included. */
  listWorkspaceIds(userId: string): Promise<string[]>;
  /** What a link opens for a visitor. */
  openLink: OpenLink;
  /** By which members hear only of what they may read. */
  rights: Pick<Rights, "ofMember">;
  /** How often streams are looked at; tests are in a hurry. */
  pace?: WatchPace;
}

/** Live events: hints to pages that something is to be read again. Every process tells; those that serve HTTP also listen. */
export function createEvents(ports: Ports, { listWorkspaceIds, openLink, rights, pace = WATCH_PACE }: EventsDeps): Events {
  const { publish, flush } = createPublisher(ports);
  let live: LiveStreams | undefined;
  return {
    publish,
    async hear(itemId, heard) {
      // A process that serves no HTTP listens to nobody.
      if (!live) throw new AppError("unavailable");
      return live.hear(itemId, heard);
    },
    originHook,
    routes: (app) => {
      live = createLiveStreams(ports, { listWorkspaceIds, openLink, rights, pace });
      eventsRoutes(app, { live, publicUrl: ports.publicUrl, flush });
    },
  };
}
