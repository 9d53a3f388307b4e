import { createServer, request } from "node:http";

/** Failure of the next matching requests. `times` counts down to 0. `swallow`: a success is answered, and the request goes nowhere. */
interface Fault {
  kind: "status" | "reset" | "hang" | "truncate" | "swallow";
  times: number;
  method?: string;
  /** A part of the URLs that it applies to. */
  match?: string;
  /** For `status`; 500 by default. */
  status?: number;
}

/** A proxy in front of a server that fails requests on command. */
export interface FaultProxy {
  url: string;
  faults: Fault[];
  /** Method and URL of all requests. */
  seen: string[];
  close(): Promise<void>;
}

const TRUNCATE_AT = 64 * 1024;

/** Starts the proxy. `target`: origin of the server, such as `http://127.0.0.1:7480`. The Host header is forwarded for signatures. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults: Fault[] = [];
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? "/";
    seen.push(`${incoming.method} ${url}`);
    const fault = faults.find(
      (one) => one.times > 0 && (!one.method || one.method === incoming.method) && (!one.match || url.includes(one.match)),
    );
    if (fault) fault.times -= 1;
    if (fault?.kind === "hang") return;
    if (fault?.kind === "reset") return void incoming.socket.destroy();
    if (fault?.kind === "swallow") {
      incoming.resume();
      outgoing.writeHead(200, { etag: '"0123456789abcdef0123456789abcdef"', "content-length": "0" });
      return void outgoing.end();
    }
    if (fault?.kind === "status") {
      incoming.resume();
      outgoing.writeHead(fault.status ?? 500, { "content-type": "application/xml", connection: "close" });
      return void outgoing.end('<?xml version="1.0"?><Error><Code>InternalError</Code><Message>broken on purpose</Message></Error>');
    }
    const behind = request(target + url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (fault?.kind !== "truncate") return void answer.pipe(outgoing);
      let sent = 0;
      answer.on("data", (chunk: Buffer) => {
        sent += chunk.length;
        outgoing.write(chunk);
        if (sent > TRUNCATE_AT) outgoing.destroy();
      });
      answer.on("error", () => outgoing.destroy());
    });
    behind.on("error", () => outgoing.destroy());
    incoming.pipe(behind);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The proxy has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
