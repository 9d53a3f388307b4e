import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { AppError } from "./platform/http/app-error.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({
    modules: {
      probe: {
        routes(app) {
          app.get("/api/probe/broken", { config: { needs: "public" } }, async () => {
            throw new Error("select secret from /etc/passwd");
          });
          app.get("/api/probe/busy", { config: { needs: "public" } }, async () => {
            throw new AppError("too-many-requests", { retryAfterS: 1.2 });
          });
          app.post("/api/probe/echo", { config: { needs: "public" } }, async (request) => ({ body: request.body ?? null }));
          app.get("/api/probe/whoami", { config: { needs: "public" } }, async (request) => ({ ip: request.ip, id: request.id }));
        },
      },
    },
  });
});
afterAll(() => t.close());

const HEADERS = [
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "x-frame-options",
];

describe("S19: every response", () => {
  test.each([
    ["a page", "GET", "/healthz", 200],
    ["an unknown API path", "POST", "/api/v1/nothing", 404],
    ["an internal error", "GET", "/api/probe/broken", 500],
    ["a malformed URL", "GET", "/api/%E0%A4%A", 400],
    ["an unknown upload", "PATCH", "/uploads/nothing", undefined],
  ] as const)("has the security headers: %s", async (_what, method, url, status) => {
    const answer = await t.app.inject({ method, url });
    if (status) expect(answer.statusCode).toBe(status);
    for (const name of HEADERS) expect(answer.headers[name], name).toBeTypeOf("string");
    expect(answer.headers["server"]).toBeUndefined();
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
  });

  test("has them on every route, and is never a 5xx for an anonymous caller", async () => {
    for (const route of ROUTES) {
      const answer = await t.app.inject({ method: route.method, url: `/api/v1${route.path.replace(/\{\w+\}/gu, "x")}` });
      for (const name of HEADERS) expect(answer.headers[name], `${route.id} ${name}`).toBeTypeOf("string");
      expect(answer.statusCode, route.id).toBeLessThan(500);
    }
  });
});

describe("failures", () => {
  test("an unexpected error shows only the id of the request", async () => {
    const answer = await t.app.inject({ url: "/api/probe/broken" });
    expectError(answer, "internal");
    expect(answer.body).not.toContain("passwd");
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/u);
  });

  test("Retry-After is in whole seconds", async () => {
    const answer = await t.app.inject({ url: "/api/probe/busy" });
    expectError(answer, "too-many-requests");
    expect(answer.headers["retry-after"]).toBe("2");
  });

  test("an unknown path under /api is a 404 in the envelope", async () => {
    expectError(await t.app.inject({ url: "/api/v1/nothing" }), "not-found");
    expectError(await t.app.inject({ method: "DELETE", url: "/api/v1/auth/nothing" }), "not-found");
  });
});

describe("paths", () => {
  const ask = (method: "GET" | "POST" | "PATCH" | "OPTIONS", url: string) => t.app.inject({ method, url });

  test("another method is a 405 with the allowed methods; OPTIONS lists them too", async () => {
    const refused = await ask("PATCH", "/api/v1/auth/user-data");
    expectError(refused, "method-not-allowed");
    expect(refused.headers["allow"]).toBe("GET, HEAD, OPTIONS, PUT");
    expectError(await ask("GET", "/api/v1/auth/login"), "method-not-allowed");
    const asked = await ask("OPTIONS", "/api/v1/auth/login");
    expect([asked.statusCode, asked.headers["allow"]]).toEqual([204, "OPTIONS, POST"]);
  });
  test("a trailing slash is ignored", async () => {
    expectError(await ask("GET", "/api/v1/auth/user-data/"), "unauthenticated");
    expectError(await ask("POST", "/uploads/"), "unauthenticated");
  });
  test.each(["/api", "/api/", "/API/v1/x", "//api/v1/x", "/uploads", "/uploads/x", "/media/"])(
    "%s is not a page of the portal",
    async (url) => {
      expectError(await ask("GET", url), "not-found");
    },
  );
  test("a malformed id is a 404", async () => {
    const user = await t.user();
    for (const id of ["x", "x".repeat(1_000), "%00"])
      expectError(await t.app.inject({ url: `/api/v1/workspace/personal/files/image/${id}`, headers: user.headers }), "not-found");
  });
});

