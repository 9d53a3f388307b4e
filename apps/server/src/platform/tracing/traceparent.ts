/** Ids of an operation in another process, and whether that process records it. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Version, ids and flags. Later versions may have more fields. */
const FORM = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/u;

/** Parses a `traceparent` of W3C Trace Context, and returns null for other texts. */
export function parseTraceparent(text: string): RemoteParent | null {
  const [, version, traceId, spanId, flags, more] = FORM.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? "0", 16) & 1) === 1 };
}

/** Returns the text of a trace context. */
export const formatTraceparent = ({ traceId, spanId, isSampled }: RemoteParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
