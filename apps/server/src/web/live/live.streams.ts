import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@stillreel/contract";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Envelope } from "../../platform/events/events.wire.ts";

/** Streams that one person may hold open on a process; the oldest makes way. */
export const STREAMS_PER_USER = 20;
/** Streams of one link from one address, where many may sit. */
export const STREAMS_PER_LINK = 200;
/** Streams of visitors on a process. */
export const VISITORS_MAX = 5_000;
/** Bytes that may wait for a slow reader before it is cut off. */
const BACKLOG_MAX_BYTES = 64 * 1024;

interface Connection {
  response: Pick<ServerResponse, "write" | "end" | "destroy" | "writableLength">;
  /** When its rights were last looked at, in milliseconds of a monotonic clock. */
  verifiedAt: number;
}

/** An open page of somebody signed in, who hears of their spaces. */
export interface MemberStream extends Connection {
  kind: "member";
  userId: string;
  sessionId: string;
  /** Their own space, in which nobody else is. */
  personalWorkspaceId: string;
  /** The spaces that they were in at the last look; what they may hear of is asked anew with each event. */
  workspaceIds: ReadonlySet<string>;
}

/** An open page that a link brought somebody to, who hears of that one item. */
export interface VisitorStream extends Connection {
  kind: "visitor";
  slug: string;
  visitor: Visitor;
  ip: string;
  itemId: string;
  workspaceId: string;
}

/** One open page: whom it belongs to, and what it may hear. */
export type Stream = MemberStream | VisitorStream;

const text = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/** Visitors are not told which space an item is in. */
const NO_SPACE = "shared";

/** What a visitor may know of an event: that something of their item changed, and nothing of what is beside it. */
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

const isSameHolder = (one: Stream, other: Stream): boolean =>
  one.kind === "member"
    ? other.kind === "member" && one.userId === other.userId
    : other.kind === "visitor" && one.slug === other.slug && one.ip === other.ip;

export type Streams = ReturnType<typeof createStreams>;

/** The open streams of this process, and who hears what. */
export function createStreams() {
  const streams = new Set<Stream>();

  function write(stream: Stream, data: string): void {
    stream.response.write(data);
    // Whoever does not read loses the stream, not we our memory; a page that comes back begins with a reset.
    if (stream.response.writableLength > BACKLOG_MAX_BYTES) {
      streams.delete(stream);
      stream.response.destroy();
    }
  }

  function end(stream: Stream): void {
    if (streams.delete(stream)) stream.response.end();
  }

  return {
    all: (): Stream[] => [...streams],
    add(stream: Stream): void {
      const most = stream.kind === "member" ? STREAMS_PER_USER : STREAMS_PER_LINK;
      const others = [...streams].filter((other) => isSameHolder(stream, other));
      for (const oldest of others.slice(0, Math.max(0, others.length - most + 1))) end(oldest);
      streams.add(stream);
      write(stream, `retry: 2000\n${text({ type: "reset" })}`);
    },
    /** Forgets a stream whose connection is gone. */
    drop: (stream: Stream): boolean => streams.delete(stream),
    end,
    endAll(): void {
      for (const stream of streams) end(stream);
    },
    /** The streams of people who are signed in. */
    members: (): MemberStream[] => [...streams].filter((stream) => stream.kind === "member"),
    /** Tells one stream, if it is still open. */
    send(stream: Stream, event: LiveEvent): void {
      if (streams.has(stream)) write(stream, text(event));
    },
    /** Hands an event to those for whom nothing has to be asked: visitors, and people about themselves. Says whether it was of somebody's own space. */
    deliver({ event, userId }: Envelope): boolean {
      const data = text(event);
      let isPersonal = !("workspaceId" in event);
      for (const stream of streams) {
        if (stream.kind === "visitor") {
          const heard = forVisitor(stream, event);
          if (heard) write(stream, text(heard));
          continue;
        }
        const isOwn = "workspaceId" in event ? stream.personalWorkspaceId === event.workspaceId : stream.userId === userId;
        isPersonal ||= isOwn;
        if (isOwn) write(stream, data);
      }
      return isPersonal;
    },
    /** Everything may have changed while nobody listened. */
    resetAll(): void {
      for (const stream of streams) write(stream, text({ type: "reset" }));
    },
    /** A line that means nothing: proxies and dead connections notice it. */
    beat(): void {
      for (const stream of streams) write(stream, ":\n\n");
    },
  };
}
