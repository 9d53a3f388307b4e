import { ROOT_CONTEXT, type Context, type Span, SpanKind, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { OpenSpan, SpanStart, Tracer } from "./spans.ts";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

/** Names of samplers in the OpenTelemetry specification. */
export type SamplerName = "always_on" | "always_off" | "traceidratio" | `parentbased_${"always_on" | "always_off" | "traceidratio"}`;

/** What is sent where. */
export interface OpenTelemetryOptions {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  serviceVersion: string;
  /** Random id of this process. */
  instanceId: string;
  sampler: SamplerName;
  /** Share of traces that are recorded, from 0 to 1, for the samplers by ratio. */
  ratio: number;
  /** Called for each batch that the receiver did not accept. */
  onRefused: (error: Error | undefined) => void;
}

/** Time of one export with its repetitions, in milliseconds. */
const EXPORT_MS = 10_000;
/** Longest time in milliseconds for which ended spans wait for others. */
const DELAY_MS = 5_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };

/** The recorder of this process, and its end. */
export interface Recorder extends Tracer {
  /** Sends what is recorded. It never rejects. */
  flush(timeoutMs: number): Promise<void>;
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  if (name.startsWith("parentbased_")) return new ParentBasedSampler({ root: samplerOf(name.slice(12) as SamplerName, ratio) });
  if (name === "traceidratio") return new TraceIdRatioBasedSampler(ratio);
  return name === "always_off" ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** Returns an exporter that reports what was not accepted. */
function reporting(exporter: SpanExporter, onRefused: OpenTelemetryOptions["onRefused"]): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onRefused(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** A span of OpenTelemetry. */
class RecordedSpan implements OpenSpan {
  readonly context: Context;
  readonly #span: Span;

  constructor(span: Span, parent: Context) {
    this.#span = span;
    this.context = trace.setSpan(parent, span);
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return formatTraceparent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
  }

  set(attributes: Parameters<OpenSpan["set"]>[0]): void {
    this.#span.setAttributes(attributes);
  }

  fail(kind: string): void {
    this.#span.setAttribute("error.type", kind).setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}

/** Returns the context of a parent of another process. */
function remoteContext(text: string): Context {
  const remote = parseTraceparent(text);
  if (!remote) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = remote;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}

/**
 * Creates a recorder that sends spans in batches by OTLP over HTTP. At most 2,048 ended spans wait; more are dropped, so a receiver that
 * does not answer costs neither time nor memory of requests.
 */
export function createRecorder(options: OpenTelemetryOptions): Recorder {
  const exporter = new OTLPTraceExporter({ url: options.url, headers: options.headers, timeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    // Attributes of OTEL_RESOURCE_ATTRIBUTES. The detectors of host and process are omitted: they send names of machines and users.
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({
        "service.name": options.serviceName,
        "service.version": options.serviceVersion,
        "service.instance.id": options.instanceId,
      }),
    ),
    sampler: samplerOf(options.sampler, options.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, options.onRefused),
        scheduledDelayMillis: DELAY_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("stillreel", options.serviceVersion);
  return {
    start({ name, kind, attributes = {} }: SpanStart, parent) {
      const around = parent instanceof RecordedSpan ? parent.context : typeof parent === "string" ? remoteContext(parent) : ROOT_CONTEXT;
      return new RecordedSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes }, around), around);
    },
    // A refused batch is reported by the exporter.
    flush: (timeoutMs) => provider.forceFlush({ timeoutMillis: timeoutMs }).catch(() => {}),
  };
}
