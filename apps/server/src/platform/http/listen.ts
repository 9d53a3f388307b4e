import { once } from "node:events";
import net from "node:net";
import type { FastifyInstance } from "fastify";

/** Number of sockets that listen on the port. The event loop accepts one connection of each in a turn. */
export const LISTENERS = 16;

/** Where to listen. */
export interface Endpoint {
  /** 0 for a free port. */
  port: number;
  host: string;
}

/** The additional listening sockets of a server. */
const ADDITIONAL = new WeakMap<net.Server, readonly net.Server[]>();

/** Returns all listening sockets of a server. Each counts the connections that it accepted. */
export const listenersOf = (server: net.Server): readonly net.Server[] => [server, ...(ADDITIONAL.get(server) ?? [])];

async function open(server: net.Server, options: net.ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, "listening");
}

/** @throws the system's error when another program listens there: sockets that share a port do not detect another process of this user */
async function assertFree(endpoint: Endpoint): Promise<void> {
  const probe = net.createServer();
  await open(probe, endpoint);
  probe.close();
  await once(probe, "close");
}

/** Makes the close of the server also close the additional sockets, and wait for their connections. */
function closeTogether(server: net.Server, additional: readonly net.Server[]): void {
  const close = server.close.bind(server);
  server.close = (onClosed) => {
    const closed = additional.map((one) => new Promise<void>((resolve) => void one.close(() => resolve())));
    return close((error) => void Promise.all(closed).then(() => onClosed?.(error)));
  };
}

/**
 * Listens with several sockets on the same port, among which the kernel distributes new connections. Node accepts one connection per socket
 * in a turn of its event loop, so with one socket a busy server would accept few connections a second, and when its queue is full, the
 * kernel drops further ones, which are repeated after 1, 3, 7 and 15 s. Only Linux distributes connections in this way. See ADR 0064.
 * @returns the URL of the server
 * @throws the system's error, such as `EADDRINUSE`
 */
export async function listen(app: FastifyInstance, endpoint: Endpoint): Promise<string> {
  if (process.platform !== "linux") return app.listen(endpoint);
  if (endpoint.port !== 0) await assertFree(endpoint);
  const shared = { ...endpoint, reusePort: true };
  const url = await app.listen(shared);
  const { address: host, port } = app.server.address() as net.AddressInfo;
  // The options are those of an HTTP server.
  const accept = (): net.Server =>
    net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit("connection", socket));
  const additional = Array.from({ length: LISTENERS - 1 }, accept);
  ADDITIONAL.set(app.server, additional);
  closeTogether(app.server, additional);
  await Promise.all(additional.map((one) => open(one, { host, port, reusePort: true })));
  return url;
}
