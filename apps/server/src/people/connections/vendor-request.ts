import { setTimeout as delay } from "node:timers/promises";
import type { IntegrationProvider } from "@stillreel/contract";
import { type VendorAnswer, VendorError } from "./vendor-error.ts";

/** A request to a service. */
export interface VendorRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute address, from the configuration or from an answer of the service. */
  url: string;
  headers?: Record<string, string>;
  body?: RequestInit["body"];
  /** Maximum time in milliseconds until the whole answer is there. The default is 15 seconds. */
  timeoutMs?: number;
  /** Ends the request early. */
  signal?: AbortSignal;
}

const TIMEOUT_MS = 15_000;
/** Maximum bytes of an answer. */
const ANSWER_BYTES_MAX = 5 * 1024 ** 2;
/** Waits in milliseconds before a request that changes nothing is sent again. */
const RETRY_WAITS_MS = [150, 600];

async function readText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > ANSWER_BYTES_MAX) throw new Error("The answer is too large.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

async function sendOnce({ method = "GET", url, headers, body, timeoutMs = TIMEOUT_MS, signal }: VendorRequest): Promise<VendorAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, {
    method,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined || body === null ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: "half" as const } : {}),
    // A redirect could carry the token to another host.
    redirect: "manual",
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  });
  const text = await readText(answer);
  return { status: answer.status, headers: answer.headers, text, json: parsed(text) };
}

/**
 * Sends a request to a service. Requests that read are sent again after a lost connection and after a failure of the service.
 * Statuses are for the caller to judge.
 * @throws VendorError `unreachable` when there is no complete answer in time, or when it is larger than 5 MB
 */
export async function sendToVendor(provider: IntegrationProvider, request: VendorRequest): Promise<VendorAnswer> {
  const waits = (request.method ?? "GET") === "GET" ? RETRY_WAITS_MS : [];
  for (let attempt = 0; ; attempt += 1) {
    const waitMs = waits[attempt];
    try {
      const answer = await sendOnce(request);
      if (answer.status < 500 || waitMs === undefined) return answer;
    } catch (cause) {
      if (waitMs === undefined || request.signal?.aborted) throw new VendorError(provider, "unreachable", { cause: reasonOf(cause) });
    }
    await delay(waitMs);
  }
}

/** Returns what failed, without the request: its address or headers may contain secrets. */
function reasonOf(error: unknown): Error {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  return new Error(`${inner instanceof Error ? inner.name : "Error"} ${code}`.trim());
}
