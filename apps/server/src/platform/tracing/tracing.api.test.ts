import net from "node:net";
import { once } from "node:events";
import { createTestApp, freePort, type OtlpReceiver, png, type ReceivedSpan, startOtlpReceiver, type TestApp } from "@stillreel/testing";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { currentTraceparent } from "./spans.ts";
import { startTracing, tracesProblem, type Tracing } from "./index.ts";

const CANARY = "canary4711";
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

let receiver: OtlpReceiver;
let tracing: Tracing;
const lines: { msg: string }[] = [];
const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });

const settings = (variables: Record<string, string> = {}) =>
  readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: `x-key=${CANARY}%2Ckey`, ...variables });
const start = async (variables: Record<string, string> = {}): Promise<void> => {
  tracing = (await startTracing(settings(variables), log)) as Tracing;
};

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  lines.length = 0;
});
afterEach(async () => {
  tracing?.stop();
  await receiver.close();
});

/** Returns the names of a span and of all below it, indented. Repeated names are named once. */
function treeOf(spans: ReceivedSpan[], span: ReceivedSpan, indent = ""): string[] {
  const children = spans.filter(({ parentId }) => parentId === span.spanId);
  const below = children.flatMap((child) => treeOf(spans, child, `${indent}  `));
  return [...new Set([`${indent}${span.name}`, ...below])];
}

/** Sends an image by a resumable upload and lets the worker make its renditions. */
async function uploadOf(t: TestApp, headers: Record<string, string>): Promise<{ url: string; itemId: string }> {
  const encoded = (text: string): string => Buffer.from(text).toString("base64");
  const bytes = png(64, 48);
  const address = await t.listen();
  const sent = (method: string, path: string, more: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    fetch(new URL(path, address), { method, headers: { "tus-resumable": "1.0.0", ...headers, ...more }, ...(body && { body }) });
  const created = await sent("POST", "/uploads", {
    "upload-length": String(bytes.length),
    "upload-metadata": `fullFileName ${encoded(`${CANARY}.png`)},title ${encoded(CANARY)}`,
  });
  expect(created.status, await created.text()).toBe(201);
  const url = new URL(String(created.headers.get("location")), address).pathname;
  const trace = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, "x-request-id": "request-4711" };
  const piece = { "upload-offset": "0", "content-type": "application/offset+octet-stream", ...trace };
  const answer = await sent("PATCH", url, piece, new Uint8Array(bytes));
  expect(answer.status, await answer.text()).toBe(204);
  return { url, itemId: String(created.headers.get("item-id")) };
}

test("an upload is one trace with its statements, the store, its job and the decoder, without data of users", async () => {
  await start();
  await using t = await createTestApp({ config: { TRUST_PROXY: "true" } });
  const anna = await t.user({ email: `anna-${CANARY}@example.test`, username: `Anna ${CANARY}` });
  const { url, itemId } = await uploadOf(t, { ...anna.headers, "x-forwarded-for": "203.0.113.77" });
  await t.app.inject({ url: `/api/v1/search?q=${CANARY}`, headers: anna.headers });
  await t.app.inject({ url: `/s/${CANARY}?key=${CANARY}` });
  await t.startWorker();
  await vi.waitFor(
    async () => {
      await tracing.flush(5_000);
      expect(receiver.spans().map(({ name }) => name)).toContain("job media.make-renditions");
    },
    { timeout: 30_000, interval: 100 },
  );

  const spans = receiver.spans();
  const ofTrace = spans.filter(({ traceId }) => traceId === TRACE_ID);
  const request = ofTrace.find(({ parentId }) => parentId === PARENT_ID);
  expect(request).toMatchObject({
    name: "PATCH /uploads/:id",
    kind: 2,
    isFailed: false,
    attributes: {
      "http.request.method": "PATCH",
      "http.route": "/uploads/:id",
      "http.response.status_code": 204,
      "stillreel.request_id": "request-4711",
    },
    resource: { "service.name": "stillreel" },
  });
  const tree = treeOf(ofTrace, request as ReceivedSpan);
  expect(tree).toEqual(
    expect.arrayContaining([
      "PATCH /uploads/:id",
      "  store put",
      "  SQL insert blobs",
      "  job media.make-renditions",
      "    process images thumbnails",
      "    SQL update items",
      "    store put",
    ]),
  );
  // Every span belongs to a request or a job.
  expect(ofTrace.filter(({ parentId }) => parentId !== PARENT_ID && !ofTrace.some(({ spanId }) => spanId === parentId))).toEqual([]);
  expect(spans.filter(({ parentId }) => parentId === "").every(({ kind }) => kind === 2 || kind === 5)).toBe(true);

  expect(receiver.requests[0]).toMatchObject({
    path: "/v1/traces",
    headers: { "x-key": `${CANARY},key`, "content-type": "application/x-protobuf" },
  });
  const secrets = [CANARY, "@example.test", "203.0.113.77", "127.0.0.1", anna.id, anna.idToken, anna.refreshToken, itemId, url];
  for (const secret of secrets) expect(receiver.bytes().includes(secret), secret).toBe(false);
  for (const names of [process.cwd(), t.dataDir]) expect(receiver.bytes()).not.toContain(names);
});

