import { z } from "zod";
import { SearchEngineError } from "../search-engine.port.ts";

/** Address of a cluster and the key for it. */
export interface Cluster {
  url: string;
  /** `user:password` for basic authentication, otherwise a bearer token. */
  key: string | undefined;
}

/** A request. Lines are sent as newline-delimited JSON. */
export interface ClusterRequest {
  method: "GET" | "HEAD" | "POST" | "PUT";
  /** Path with parameters. */
  path: string;
  body?: unknown;
  lines?: readonly unknown[];
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The answer of a cluster: its status, and its body as parsed JSON; null without one. */
export interface ClusterAnswer {
  status: number;
  body: unknown;
}

const FAILURE = z.object({ error: z.object({ type: z.string() }) });

const authorization = (key: string): string => (key.includes(":") ? `Basic ${Buffer.from(key).toString("base64")}` : `Bearer ${key}`);

/** Returns the kind of error that an answer names, such as `index_not_found_exception`; its text may contain words of users. */
export const errorTypeOf = (body: unknown): string => {
  const parsed = FAILURE.safeParse(body);
  return parsed.success ? parsed.data.error.type : "unknown";
};

/** Returns the error for an answer that is not a success. */
export function failureOf(status: number, type: string): SearchEngineError {
  const message = `The search engine answered ${status} (${type}).`;
  if (type === "index_not_found_exception") return new SearchEngineError("missing", message);
  if (status === 429) return new SearchEngineError("busy", message);
  return new SearchEngineError(status >= 500 ? "unreachable" : "refused", message);
}

/** Sends a request. @throws SearchEngineError when there is no answer in time, or one that is no JSON */
export async function request(
  { url, key }: Cluster,
  { method, path, body, lines, timeoutMs, signal }: ClusterRequest,
): Promise<ClusterAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const payload = lines
    ? `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`
    : body === undefined
      ? undefined
      : JSON.stringify(body);
  const headers = {
    accept: "application/json",
    ...(key === undefined ? {} : { authorization: authorization(key) }),
    ...(payload === undefined ? {} : { "content-type": lines ? "application/x-ndjson" : "application/json" }),
  };
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: payload }),
      // Another host would receive the key.
      redirect: "error",
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    const text = await response.text();
    // A refusal may be a plain text, such as that of a proxy.
    return { status: response.status, body: response.ok ? parse(text) : parseOrNull(text) };
  } catch (error) {
    if (error instanceof SearchEngineError) throw error;
    if (limit.aborted) throw new SearchEngineError("slow", `The search engine did not answer within ${timeoutMs} ms.`);
    throw new SearchEngineError("unreachable", "The search engine does not answer.", { cause: error });
  }
}

function parse(text: string): unknown {
  const body = parseOrNull(text);
  if (body === null && text !== "") throw new SearchEngineError("junk", "The answer of the search engine is no JSON.");
  return body;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
