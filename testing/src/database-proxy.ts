import net from "node:net";
import type { DatabaseAddress } from "@stillreel/server/platform/db/pool.ts";

/** A proxy in front of a test database, whose failures a test controls. */
export interface DatabaseProxy {
  address: DatabaseAddress;
  /** Forwards nothing any more, and holds new connections without an answer, like a frozen database. */
  freeze(): void;
  /** Forwards everything that was held. */
  thaw(): void;
  /** Ends all connections and refuses new ones, like a database that was killed. */
  cut(): void;
  /** Accepts connections again, to another database if one is given, like an address that was moved to a new primary. */
  restore(target?: DatabaseAddress): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a database of the run's cluster. */
export async function startDatabaseProxy(target: DatabaseAddress): Promise<DatabaseProxy> {
  const { host: firstHost, user, database } = target as { host: string; user: string; database: string };
  let host = firstHost;
  const sockets = new Set<net.Socket>();
  let state: "open" | "frozen" | "cut" = "open";
  const held: (() => void)[] = [];

  function forward(from: net.Socket, to: net.Socket): void {
    sockets.add(from);
    from.on("data", (chunk: Buffer) => {
      if (state === "frozen") held.push(() => to.write(chunk));
      else to.write(chunk);
    });
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  const server = net.createServer((client) => {
    if (state === "cut") return void client.destroy();
    const upstream = net.connect(`${host}/.s.PGSQL.5432`);
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: { connectionString: `postgres://${user}@127.0.0.1:${port}/${database}` },
    freeze: () => void (state = "frozen"),
    thaw() {
      state = "open";
      for (const send of held.splice(0)) send();
    },
    cut() {
      state = "cut";
      end();
    },
    restore(next) {
      if (next) ({ host } = next as { host: string });
      state = "open";
    },
    async close() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
