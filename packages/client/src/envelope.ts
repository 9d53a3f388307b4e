import type { FailureEnvelope } from "@stillreel/contract";
import { ApiError } from "./api-error.ts";

/** Reads a response of the API: returns the envelope's `data`, or throws {@link ApiError}. */
export async function readEnvelope(response: Response): Promise<unknown> {
  const { status, headers } = response;
  return openEnvelope(status, await response.text(), headers.get("retry-after"), headers.get("x-request-id"));
}

/**
 * Reads a response that is already text (uploads through XMLHttpRequest), like {@link readEnvelope}.
 *
 * @param retryAfter the `Retry-After` header, in seconds
 * @param requestId the `X-Request-Id` header
 */
export function openEnvelope(status: number, text: string, retryAfter?: string | null, requestId?: string | null): unknown {
  const body = parse(text);
  if (status >= 200 && status < 300 && isRecord(body) && body.status === "success") return body.data;
  if (isFailure(body)) {
    throw new ApiError({
      status,
      code: body.code,
      message: body.message,
      details: body.details,
      requestId: requestId ?? undefined,
      retryAfter: seconds(retryAfter),
    });
  }
  // A proxy's error page, or a server that is starting or stopping.
  throw new ApiError({
    status,
    code: status === 503 || status === 502 || status === 504 ? "unavailable" : "bad-answer",
    message: `The server answered ${status} without a readable body.`,
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isFailure = (body: unknown): body is FailureEnvelope =>
  isRecord(body) && body.status === "error" && typeof body.code === "string" && typeof body.message === "string";
const seconds = (header: string | null | undefined): number | undefined => (header && /^\d+$/.test(header) ? Number(header) : undefined);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller only uses the status.
    return undefined;
  }
}
