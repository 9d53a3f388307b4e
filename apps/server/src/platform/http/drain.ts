import net from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { listenersOf } from "./listen.ts";

/** Maximum time in milliseconds that clients have to send the next request on an open connection. */
const DRAIN_MS = 2_000;
const CHECK_EVERY_MS = 20;
const SWEEP_EVERY_MS = 50;

/** Turns of the event loop without a new connection after which no connection waits to be accepted. */
const QUIET_TURNS = 3;
/** Limit of turns on a server that receives new connections all the time. */
const TURNS_MAX = 500;

/** Servers that are no longer ready. */
const STOPPING = new WeakSet<net.Server>();
/** Servers that close their connections. */
const DRAINING = new WeakSet<net.Server>();

/** Returns whether a server stops, so that load balancers must send no further requests to it. */
export const isStopping = (app: FastifyInstance): boolean => STOPPING.has(app.server);

/**
 * Begins a stop: readiness ends, but requests and new connections are still accepted. Clients reuse their connections meanwhile, because
 * a proxy without health checks would replace each closed connection by a new one to this server.
 * @param delayMs time that load balancers have to notice
 */
export async function announceStop(app: FastifyInstance, delayMs: number): Promise<void> {
  STOPPING.add(app.server);
  if (delayMs > 0) await sleep(delayMs);
}

/**
 * Waits until the server has accepted the connections that the kernel has established. The kernel resets those that still wait when the
 * server stops listening, and a proxy then answers 502. The event loop accepts one connection of each listening socket a turn. Connections
 * that arrive in the last turn are still reset, so clients must be able to reuse the ones that they have.
 */
async function acceptAll(server: net.Server): Promise<void> {
  let quiet = 0;
  const onConnection = (): void => {
    quiet = 0;
  };
  server.on("connection", onConnection);
  for (let turn = 0; quiet < QUIET_TURNS && turn < TURNS_MAX; turn += 1) {
    quiet += 1;
    await nextTurn();
  }
  server.off("connection", onConnection);
}

/** Closes each connection after its current response during shutdown, so that clients send no further requests on it. */
export function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook("preClose", (done) => {
    DRAINING.add(app.server);
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS).unref();
    done();
  });
  app.addHook("onClose", (_app, done) => {
    clearInterval(sweep);
    done();
  });
  app.addHook("onRequest", (_request, reply, done) => {
    // Resumable uploads bypass Fastify and write directly to the raw response.
    if (DRAINING.has(app.server)) reply.raw.setHeader("connection", "close");
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (DRAINING.has(app.server)) void reply.header("connection", "close");
    done(null, payload);
  });
}

const countOf = (listener: net.Server): Promise<number> =>
  new Promise((resolve) => listener.getConnections((error, count) => resolve(error ? 0 : count)));

async function countConnections(server: net.Server): Promise<number> {
  const counts = await Promise.all(listenersOf(server).map(countOf));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Accepts no new connections, and waits until clients have closed the open ones: each response asks them to. Without this
 * step, a request that is on its way when its idle connection is closed would be reset. Connections of clients that send
 * nothing are left for the close of the application.
 */
export async function drainConnections(app: FastifyInstance, limitMs = DRAIN_MS): Promise<void> {
  STOPPING.add(app.server);
  await acceptAll(app.server);
  DRAINING.add(app.server);
  // The `close` of an HTTP server also closes idle connections.
  for (const listener of listenersOf(app.server)) net.Server.prototype.close.call(listener);
  const end = performance.now() + limitMs;
  while (performance.now() < end && (await countConnections(app.server)) > 0) await sleep(CHECK_EVERY_MS, undefined, { ref: false });
}
