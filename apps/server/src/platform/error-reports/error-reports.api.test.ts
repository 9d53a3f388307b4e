import http from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createTestApp } from "@stillreel/testing";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseDsn, type SentryProject } from "../config/sentry-dsn.ts";
import type { ErrorReports } from "../ports/error-reports.port.ts";
import { createErrorReports } from "./error-reports.ts";

const CANARY = "canary4711";

interface Received {
  url: string | undefined;
  auth: string | undefined;
  body: string;
}
interface Event {
  transaction?: string;
  level: string;
  release: string;
  tags: Record<string, string>;
  exception: {
    values: { type: string; value: string; stacktrace: { frames: { function: string; filename: string; lineno: number }[] } }[];
  };
}

let receiver: http.Server;
let received: Received[];
let status: number;
let project: SentryProject;

beforeEach(async () => {
  received = [];
  status = 200;
  receiver = http.createServer(async (request, response) => {
    received.push({ url: request.url, auth: String(request.headers["x-sentry-auth"]), body: await text(request) });
    response.writeHead(status, status === 429 ? { "retry-after": "60" } : {}).end("{}");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const dsn = `http://abc123@127.0.0.1:${(receiver.address() as AddressInfo).port}/sentry/42`;
  project = parseDsn(dsn) as SentryProject;
});
afterEach(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await once(receiver, "close");
});

const reportsOf = (now?: () => number): ErrorReports =>
  createErrorReports({ project, version: "1.2.3", log: pino({ level: "silent" }), ...(now ? { now } : {}) });
const eventOf = (body: string): Event => JSON.parse(body.split("\n")[2] ?? "") as Event;

test("an unexpected error of a request is reported with its route and id, and without the URL, the body and data of users", async () => {
  const errorReports = reportsOf();
  await using t = await createTestApp({
    ports: { errorReports },
    modules: {
      faulty: {
        routes: (app) => {
          app.post("/api/v1/faulty/:name", { config: { needs: "public" } }, async () => {
            throw new Error(`Cannot read "${CANARY}" of anna-${CANARY}@example.test at https://x.test/a?token=${CANARY}`, {
              cause: new TypeError("the cause"),
            });
          });
        },
      },
    },
  });
  const anna = await t.user();
  const answer = await t.app.inject({
    method: "POST",
    url: `/api/v1/faulty/${CANARY}?q=${CANARY}`,
    headers: { ...anna.headers, cookie: `x=${CANARY}` },
    payload: { secret: CANARY },
  });
  expect(answer.statusCode).toBe(500);
  await errorReports.flush();

  const [report] = received;
  expect(received).toHaveLength(1);
  expect(report?.url).toBe("/sentry/api/42/envelope/");
  expect(report?.auth).toContain("sentry_key=abc123");
  const event = eventOf(report?.body ?? "");
  expect(event).toMatchObject({ transaction: "POST /api/v1/faulty/:name", level: "error", release: "stillreel@1.2.3" });
  expect(event.tags["request_id"]).toBe(answer.headers["x-request-id"]);
  expect(event.exception.values.map(({ type }) => type)).toEqual(["TypeError", "Error"]);
  const frame = event.exception.values[1]?.stacktrace.frames.at(-1);
  expect(frame?.filename).toBe("apps/server/src/platform/error-reports/error-reports.api.test.ts");
  expect(frame?.lineno).toBeGreaterThan(1);
  for (const secret of [CANARY, "@example.test", anna.id, anna.idToken, process.cwd()]) expect(report?.body).not.toContain(secret);
});

test("expected refusals are not reported", async () => {
  const errorReports = reportsOf();
  await using t = await createTestApp({ ports: { errorReports } });
  expect((await t.app.inject({ url: "/api/v1/items/none" })).statusCode).toBeGreaterThanOrEqual(400);
  expect((await t.app.inject({ method: "POST", url: "/api/v1/auth/login", payload: "{" })).statusCode).toBe(415);
  await errorReports.flush();
  expect(received).toEqual([]);
});

test("at most 30 reports a minute are sent, and none while the receiver asks for a pause", async () => {
  let time = 1_000_000;
  const errorReports = reportsOf(() => time);
  for (let count = 0; count < 40; count += 1) errorReports.report(new Error("again"), { isCrash: true });
  await errorReports.flush();
  expect(received).toHaveLength(30);
  expect(eventOf(received[0]?.body ?? "").level).toBe("fatal");
  time += 60_000;
  status = 429;
  errorReports.report(new Error("first of the next minute"));
  await errorReports.flush();
  errorReports.report(new Error("during the pause"));
  await errorReports.flush();
  expect(received).toHaveLength(31);
});

test("a receiver that cannot be reached does not disturb", async () => {
  const errorReports = createErrorReports({
    project: { ...project, endpoint: "http://127.0.0.1:9/api/1/envelope/" },
    version: "1.2.3",
    log: pino({ level: "silent" }),
  });
  errorReports.report("not an error");
  await expect(errorReports.flush()).resolves.toBeUndefined();
});

test("a DSN is an address with a key and the number of a project", () => {
  expect(parseDsn("https://abc@o1.ingest.sentry.io/7")).toEqual({
    endpoint: "https://o1.ingest.sentry.io/api/7/envelope/",
    origin: "https://o1.ingest.sentry.io",
    publicKey: "abc",
  });
  for (const wrong of ["", "abc", "https://sentry.io/7", "https://abc@sentry.io/", "ftp://abc@sentry.io/7"])
    expect(parseDsn(wrong)).toBeNull();
});

test("browsers learn where to send reports, and may send them there, only when it is configured", async () => {
  await using without = await createTestApp();
  const none = await without.app.inject({ url: "/error-reports.json" });
  expect([none.statusCode, none.body]).toEqual([204, ""]);
  expect(none.headers["content-security-policy"]).not.toContain("sentry");
  await using t = await createTestApp({ config: { SENTRY_BROWSER_DSN: "https://abc@errors.sentry.test/7" } });
  const answer = await t.app.inject({ url: "/error-reports.json" });
  expect(answer.json()).toMatchObject({ endpoint: "https://errors.sentry.test/api/7/envelope/", publicKey: "abc" });
  expect(answer.headers["content-security-policy"]).toMatch(/connect-src [^;]*https:\/\/errors\.sentry\.test(;| )/u);
});
