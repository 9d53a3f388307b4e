/** Result of one request through the proxy. Times are milliseconds of `performance.now()`. */
export interface Outcome {
  label: string;
  from: number;
  to: number;
  /** Null when the connection or the body ended early. */
  status: number | null;
  /** Reason of a null status, or the start of an unsuccessful body. */
  text: string;
  hasRetryAfter: boolean;
  /** The web process that answered last, as host and port. */
  upstream: string;
}

/** One fault that the suite caused. `to` is infinite while it lasts. */
export interface FaultSpan {
  kind: "kill" | "database" | "store" | "disk" | "other";
  name: string;
  from: number;
  to: number;
  /** Host and port of the affected web processes. */
  upstreams: readonly string[];
}

export type Cause =
  | "succeeded"
  | "in flight on a killed process"
  | "503, database"
  | "503, store"
  | "cut off by the store"
  | "disk full"
  | "unexplained";

/** Time after the end of a fault of the database or the store in which 503 is still permitted: reconnections on a busy machine. */
const RECOVERY_MS = 10_000;

/**
 * The only rule about failures. A request may fail
 * - with 502 or an early end, when the process that it was sent to was killed during the request;
 * - with 503 and `Retry-After`, during a fault of the database or the store and 10 s after it;
 * - by an early end of its body, when the store was cut during the request, since the status was already sent;
 * - with 507, or 503 and `Retry-After`, when it was sent to the process with the full disk during that fault.
 * Updates, slow stores, moved clocks, and faults of workers excuse nothing.
 */
export function causeOf(outcome: Outcome, faults: readonly FaultSpan[]): Cause {
  const { status, from, to, upstream, hasRetryAfter } = outcome;
  if (status !== null && status < 400) return "succeeded";
  const during = (kind: FaultSpan["kind"], afterMs = 0): FaultSpan[] =>
    faults.filter((fault) => fault.kind === kind && from <= fault.to + afterMs && to >= fault.from);
  const isOurs = (fault: FaultSpan): boolean => fault.upstreams.includes(upstream);
  if ((status === 502 || status === null) && during("kill").some(isOurs)) return "in flight on a killed process";
  const isBusy = status === 503 && hasRetryAfter;
  if (isBusy && during("database", RECOVERY_MS).length > 0) return "503, database";
  if (isBusy && during("store", RECOVERY_MS).length > 0) return "503, store";
  if (status === null && during("store").length > 0) return "cut off by the store";
  if ((status === 507 || isBusy) && during("disk").some(isOurs)) return "disk full";
  return "unexplained";
}
