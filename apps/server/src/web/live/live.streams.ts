import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@stillreel/contract";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Envelope } from "../../platform/events/events.wire.ts";

/** Maximum number of open streams per user and process. Beyond it the oldest is closed. */
export const STREAMS_PER_USER = 20;
/** Maximum number of streams per link and IP address. Many visitors may share an address. */
export const STREAMS_PER_LINK = 200;
/** Maximum number of visitor streams per process. */
export const VISITORS_MAX = 5_000;
/** Maximum bytes buffered for a slow client before its stream is closed. */
const BACKLOG_MAX_BYTES = 64 * 1024;

/** Shortest pause of pages before they connect to another process, and the time over which they are spread, in milliseconds. */
const MOVE_MIN_MS = 200;
const MOVE_SPREAD_MS = 4_000;

interface Connection {
  response: Pick<ServerResponse, "write" | "end" | "destroy" | "writableLength">;
  /** Time of the last permission check, in milliseconds of a monotonic clock. */
  verifiedAt: number;
}

/** An open page of a signed-in user, which receives events of the user's workspaces. */
export interface MemberStream extends Connection {
  kind: "member";
  userId: string;
  sessionId: string;
  /** The user's personal workspace. It has no other members. */
  personalWorkspaceId: string;
  /** The user's workspaces at the last check. Permissions are checked again for each event. */
  workspaceIds: ReadonlySet<string>;
}

/** An open page of a visitor with a link, which receives events of the link's item only. */
export interface VisitorStream extends Connection {
  kind: "visitor";
  slug: string;
  visitor: Visitor;
  /** The item that the page named, for the link of a folder. */
  givenItemId: string | undefined;
  ip: string;
  itemId: string;
  workspaceId: string;
}

/** An open page of a shared folder. It only learns that the page has changed: events of its workspace would reveal other work there. */
export interface FolderStream extends Connection {
  kind: "folder";
  slug: string;
  visitor: Visitor;
  /** The folder inside the shared one; null for the shared one. */
  folderId: string | null;
  ip: string;
  workspaceId: string;
  /** Version of the page that the visitor has. */
  version: string;
}

/** The event stream of one open page, with its user and scope. */
export type Stream = MemberStream | VisitorStream | FolderStream;

const text = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/** Replaces the workspace id in events for visitors, who must not learn the workspace of an item. */
export const NO_SPACE = "shared";

/** Reduces an event for a visitor: it only says that their item changed and reveals nothing else. */
function forVisitor({ itemId, workspaceId }: VisitorStream, event: Envelope["event"]): LiveEvent | null {
  switch (event.type) {
    case "comments":
    case "engagement":
      return event.itemId === itemId ? { ...event, workspaceId: NO_SPACE } : null;
    case "items": {
      const isMeant = event.itemIds === null ? event.workspaceId === workspaceId : event.itemIds.includes(itemId);
      return isMeant ? { ...event, workspaceId: NO_SPACE, itemIds: [itemId] } : null;
    }
    default:
      return null;
  }
}

/** Returns whether an event may concern the page of a stream. Permissions inside a workspace are not considered. */
export function mayConcern(stream: Stream, { event, userId }: Envelope): boolean {
  if (stream.kind === "folder") return true;
  if (stream.kind === "visitor") return forVisitor(stream, event) !== null;
  if (!("workspaceId" in event)) return userId === stream.userId;
  // A user who has just joined or left a workspace is not in the list of its members.
  if (event.type === "workspace") return true;
  return event.workspaceId === stream.personalWorkspaceId || stream.workspaceIds.has(event.workspaceId);
}

/** Returns the key of those who share a limit of streams: one user, or the visitors of a link from one address. */
const holderOf = (stream: Stream): string => (stream.kind === "member" ? `user ${stream.userId}` : `link ${stream.slug} ${stream.ip}`);

export type Streams = ReturnType<typeof createStreams>;

