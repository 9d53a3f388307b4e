import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@stillreel/contract";
import type { Envelope } from "./events.wire.ts";

/** Streams that one person may hold open on a process; the oldest makes way. */
export const STREAMS_PER_USER = 20;
/** Bytes that may wait for a slow reader before it is cut off. */
const BACKLOG_MAX_BYTES = 64 * 1024;

/** One open page: whom it belongs to, and what it may hear. */
export interface Stream {
  userId: string;
  sessionId: string;
  workspaceIds: ReadonlySet<string>;
  response: Pick<ServerResponse, "write" | "end" | "destroy" | "writableLength">;
  /** When its session and spaces were last looked at, in milliseconds of a monotonic clock. */
  verifiedAt: number;
}

const text = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;

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
      const others = [...streams].filter((other) => other.userId === stream.userId);
      for (const oldest of others.slice(0, Math.max(0, others.length - STREAMS_PER_USER + 1))) end(oldest);
      streams.add(stream);
      write(stream, `retry: 2000\n${text({ type: "reset" })}`);
    },
    /** Forgets a stream whose connection is gone. */
    drop: (stream: Stream): boolean => streams.delete(stream),
    end,
    endAll(): void {
      for (const stream of streams) end(stream);
    },
    /** Hands an event to those who may know of it. */
    deliver({ event, userId }: Envelope): void {
      const data = text(event);
      for (const stream of streams) {
        const isFor = "workspaceId" in event ? stream.workspaceIds.has(event.workspaceId) : stream.userId === userId;
        if (isFor) write(stream, data);
      }
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
