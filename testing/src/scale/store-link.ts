import net from "node:net";

/** The only network path of the processes to the store. */
export interface StoreLink {
  port: number;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Delays every piece of data, in milliseconds. */
  slow(delayMs: number): void;
  heal(): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy in front of a port of this machine. */
export async function startStoreLink(target: number): Promise<StoreLink> {
  const sockets = new Set<net.Socket>();
  let isCut = false;
  let delayMs = 0;
  const forward = (from: net.Socket, to: net.Socket): void => {
    sockets.add(from);
    from.on("data", (chunk: Buffer) => {
      if (delayMs === 0) return void to.write(chunk);
      from.pause();
      setTimeout(() => {
        to.write(chunk);
        from.resume();
      }, delayMs);
    });
    from.on("end", () => setTimeout(() => to.end(), delayMs));
    from.on("error", () => to.destroy());
    from.on("close", () => sockets.delete(from));
  };
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    if (isCut) return void client.destroy();
    const store = net.connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    forward(client, store);
    forward(store, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as net.AddressInfo).port,
    cut() {
      isCut = true;
      end();
    },
    slow(ms) {
      delayMs = ms;
    },
    heal() {
      isCut = false;
      delayMs = 0;
    },
    async close() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
