import { expect, test } from "vitest";
import { causeOf, type FaultSpan, type Outcome } from "./rules.ts";

const outcome = (changes: Partial<Outcome>): Outcome => ({
  label: "list",
  from: 1_000,
  to: 2_000,
  status: 200,
  text: "",
  hasRetryAfter: false,
  upstream: "127.0.0.1:1",
  ...changes,
});
const fault = (kind: FaultSpan["kind"], from: number, to: number, upstreams: string[] = []): FaultSpan => ({
  kind,
  name: kind,
  from,
  to,
  upstreams,
});

test.each<[string, Partial<Outcome>, FaultSpan[], string]>([
  ["success", {}, [], "succeeded"],
  ["502 of a process killed meanwhile", { status: 502 }, [fault("kill", 1_500, 1_500, ["127.0.0.1:1"])], "in flight on a killed process"],
  ["502 of another process", { status: 502 }, [fault("kill", 1_500, 1_500, ["127.0.0.1:2"])], "unexplained"],
  ["502 after the kill", { status: 502 }, [fault("kill", 900, 900, ["127.0.0.1:1"])], "unexplained"],
  ["503 with Retry-After", { status: 503, hasRetryAfter: true }, [fault("database", 500, 1_500)], "503, database"],
  ["503 without Retry-After", { status: 503 }, [fault("database", 500, 1_500)], "unexplained"],
  ["500 during a fault", { status: 500 }, [fault("database", 500, 1_500)], "unexplained"],
  ["503 long after a fault", { from: 20_000, to: 21_000, status: 503, hasRetryAfter: true }, [fault("store", 0, 500)], "unexplained"],
  ["an early end of a cut store", { status: null }, [fault("store", 500, 1_500)], "cut off by the store"],
  ["a full disk elsewhere", { status: 507 }, [fault("disk", 0, 9_000, ["127.0.0.1:2"])], "unexplained"],
  ["an update", { status: 503, hasRetryAfter: true }, [fault("other", 0, 9_000, ["127.0.0.1:1"])], "unexplained"],
])("%s", (_what, changes, faults, expected) => {
  expect(causeOf(outcome(changes), faults)).toBe(expected);
});
