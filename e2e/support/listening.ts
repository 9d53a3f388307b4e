import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on a free port of this machine. `stop` ends it with all open connections. */
export async function listening(server: Server, host = "127.0.0.1"): Promise<{ origin: string; stop: () => Promise<void> }> {
  server.listen(0, host);
  await once(server, "listening");
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
