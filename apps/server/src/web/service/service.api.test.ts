import { ROUTES } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StorageError, type Storage } from "../../platform/ports/storage.port.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test("the health check is ok", async () => {
  const answer = await t.app.inject("/healthz");
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ok" }]);
});

describe("readiness", () => {
  test("every part is ok", async () => {
    const answer = await t.app.inject("/readyz");
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ok", database: "ok", storage: "ok", queue: "ok" }]);
  });

  test.each([
    ["fails", () => Promise.reject(new StorageError("unavailable", "no"))],
    ["hangs", () => new Promise<void>(() => {})],
  ])("a store that %s is reported within 2 s, and the server continues", async (_how, check) => {
    await using broken = await createTestApp({ ports: { storage: { check } as unknown as Storage } });
    const before = performance.now();
    const answer = await broken.app.inject("/readyz");
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        status: "unavailable",
        database: "ok",
        storage: "failed",
        queue: "ok",
        problems: [{ part: "storage", message: expect.any(String) }],
      },
    ]);
    expect(performance.now() - before).toBeLessThan(2_000);
    expect((await broken.app.inject("/healthz")).statusCode).toBe(200);
  });
});

describe("problems that do not stop the server", () => {
  test("a mail server that is away is reported with its remedy, and the server is ready", async () => {
    await using broken = await createTestApp({ config: { SMTP_URL: "smtp://127.0.0.1:9" } });
    const answer = await broken.app.inject("/readyz");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ status: "ok", problems: [{ part: "mail", message: expect.stringContaining("SMTP_URL") }] });
  });

  test("a misspelt variable is reported with the correct name of the setting", async () => {
    await using broken = await createTestApp({ config: { DATA_DRI: "/tmp" } });
    const { problems } = (await broken.app.inject("/readyz")).json() as { problems: unknown[] };
    expect(problems).toContainEqual({ part: "settings", message: "DATA_DRI is not a setting. Did you mean DATA_DIR?" });
  });
});

describe("metrics", () => {
  test("are readable on this machine", async () => {
    await t.app.inject("/healthz");
    const answer = await t.app.inject("/metrics");
    expect(Number(/^stillreel_data_free_bytes (\S+)$/mu.exec(answer.body)?.[1])).toBeGreaterThan(1024 ** 2);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/u);
    expect(answer.body).toMatch(/stillreel_http_request_seconds_count\{method="GET",route="\/healthz",status="2xx"\} \d+/u);
    expect(answer.body).toMatch(/stillreel_queue_jobs\{state="waiting"\} \d+/u);
  });
  test("are refused for other hosts, independent of the headers", async () => {
    expectError(await t.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7" }), "forbidden");
    expectError(
      await t.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7", headers: { "x-forwarded-for": "127.0.0.1" } }),
      "forbidden",
    );
    expectError(await t.app.inject({ url: "/metrics", headers: { "x-forwarded-for": "192.0.2.7" } }), "forbidden");
  });
  test("are readable by an administrator from every host, not by other users", async () => {
    await using fresh = await createTestApp();
    const admin = await fresh.user();
    const person = await fresh.user();
    expect((await fresh.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7", headers: admin.headers })).statusCode).toBe(200);
    expectError(await fresh.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7", headers: person.headers }), "forbidden");
  });
});

test("metrics are readable from another machine with METRICS_PASSWORD, and with nothing else", async () => {
  const password = "a-password-of-metrics";
  await using fresh = await createTestApp({ config: { METRICS_PASSWORD: password } });
  const status = async (userAndPassword: string): Promise<number> => {
    const authorization = `Basic ${Buffer.from(userAndPassword).toString("base64")}`;
    return (await fresh.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7", headers: { authorization } })).statusCode;
  };
  expect(await status(`prometheus:${password}`)).toBe(200);
  for (const wrong of [`prometheus:${password}x`, `${password}:`, "prometheus:", password.slice(1)]) expect(await status(wrong)).toBe(403);
  const headers = { authorization: `Basic ${Buffer.from("a:undefined").toString("base64")}` };
  expectError(await t.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7", headers }), "forbidden");
});

describe("the OpenAPI document", () => {
  type Operation = {
    operationId: string;
    responses: Record<string, unknown>;
    security: object[];
    parameters?: { name: string; in: string; required: boolean; schema: object }[];
    requestBody?: { content: Record<string, { schema: object }> };
  };
  const load = async () =>
    (await t.app.inject("/api/openapi.json")).json() as {
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: object; securitySchemes: object };
    };

  test("lists every route of the contract with its parameters, body and responses", async () => {
    const { openapi, paths } = await load();
    expect(openapi).toBe("3.1.0");
    for (const route of ROUTES) {
      const found = paths[`/api/v1${route.path}`]?.[route.method.toLowerCase()];
      expect(found?.operationId, route.id).toBe(route.id);
      expect(Object.keys(found?.responses ?? {}), route.id).toContain(String(route.success));
      const inPath = [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      expect(
        found?.parameters
          ?.filter((parameter) => parameter.in === "path")
          .map((parameter) => parameter.name)
          .toSorted() ?? [],
        route.id,
      ).toEqual(inPath.toSorted());
      expect(Object.keys(found?.requestBody?.content ?? {})).toEqual(
        route.form ? ["multipart/form-data"] : route.body ? ["application/json"] : [],
      );
      expect((found?.security.length ?? 0) > 0, route.id).toBe(route.auth !== "public");
    }
    const others = ["/api/v1/items/{itemId}/download", "/api/v1/zips/{zipId}", "/api/v1/events", "/uploads", "/uploads/{uploadId}"];
    for (const path of [...others, "/media/{token}", "/healthz", "/readyz", "/metrics"]) expect(paths, path).toHaveProperty([path]);
  });

  test("has unique operation ids and no broken references", async () => {
    const document = await load();
    const ids = Object.values(document.paths).flatMap((operations) => Object.values(operations).map((operation) => operation.operationId));
    expect(new Set(ids).size).toBe(ids.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/gu)].map(([, reference]) => reference as string);
    for (const reference of new Set(references)) {
      const target = reference
        .replace(/^#\//u, "")
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });
});

describe("the browsable documentation", () => {
  test("is served completely by this server, without inline scripts", async () => {
    const page = await t.app.inject("/api/docs");
    expect(page.headers["content-type"]).toMatch(/^text\/html/u);
    expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)/u);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, url]) => url as string);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const answer = await t.app.inject(file);
      expect(answer.statusCode, file).toBe(200);
      expect(answer.headers["content-type"]).toMatch(file.endsWith(".css") ? /^text\/css/u : /^text\/javascript/u);
      expect(answer.rawPayload.length).toBeGreaterThan(50);
    }
  });
  test("contains no other file of the package", async () => {
    const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    for (const file of ["package.json", "..%2fpackage.json", "index.html", ...inherited])
      expectError(await t.app.inject(`/api/docs/${file}`), "not-found");
  });
});
