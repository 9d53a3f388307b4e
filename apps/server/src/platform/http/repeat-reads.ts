import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isConnectionLost } from "../db/database-errors.ts";

/** Shortest pause before the second attempt, in milliseconds. It is up to twice as long, so that not all requests return together. */
const PAUSE_MS = 200;

/**
 * Runs a part of a request, and once more when it only reads and lost its connection to the database: after a restart or a failover the
 * next connection works. A request that writes is not repeated, because it may have been carried out.
 */
export async function repeatRead<T>({ method }: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || reply.sent || reply.raw.headersSent || !isConnectionLost(error)) throw error;
  }
  await sleep(PAUSE_MS * (1 + Math.random()));
  return work();
}
