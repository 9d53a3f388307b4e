import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { isStopping } from "../../platform/http/drain.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Readiness } from "./health.service.ts";
import type { Metrics } from "./metrics.service.ts";
import { isNonce, proofOf } from "./proof.ts";
import { planOpenApi } from "./openapi.plan.ts";
import type { Problem } from "./problems.service.ts";

/** Returns whether the socket's peer is local; proxy headers are ignored. */
function isLoopback(request: FastifyRequest): boolean {
  const address = request.raw.socket.remoteAddress ?? "";
  const isLocal = address === "::1" || /^(::ffff:)?127\./u.test(address);
  return isLocal && request.headers["x-forwarded-for"] === undefined && request.headers["forwarded"] === undefined;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns whether the request has the password by HTTP basic authentication, which Prometheus can send. */
function hasPassword({ headers }: FastifyRequest, password: string | undefined): boolean {
  const sent = /^Basic +(\S+) *$/iu.exec(headers.authorization ?? "")?.[1];
  if (password === undefined || sent === undefined) return false;
  const given = Buffer.from(sent, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/u, "");
  return timingSafeEqual(digest(given), digest(password));
}

/** What `/readyz` reports: the parts without which nothing works, and everything that the administrator has to correct. */
interface Condition {
  parts: Readiness;
  problems: Problem[];
}

/** Health and metrics of the process. */
export function healthRoutes(
  app: FastifyInstance,
  { keys, config }: Pick<Ports, "keys" | "config">,
  metrics: Metrics,
  check: () => Promise<Condition>,
): void {
  app.get<{ Querystring: { nonce?: unknown } }>("/healthz", { config: { needs: "public" } }, async ({ query: { nonce } }, reply) => {
    const proof = isNonce(nonce) ? { proof: proofOf(keys, nonce) } : {};
    return reply.header("cache-control", "no-store").send({ status: "ok", ...proof });
  });

  app.get("/readyz", { config: { needs: "public" } }, async (_request, reply) => {
    if (isStopping(app)) return reply.code(503).header("cache-control", "no-store").send({ status: "stopping" });
    const { parts, problems } = await check();
    const isReady = Object.values(parts).every((state) => state === "ok");
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: isReady ? "ok" : "unavailable", ...parts, ...(problems.length > 0 ? { problems } : {}) });
  });

  app.get("/metrics", { config: { needs: "server.admin" } }, async (request, reply) => {
    const isAdmin = request.actor.kind === "user" && request.actor.role === "admin";
    if (!isAdmin && !isLoopback(request) && !hasPassword(request, config.METRICS_PASSWORD)) throw new AppError("forbidden");
    return reply
      .type(metrics.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.read());
  });
}

/** The description of the API. */
export function openApiRoutes(app: FastifyInstance, ports: Ports): void {
  let openApi: { of: string; text: string } | undefined;
  app.get("/api/openapi.json", { config: { needs: "public" } }, async (_request, reply) => {
    const of = ports.publicUrl();
    if (openApi?.of !== of) openApi = { of, text: JSON.stringify(planOpenApi(of)) };
    return reply.type("application/json; charset=utf-8").header("cache-control", "no-cache").send(openApi.text);
  });
}
