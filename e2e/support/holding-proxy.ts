import http from "node:http";
import { listening } from "./listening.ts";

/** Stands between a browser and a server, and can keep answers back, as a bad line does. */
export interface HoldingProxy {
  /** Address to give to the browser, without a trailing slash. */
  url: string;
  /** Keeps back the answers to requests whose method and path match; the server gets them, and acts on them. */
  hold(method: string, path: RegExp): void;
  /** Resolves once the server has answered a request whose answer is kept back. */
  held(): Promise<void>;
  /** Ends every connection at once, as a server that is away does; `release` ends that too. */
  cut(): void;
  /** Lets answers through again. What was kept back is lost: its connection ends. */
  release(): void;
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const { hostname, port } = new URL(target);
  let held: { method: string; path: RegExp } | null = null;
  let tell: (() => void) | null = null;
  let isCut = false;
  const kept = new Set<http.ServerResponse>();
  const proxy = http.createServer((request, response) => {
    if (isCut) {
      request.destroy();
      return;
    }
    const isHeld = held !== null && request.method === held.method && held.path.test(request.url ?? "");
    const onward = http.request({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      if (isHeld) {
        answer.resume();
        answer.on("end", () => tell?.());
        kept.add(response);
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
    held: () => new Promise((resolve) => (tell = resolve)),
    cut() {
      isCut = true;
    },
    release() {
      held = null;
      isCut = false;
      for (const response of kept) response.destroy();
      kept.clear();
    },
  };
}
