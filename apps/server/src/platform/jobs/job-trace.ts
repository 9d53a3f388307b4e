import { currentTraceparent, measured, startRootSpan } from "../tracing/spans.ts";

/** Returns a payload with the operation that creates the job, if one is recorded. The schemas of payloads omit unknown fields. */
export function tracedPayload<T extends object>(payload: T): T {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? payload : { ...payload, traceparent };
}

/** Returns the trace context in a payload. */
function parentOf(payload: unknown): string | undefined {
  const { traceparent } = (payload ?? {}) as { traceparent?: unknown };
  return typeof traceparent === "string" ? traceparent : undefined;
}

/** Runs an attempt of a job as a part of the trace of the request or job that created it. */
export function inJobSpan<T>(name: string, attempt: number, payload: unknown, work: () => Promise<T>): Promise<T> {
  const attributes = { "stillreel.job": name, "stillreel.attempt": attempt };
  return measured(startRootSpan({ name: `job ${name}`, kind: "consumer", attributes }, parentOf(payload)), work);
}