/** Creates the set of open streams. It finds those of one holder without reading all, because thousands of pages may connect within a second. */
function createRegistry() {
  const streams = new Set<Stream>();
  const holders = new Map<string, Set<Stream>>();
  let visitors = 0;
  return {
    streams,
    visitors: (): number => visitors,
    /** Returns the streams of the holder of this one, oldest first. */
    ofHolder: (stream: Stream): Stream[] => [...(holders.get(holderOf(stream)) ?? [])],
    insert(stream: Stream): void {
      const holder = holderOf(stream);
      streams.add(stream);
      holders.set(holder, (holders.get(holder) ?? new Set()).add(stream));
      if (stream.kind !== "member") visitors += 1;
    },
    /** Returns whether the stream was open. */
    remove(stream: Stream): boolean {
      if (!streams.delete(stream)) return false;
      const holder = holderOf(stream);
      const own = holders.get(holder);
      own?.delete(stream);
      if (own?.size === 0) holders.delete(holder);
      if (stream.kind !== "member") visitors -= 1;
      return true;
    },
  };
}

/** Creates the registry of the open streams in this process. It delivers events to them. */
export function createStreams() {
  const { streams, ...registry } = createRegistry();

  function write(stream: Stream, data: string): void {
    stream.response.write(data);
    // A client that does not read loses its stream, so that buffered events do not fill the memory. It gets a reset when
    // it reconnects.
    if (stream.response.writableLength > BACKLOG_MAX_BYTES) {
      registry.remove(stream);
      stream.response.destroy();
    }
  }

  function end(stream: Stream): void {
    if (registry.remove(stream)) stream.response.end();
  }

  return {
    all: (): Stream[] => [...streams],
    /** Adds a stream. The page of one that is not current is asked to read everything again. */
    add(stream: Stream, isCurrent = false): void {
      const most = stream.kind === "member" ? STREAMS_PER_USER : STREAMS_PER_LINK;
      const others = registry.ofHolder(stream);
      for (const oldest of others.slice(0, Math.max(0, others.length - most + 1))) end(oldest);
      registry.insert(stream);
      write(stream, `retry: 2000\n${isCurrent ? "\n" : text({ type: "reset" })}`);
    },
    /** Number of streams of visitors. */
    visitors: registry.visitors,
    /** Removes a stream whose connection is closed. */
    drop: registry.remove,
    end,
    /** Ends all streams. Each page gets another pause, so that not all of them connect to the other processes together. */
    endAll(): void {
      for (const stream of streams) {
        stream.response.write(`retry: ${Math.round(MOVE_MIN_MS + Math.random() * MOVE_SPREAD_MS)}\n\n`);
        end(stream);
      }
    },
    /** Returns the streams of signed-in users. */
    members: (): MemberStream[] => [...streams].filter((stream) => stream.kind === "member"),
    /** Sends an event to one stream if it is still open. */
    send(stream: Stream, event: LiveEvent): void {
      if (streams.has(stream)) write(stream, text(event));
    },
    /**
     * Delivers an event to the streams that need no permission query: visitors, and users for events about themselves.
     * Returns whether the event belongs to a personal workspace.
     */
    deliver({ event, userId }: Envelope): boolean {
      const data = text(event);
      let isPersonal = !("workspaceId" in event);
      for (const stream of streams) {
        if (stream.kind === "folder") continue;
        if (stream.kind === "visitor") {
          const visible = forVisitor(stream, event);
          if (visible) write(stream, text(visible));
          continue;
        }
        const isOwn = "workspaceId" in event ? stream.personalWorkspaceId === event.workspaceId : stream.userId === userId;
        isPersonal ||= isOwn;
        if (isOwn) write(stream, data);
      }
      return isPersonal;
    },
    /** Sends a reset to all streams, because events may have been missed. */
    resetAll(): void {
      for (const stream of streams) write(stream, text({ type: "reset" }));
    },
    /** Writes a comment line, so that proxies see traffic and dead connections are detected. */
    beat(): void {
      for (const stream of streams) write(stream, ":\n\n");
    },
  };
}
