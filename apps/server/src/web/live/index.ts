import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Events } from "../../platform/events/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { FolderLinks } from "./live.folder-pages.ts";
import { type OpenLink, RECHECK_INTERVALS, type RecheckIntervals } from "./live.recheck.ts";
import { liveRoutes } from "./live.routes.ts";
import { createLiveStreams, type LiveStreams } from "./live.service.ts";

export interface LiveDeps {
  events: Pick<Events, "subscribe" | "flush">;
  memberships: Pick<Memberships, "listWorkspaceIds">;
  openLink: OpenLink;
  folders: FolderLinks;
  /** Decides which events a member may see. */
  rights: Pick<Rights, "ofMember">;
  /** How often the permissions of open streams are checked again; tests use shorter intervals. */
  intervals?: RecheckIntervals;
}

export interface Live extends Module {
  /**
   * Calls `onChange` when an item may have changed, for requests that wait for it. Returns how to unsubscribe.
   * @throws AppError `unavailable` in a process that serves no HTTP
   */
  subscribeToItem(itemId: string, onChange: () => void): Promise<() => void>;
  /** Returns the header of a document from which its page takes the cursor of its event stream: everything until now is known. */
  cursorHeader(): Record<string, string>;
}

/** Live events: notifies open pages that data is to be read again. Only processes that serve HTTP open streams. */
export function createLive(ports: Ports, { events, intervals = RECHECK_INTERVALS, ...deps }: LiveDeps): Live {
  let live: LiveStreams | undefined;
  return {
    async subscribeToItem(itemId, onChange) {
      if (!live) throw new AppError("unavailable");
      return live.subscribeToItem(itemId, onChange);
    },
    cursorHeader: (): Record<string, string> => (live ? { "server-timing": `live;desc="${live.cursor()}"` } : {}),
    routes: (app) => {
      live = createLiveStreams(ports, { events, intervals, ...deps });
      liveRoutes(app, { live, publicUrl: ports.publicUrl, flush: events.flush });
    },
  };
}
