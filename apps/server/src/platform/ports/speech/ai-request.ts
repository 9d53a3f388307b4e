import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { currentTraceparent } from "../../tracing/spans.ts";
import { AiError, type AiService } from "../speech.port.ts";

/** Maximum bytes of an answer. */
const ANSWER_BYTES_MAX = 16 * 1024 ** 2;
/** Maximum number of redirects within one host. */
const REDIRECTS_MAX = 3;
/** Maximum characters of a reason of the service that are shown. */
const REASON_MAX = 300;
/** Longest time in milliseconds for which the service may ask to wait. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/** A request to an AI service. The body is created again for each redirect. */
export interface AiRequest {
  service: AiService;
  /** Path below `/v1`, such as `audio/transcriptions`. */
  path: string;
  contentType: string;
  body: () => { length: number; stream: Readable };
  /** Time in milliseconds for the connection and the whole answer. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Returns the address of a call. The service's own address may end with `/v1`. */
export function endpointOf(address: string, path: string): URL {
  const url = new URL(address);
  const parts = url.pathname.split("/").filter((part) => part !== "");
  url.pathname = [...parts, ...(parts.at(-1) === "v1" ? [] : ["v1"]), path].join("/");
  return url;
}

/** Returns the host of a service, as users are informed about it. */
export const receiverOf = (service: AiService | null): string | null => (service === null ? null : new URL(service.url).host);

async function readAnswer(response: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response) {
    size += (piece as Buffer).length;
    if (size > ANSWER_BYTES_MAX) throw new AiError("junk", "The answer of the service is too long.");
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Returns the reason in an answer: the message of the usual error object, or nothing of an HTML page. */
function reasonIn(body: string): string {
  let reason = "";
  try {
    const { error, message, detail } = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown };
    const inner = typeof error === "object" && error !== null && "message" in error ? error.message : error;
    reason = [inner, message, detail].find((one): one is string => typeof one === "string") ?? "";
  } catch {
    reason = /^\s*</u.test(body) ? "" : body;
  }
  return reason
    .replace(/[\s\u0000-\u001f]+/gu, " ")
    .trim()
    .slice(0, REASON_MAX)
    .toWellFormed();
}

/** Returns the milliseconds of a `Retry-After` header: seconds, or a date. */
export function retryAfterOf(value: string | undefined, now = Date.now()): number | null {
  if (value === undefined || value.trim() === "") return null;
  const ms = /^\d+$/u.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms)) : null;
}

function refusalOf(status: number, headers: http.IncomingHttpHeaders, body: string, service: AiService): AiError {
  // A service may repeat the key in its message.
  const reply = service.key === null ? reasonIn(body) : reasonIn(body).replaceAll(service.key, "…");
  const reason = reply === "" ? "" : ` It answered: ${reply}`;
  const retryAfterMs = retryAfterOf(headers["retry-after"]);
  if (status === 401 || status === 403) return new AiError("refused", `The service refused the key (${status}).${reason}`);
  if (status === 404) return new AiError("refused", `The service does not know this address or model (404).${reason}`);
  if (status === 413) return new AiError("too-large", `The service refused the size of the file (413).${reason}`);
  if (status === 429) return new AiError("busy", `The service permits no more requests now (429).${reason}`, { retryAfterMs });
  if (status >= 500) return new AiError("unreachable", `The service failed (${status}).${reason}`, { retryAfterMs });
  return new AiError("refused", `The service refused the request (${status}).${reason}`, { status });
}

/** Returns the address that a redirect within the same host leads to. @throws AiError */
function redirectOf(from: URL, location: string | undefined): URL {
  const to = URL.canParse(location ?? "", from.href) ? new URL(location ?? "", from) : null;
  if (to === null) throw new AiError("junk", "The service redirected to an address that cannot be read.");
  // The key and the sound belong to the configured host only.
  if (to.origin !== from.origin) throw new AiError("refused", `The service redirected to another host (${to.host}), which was refused.`);
  return to;
}

function connectionError(error: unknown, limit: AbortSignal, signal: AbortSignal | undefined): unknown {
  if (error instanceof AiError) return error;
  if (signal?.aborted === true) return signal.reason;
  if (limit.aborted) return new AiError("unreachable", "The service did not answer in time.", { cause: error });
  const code = error instanceof Error && "code" in error ? String(error.code) : "no connection";
  return new AiError("unreachable", `The service can't be reached (${code}).`, { cause: error });
}

/** Status and body of a successful answer. */
export interface AiAnswer {
  status: number;
  contentType: string;
  body: string;
}

/**
 * Sends a request to a service that an administrator configured. Private addresses are permitted, redirects to other hosts are not.
 * @throws AiError, or the signal's reason
 */
export async function askService(given: AiRequest): Promise<AiAnswer> {
  const limit = AbortSignal.timeout(given.timeoutMs);
  const signal = given.signal === undefined ? limit : AbortSignal.any([limit, given.signal]);
  let url = endpointOf(given.service.url, given.path);
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const response = await send(given, url, signal);
      const status = response.statusCode ?? 0;
      if (status === 307 || status === 308 || status === 301 || status === 302) {
        response.destroy();
        url = redirectOf(url, response.headers.location);
        continue;
      }
      const body = await readAnswer(response);
      if (status < 200 || status > 299) throw refusalOf(status, response.headers, body, given.service);
      return { status, contentType: response.headers["content-type"] ?? "", body };
    }
    throw new AiError("refused", "The service redirects in a circle.");
  } catch (error) {
    throw connectionError(error, limit, given.signal);
  }
}

function send({ service, contentType, body }: AiRequest, url: URL, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((fulfil, reject) => {
    const { length, stream } = body();
    const traceparent = currentTraceparent();
    const { request } = url.protocol === "https:" ? https : http;
    const headers = {
      "content-type": contentType,
      "content-length": String(length),
      accept: "application/json, text/plain;q=0.9",
      ...(service.key === null ? {} : { authorization: `Bearer ${service.key}` }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    let isAnswered = false;
    const sent = request(url, { method: "POST", headers, agent: false, signal }, (response) => {
      isAnswered = true;
      fulfil(response);
    });
    // A service may answer before it read everything, for example with 413.
    sent.once("error", (error) => {
      stream.destroy();
      if (!isAnswered) reject(error);
    });
    stream.once("error", (error) => sent.destroy(error));
    stream.pipe(sent);
  });
}
