import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "./rules.ts";

/** Answer of one request. `status` null: the connection or the body ended early. */
export interface Answer {
  status: number | null;
  headers: Headers;
  body: Buffer;
}

/** One request of a client. */
interface Sent {
  /** Kind of the request, for the report. */
  label: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array | object;
}

/** Sends requests to the proxy, and records what became of each. */
export interface Transport {
  url: string;
  outcomes: Outcome[];
  /** Sends one request. */
  send(sent: Sent): Promise<Answer>;
  /**
   * Sends a request until it is neither refused for a while (503 with `Retry-After`) nor cut off, as the clients of the product do.
   * `isUnsure` of the result: an earlier attempt may have been executed.
   */
  insist(sent: Sent, attempts?: number): Promise<Answer & { isUnsure: boolean }>;
}

/** Longest time of one request. A request that takes longer counts as cut off. */
const TIMEOUT_MS = 120_000;
const ATTEMPTS = 40;
const PAUSE_MS = 500;

const isOver = ({ status, headers }: Answer): boolean =>
  status !== null && status !== 502 && !(status === 503 && headers.has("retry-after")) && status !== 507;

function bodyOf({ body }: Sent): { body?: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  if (body instanceof Uint8Array) return { body: new Uint8Array(body), headers: {} };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

/** Creates the transport of a run. `url`: origin of the proxy. */
export function createTransport(url: string): Transport {
  const outcomes: Outcome[] = [];
  async function send(sent: Sent): Promise<Answer> {
    const { label, method = "GET", path } = sent;
    const { body, headers } = bodyOf(sent);
    const from = performance.now();
    let answer: Answer = { status: null, headers: new Headers(), body: Buffer.alloc(0) };
    let reason = "";
    try {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { ...headers, ...sent.headers },
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      answer = { ...answer, headers: response.headers };
      answer = { ...answer, body: Buffer.from(await response.arrayBuffer()), status: response.status };
    } catch (error) {
      reason = String((error as { cause?: unknown }).cause ?? error);
    }
    outcomes.push({
      label,
      from,
      to: performance.now(),
      status: answer.status,
      text: answer.status === null ? reason : answer.status >= 400 ? answer.body.toString("utf8", 0, 300) : "",
      hasRetryAfter: answer.headers.has("retry-after"),
      upstream: answer.headers.get("x-upstream")?.split(", ").at(-1) ?? "",
    });
    return answer;
  }
  async function insist(sent: Sent, attempts = ATTEMPTS): Promise<Answer & { isUnsure: boolean }> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(sent);
      if (isOver(answer) || attempt >= attempts) return { ...answer, isUnsure: attempt > 1 };
      await sleep(PAUSE_MS);
    }
  }
  return { url, outcomes, send, insist };
}

/** Returns the data of a JSON answer. @throws Error for other answers */
export function dataOf<T>({ status, body }: Answer, what: string): T {
  if (status === null || status >= 300) throw new Error(`${what}: ${status} ${body.toString("utf8", 0, 300)}`);
  return (JSON.parse(body.toString()) as { data: T }).data;
}
