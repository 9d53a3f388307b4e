import http from "node:http";
import { listening } from "./listening.ts";

/** A proxy between browser and server that can delay responses, like a bad connection. */
export interface HoldingProxy {
  /** Address to give to the browser, without a trailing slash. */
  url: string;
  /** Delays the responses to requests whose method and path match. The server receives and processes the requests. */
  hold(method: string, path: RegExp): void;
  /** Resolves once the server has responded to a request whose response is delayed. */
  held(): Promise<void>;
  /** Ends every connection immediately, like an unreachable server. `release` ends that too. */
  cut(): void;
  /** Lets responses pass again. Delayed responses are lost: their connections end. */
  release(): void;
  stop(): Promise<void>;
}

/** Starts the proxy on a free port. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const { hostname, port } = new URL(target);
  let held: { method: string; path: RegExp } | null = null;
  let notify: (() => void) | null = null;
  let isCut = false;
  const delayed = new Set<http.ServerResponse>();
  const proxy = http.createServer((request, response) => {
    if (isCut) {
      request.destroy();
      return;
    }
    const isHeld = held !== null && request.method === held.method && held.path.test(request.url ?? "");
    const onward = http.request({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      if (isHeld) {
        answer.resume();
        answer.on("end", () => notify?.());
        delayed.add(response);
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  const { origin, stop } = await listening(proxy, "localhost");
  return {
    url: origin,
    stop,
    hold(method, path) {
      held = { method, path };
    },
    held: () => new Promise((resolve) => (notify = resolve)),
    cut() {
      isCut = true;
    },
    release() {
      held = null;
      isCut = false;
      for (const response of delayed) response.destroy();
      delayed.clear();
    },
  };
}