test("parallel requests that share few connections have their own statements only", async () => {
  await start();
  const t: TestApp = await createTestApp({
    modules: {
      probe: {
        routes: (app) => {
          app.post("/api/probe/:name", { config: { needs: "public" } }, async (request) => {
            const { name } = request.params as { name: string };
            await t.ports.pool.query({ name: `probe-${name}`, text: "select pg_sleep(0.01)" });
            return { traceparent: currentTraceparent() };
          });
        },
      },
    },
  });
  try {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    await Promise.all(names.map((name) => t.app.inject({ method: "POST", url: `/api/probe/${name}`, payload: { name } })));
    await tracing.flush(5_000);
    const spans = receiver.spans();
    const parents = spans.filter(({ name }) => name.startsWith("SQL probe-")).map(({ parentId }) => parentId);
    expect(parents).toHaveLength(40);
    expect(new Set(parents).size).toBe(40);
    for (const parent of parents) expect(spans.find(({ spanId }) => spanId === parent)?.name).toBe("POST /api/probe/:name");
  } finally {
    await t.close();
  }
});

test("the trace of an unknown client is not continued, and a failed request is marked without its message", async () => {
  await start();
  await using t = await createTestApp({
    modules: {
      faulty: {
        routes: (app) => {
          app.get("/api/faulty", { config: { needs: "public" } }, async () => {
            await t.ports.pool.query("select 1 / (random() * 0)::int, $1::text", [CANARY]).catch(() => {});
            throw new Error(`of ${CANARY}`);
          });
        },
      },
    },
  });
  await t.app.inject({ url: "/api/faulty", headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` } });
  await t.app.inject({ url: "/healthz" });
  await tracing.flush(5_000);
  const spans = receiver.spans();
  expect(spans.some(({ traceId }) => traceId === TRACE_ID)).toBe(false);
  expect(spans.find(({ name }) => name === "GET /api/faulty")).toMatchObject({ isFailed: true, attributes: { "error.type": "500" } });
  expect(
    spans.find(
      ({ name, attributes }) => name === "SQL select" && attributes["db.query.text"] === "select 1 / (random() * 0)::int, $1::text",
    ),
  ).toMatchObject({
    isFailed: true,
    attributes: { "error.type": "22012" },
  });
  expect(spans.map(({ name }) => name)).not.toContain("GET /healthz");
  expect(receiver.bytes()).not.toContain(CANARY);
});

test("a share of traces is recorded, and a proxy decides for its own", async () => {
  await start({ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0", OTEL_SERVICE_NAME: "films" });
  await using t = await createTestApp({ config: { TRUST_PROXY: "true" } });
  await t.app.inject({ url: "/api/v1/items/none" });
  await t.app.inject({ url: "/api/v1/items/none", headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-00` } });
  await tracing.flush(5_000);
  expect(receiver.spans()).toEqual([]);
  await t.app.inject({ url: "/api/v1/items/none", headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` } });
  await tracing.flush(5_000);
  expect(receiver.spans()[0]).toMatchObject({ traceId: TRACE_ID, resource: { "service.name": "films" } });
});

test("a receiver that refuses, hangs or is away delays and fails no request, and is reported once a minute and by its check", async () => {
  receiver.status = 403;
  await start();
  await using t = await createTestApp();
  for (let count = 0; count < 3; count += 1) {
    expect((await t.app.inject({ url: "/api/v1/items/none" })).statusCode).toBeGreaterThanOrEqual(400);
    await tracing.flush(5_000);
  }
  expect(lines.filter(({ msg }) => msg.startsWith("traces were not accepted"))).toHaveLength(1);
  expect(await tracesProblem(settings())).toMatch(/refuses the access \(status 403\).*OTEL_EXPORTER_OTLP_HEADERS/u);
  receiver.status = 200;
  expect(await tracesProblem(settings())).toBeNull();
  const away = `http://127.0.0.1:${await freePort()}`;
  expect(await tracesProblem(settings({ OTEL_EXPORTER_OTLP_ENDPOINT: away }))).toMatch(/does not answer \(ECONNREFUSED\)/u);
  tracing.stop();

  // A server that accepts connections and never answers.
  const silent = net.createServer().listen(0, "127.0.0.1");
  const sockets = new Set<net.Socket>();
  silent.on("connection", (socket) => sockets.add(socket.on("error", () => {})));
  await once(silent, "listening");
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as net.AddressInfo).port}` });
  await using hanging = await createTestApp();
  expect((await hanging.app.inject({ url: "/api/v1/items/none" })).statusCode).toBeGreaterThanOrEqual(400);
  const before = performance.now();
  await tracing.flush(300);
  expect(performance.now() - before).toBeLessThan(3_000);
  expect(sockets.size).toBeGreaterThan(0);
  // More spans than the queue has room for.
  const { startRootSpan } = await import("./spans.ts");
  for (let count = 0; count < 10_000; count += 1) startRootSpan({ name: "filler", kind: "internal" })?.end();
  expect((await hanging.app.inject({ url: "/api/v1/items/none" })).statusCode).toBeGreaterThanOrEqual(400);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test("settings of another form prevent the start", () => {
  const complaint = (name: string, value: string): string => {
    try {
      readConfig({ [name]: value });
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  expect(complaint("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318")).toContain("OTEL_EXPORTER_OTLP_ENDPOINT");
  expect(complaint("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")).toMatch(/must be http\/protobuf.*4318/u);
  expect(complaint("OTEL_TRACES_SAMPLER_ARG", "2")).toContain("OTEL_TRACES_SAMPLER_ARG");
  const headers = complaint("OTEL_EXPORTER_OTLP_HEADERS", `${CANARY}`);
  expect(headers).toContain("NAME=VALUE");
  expect(headers).not.toContain(CANARY);
});
