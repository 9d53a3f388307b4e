import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { parseOtlpHeaders, tracesAddress } from "../config/otlp.ts";
import { productVersion } from "../config/product-version.ts";
import { setTracer } from "./spans.ts";

export { statementTrace } from "./trace-statements.ts";

/** Interval of warnings about a receiver that does not accept traces, in milliseconds. */
const WARN_EVERY_MS = 60_000;
/** Time for the answer to a test, in milliseconds. */
const PROBE_MS = 3_000;

/** Traces of this process. */
export interface Tracing {
  /** Sends what is recorded, within a time limit. It never rejects. */
  flush(timeoutMs: number): Promise<void>;
  /** Ends the recording. */
  stop(): void;
}

type TraceSettings = Pick<
  Config,
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_HEADERS"
  | "OTEL_SERVICE_NAME"
  | "OTEL_TRACES_SAMPLER"
  | "OTEL_TRACES_SAMPLER_ARG"
>;

const headersOf = ({ OTEL_EXPORTER_OTLP_HEADERS: text }: TraceSettings): Record<string, string> =>
  text ? (parseOtlpHeaders(text) ?? {}) : {};

/** Starts to record traces when a receiver is configured. Otherwise nothing is loaded. */
export async function startTracing(config: TraceSettings, log: Pick<Logger, "info" | "warn">): Promise<Tracing | undefined> {
  const url = tracesAddress(config);
  if (url === null) return undefined;
  let warnedAt = -Infinity;
  const { createRecorder } = await import("./open-telemetry.ts");
  const recorder = createRecorder({
    url,
    headers: headersOf(config),
    serviceName: config.OTEL_SERVICE_NAME,
    serviceVersion: productVersion(),
    instanceId: randomUUID(),
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    onRefused: (error) => {
      if (performance.now() - warnedAt < WARN_EVERY_MS) return;
      warnedAt = performance.now();
      log.warn({ err: error }, "traces were not accepted by the receiver of OTEL_EXPORTER_OTLP_ENDPOINT, and are dropped");
    },
  });
  setTracer(recorder);
  log.info("traces are recorded");
  return { flush: recorder.flush, stop: () => setTracer(undefined) };
}

/** Sends an export without spans. Returns a sentence about what is wrong with the receiver and the remedy, or null. */
export async function tracesProblem(config: TraceSettings): Promise<string | null> {
  const url = tracesAddress(config);
  if (url === null) return null;
  const remedy = "Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT. Nothing else depends on it.";
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headersOf(config), "content-type": "application/x-protobuf" },
      // An export request of protobuf without any field has no bytes.
      body: new Uint8Array(0),
      redirect: "error",
      signal: AbortSignal.timeout(PROBE_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return null;
    if (answer.status === 401 || answer.status === 403)
      return `The receiver of traces refuses the access (status ${answer.status}). Correct OTEL_EXPORTER_OTLP_HEADERS.`;
    return `The receiver of traces does not accept them (status ${answer.status}). ${remedy}`;
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    const code = typeof cause?.code === "string" && /^\w+$/u.test(cause.code) ? ` (${cause.code})` : "";
    return `The receiver of traces does not answer${code}. ${remedy}`;
  }
}
