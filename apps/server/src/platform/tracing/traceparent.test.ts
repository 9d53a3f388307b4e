import { expect, test } from "vitest";
import { parseOtlpHeaders, tracesAddress } from "../config/otlp.ts";
import { readConfig } from "../config/config.ts";
import { isTracing } from "./spans.ts";
import { startTracing } from "./index.ts";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

test("a trace context has a version, two ids and flags", () => {
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true });
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.isSampled).toBe(false);
  expect(parseTraceparent(`cc-${TRACE}-${SPAN}-03-more`)?.isSampled).toBe(true);
  expect(formatTraceparent({ traceId: TRACE, spanId: SPAN, isSampled: true })).toBe(`00-${TRACE}-${SPAN}-01`);
});

test.each([
  "",
  `ff-${TRACE}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}`,
])("a trace context of another form is ignored: %s", (text) => expect(parseTraceparent(text)).toBeNull());

test("headers are pairs, percent-encoded", () => {
  expect(parseOtlpHeaders("authorization=Bearer%20a%2Cb, x-scope = one=two")).toEqual({
    authorization: "Bearer a,b",
    "x-scope": "one=two",
  });
  for (const wrong of ["abc", "=a", "a=%zz", "a=b,"]) expect(parseOtlpHeaders(wrong), wrong).toBeNull();
});

test("the address for traces is that of the collector with a path, or a complete one", () => {
  expect(tracesAddress({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318" })).toBe("http://c:4318/v1/traces");
  expect(tracesAddress({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://t/x" })).toBe(
    "http://t/x",
  );
  expect(tracesAddress({})).toBeNull();
});

test("without an address, nothing is recorded", async () => {
  const log = { info: () => {}, warn: () => {} };
  expect(await startTracing(readConfig({}), log)).toBeUndefined();
  expect(isTracing()).toBe(false);
});
