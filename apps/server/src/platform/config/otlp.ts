/** Parses `OTEL_EXPORTER_OTLP_HEADERS`: NAME=VALUE, separated by commas, with percent-encoding as in the OpenTelemetry specification. Null for another form. */
export function parseOtlpHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(",").map((part) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/u.exec(part));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (!pair) throw new URIError("not a pair");
        return [pair[1], decodeURIComponent(pair[2] ?? "")];
      }),
    );
  } catch {
    return null;
  }
}

/** Settings of traces. */
interface OtlpSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
}

/** Returns the address that receives traces, or null when they are off. */
export const tracesAddress = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: base,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole,
}: OtlpSettings): string | null => whole ?? (base === undefined ? null : `${base}/v1/traces`);
