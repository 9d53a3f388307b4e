import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
  /** The parsed body. */
  json: { type: string; timestamp: string; data: Record<string, never> & { item?: { id: string; title: string; url: string } } };
}

/** A program that receives webhooks on the loopback interface. */
export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers from now on; null does not answer. */
  answer: { status: number; body?: string; headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

/** Starts a receiver that answers 204. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => void pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString("utf8");
      received.push({ headers: request.headers, body, at: Date.now(), json: JSON.parse(body) as Received["json"] });
      if (receiver.answer === null) return;
      const { status, body: text, headers } = receiver.answer;
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: { status: 204 },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
  return receiver;
}

/** Verifies a request as a receiver does, by the specification of Standard Webhooks and WebCrypto, without code of the server. */
export async function isSigned(secret: string, { headers, body }: Received, now = Date.now()): Promise<boolean> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => String(headers[`webhook-${name}`]));
  if (Math.abs(now / 1_000 - Number(timestamp)) > 300) return false;
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/u, "")), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of (signatures ?? "").split(" ")) {
    const [version, text = ""] = one.split(",");
    if (version !== "v1") continue;
    const signature = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  }
  return false;
}