describe("bodies", () => {
  const echo = (payload: string, type = "application/json") =>
    t.app.inject({ method: "POST", url: "/api/probe/echo", payload, headers: { "content-type": type } });

  test("broken JSON is a 400", async () => {
    expectError(await echo('{"a":'), "bad-request");
  });
  test("another content type is a 415", async () => {
    expectError(await echo("a=1", "application/x-www-form-urlencoded"), "unsupported-media-type");
    expectError(await echo("{}", "text/plain"), "unsupported-media-type");
  });
  test("more than 1 MiB is a 413", async () => {
    expectError(await echo(JSON.stringify("x".repeat(1024 * 1024))), "body-too-large");
  });
  test("a NUL character is refused with the field name", async () => {
    const answer = await t.app.inject({ method: "POST", url: "/api/v1/auth/login", payload: { email: "a\u0000@b.de", password: "x" } });
    expect(expectError(answer, "validation-failed").map(({ field }) => field)).toEqual(["email"]);
  });
  test("an empty body is accepted with any content type", async () => {
    const answer = await t.app.inject({
      method: "POST",
      url: "/api/v1/auth/logout",
      payload: "",
      headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "0" },
    });
    expect(answer.statusCode).toBe(200);
  });
  test("an empty body is null, and prototype keys are removed", async () => {
    expect((await echo("")).json()).toEqual({ body: null });
    expect((await echo('{"a":1,"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}')).json()).toEqual({ body: { a: 1 } });
  });
});

describe("client headers", () => {
  test("request ids and IP addresses are not taken from the client", async () => {
    const answer = await t.app.inject({
      url: "/api/probe/whoami",
      headers: { "x-request-id": "mine", "request-id": "mine", "x-forwarded-for": "9.9.9.9" },
    });
    expect(answer.json().ip).toBe("127.0.0.1");
    expect(answer.json().id).toMatch(/^[0-9a-f-]{36}$/u);
  });
});

describe("S18: other origins", () => {
  const extension = `chrome-extension://${"abcdefghijklmnop".repeat(2)}`;
  const preflight = (origin: string, url = "/api/v1/auth/user-data") =>
    t.app.inject({
      method: "OPTIONS",
      url,
      headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "idtoken" },
    });

  test("an extension may send its tokens, but no cookies", async () => {
    const asked = await preflight(extension);
    expect(asked.statusCode).toBe(204);
    expect(asked.headers["access-control-allow-origin"]).toBe(extension);
    expect(asked.headers["access-control-allow-headers"]).toMatch(/idToken, refreshToken/u);
    expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
    const called = await t.app.inject({ url: "/api/probe/whoami", headers: { origin: extension } });
    expect(called.headers["access-control-allow-origin"]).toBe(extension);
    expect(called.headers["access-control-expose-headers"]).toMatch(/idToken/u);
    expect(called.headers["vary"]).toBe("Origin");
  });

  test.each(["https://evil.example", "null", "chrome-extension://short", `${extension}.evil.example`, `https://x/${extension}`])(
    "no other origin is allowed: %s",
    async (origin) => {
      for (const answer of [
        await preflight(origin),
        await preflight(origin, "/uploads"),
        await t.app.inject({ url: "/api/probe/whoami", headers: { origin } }),
      ]) {
        expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      }
    },
  );
});

test("S19: https responses have Strict-Transport-Security", async () => {
  await using secure = await createTestApp({ config: { PUBLIC_URL: "https://shots.example" } });
  const answer = await secure.app.inject({ url: "/healthz" });
  expect(answer.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}$/u);
  await using wide = await createTestApp({ config: { PUBLIC_URL: "https://shots.example.org", HSTS_SUBDOMAINS: "true" } });
  expect((await wide.app.inject("/healthz")).headers["strict-transport-security"]).toMatch(/; includeSubDomains$/u);
});

test("the content security policy allows external hosts only by configuration", async () => {
  const plain = String((await t.app.inject({ url: "/healthz" })).headers["content-security-policy"]);
  expect(plain).not.toMatch(/https?:/u);
  await using other = await createTestApp({ config: { GOOGLE_CLIENT_ID: "id" } });
  expect(String((await other.app.inject({ url: "/healthz" })).headers["content-security-policy"])).toContain(
    "script-src 'self' https://accounts.google.com/gsi/",
  );
});
