import type { Socket } from "node:net";
import cookie from "@fastify/cookie";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { withRequest } from "./platform/db/current-request.ts";
import { originHook } from "./platform/events/index.ts";
import { AppError } from "./platform/http/app-error.ts";
import { JSON_BODY_MAX, readJsonBodies } from "./platform/http/body-parsers.ts";
import { allowExtensions } from "./platform/http/cors.ts";
import { closeConnectionsAtTheEnd } from "./platform/http/drain.ts";
import { failureEnvelope, handleError, toAppError } from "./platform/http/error-handler.ts";
import { answerNoRoute } from "./platform/http/no-route.ts";
import { collectPermissions } from "./platform/http/permissions.ts";
import { createRateLimits } from "./platform/http/rate-limit.ts";
import { requestIds } from "./platform/http/request-ids.ts";
import { repeatRead } from "./platform/http/repeat-reads.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import { cutOffSlowBodies } from "./platform/http/slow-bodies.ts";
import { traceRequests } from "./platform/http/trace-requests.ts";
import { limitWrites } from "./platform/http/write-limits.ts";
import type { Module } from "./platform/module.ts";
import type { Actor } from "./platform/http/actor.ts";
import type { Ports } from "./platform/ports/index.ts";

/** Timeout for the request headers. The body may take longer while it makes progress ({@link cutOffSlowBodies}). */
const HEADERS_TIMEOUT_MS = 20_000;
/** Timeout for idle connections. It is long enough for the object store to join the parts of a large upload. */
const IDLE_TIMEOUT_MS = 120_000;
/** Longer than the usual 60 s of proxies, so that the proxy and not this server closes idle connections. */
const IDLE_CONNECTION_MS = 65_000;

/** Modules that the application needs by name, in addition to their routes. */
export interface AppModules {
  auth: Module & { sessionHook?(request: FastifyRequest, reply: FastifyReply): Promise<void> };
  service: Module & { observe?(request: FastifyRequest, reply: FastifyReply): void };
}

const ANONYMOUS: Actor = { kind: "anonymous" };

/** Returns a function for the security headers, which depend on the public address. */
function currentHeaders({ config, publicUrl }: Pick<Ports, "config" | "publicUrl">): () => Record<string, string> {
  let made: { of: string; headers: Record<string, string> } | undefined;
  return () => {
    const of = publicUrl();
    if (made?.of !== of) made = { of, headers: securityHeaders(config, of) };
    return made.headers;
  };
}

/** Builds the HTTP application from ports and modules. The result is ready for `listen` or `inject`. */
export async function buildApp(ports: Ports, modules: AppModules & { [K in string]: Module }): Promise<FastifyInstance> {
  const { config } = ports;
  const headers = currentHeaders(ports);
  const answerError = errorAnswers(ports);
  const app = Fastify({
    loggerInstance: ports.log as FastifyBaseLogger,
    // A child logger per request costs more than the rest of logging. Log lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIds(config.TRUST_PROXY === true),
    trustProxy: config.TRUST_PROXY,
    bodyLimit: JSON_BODY_MAX,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 2_048, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers());
      answerError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers()),
  });
  collectPermissions(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNoRoute);
  app.decorateRequest("actor");
  traceRequests(app, config.TRUST_PROXY === true);
  // Hooks that run for every request use callbacks, which avoids a promise where nothing is awaited.
  app.addHook("onRequest", (request, reply, done) => {
    request.actor = ANONYMOUS;
    void reply.headers(headers());
    // Resumable uploads bypass Fastify and write directly to the raw response.
    if (request.url.startsWith("/uploads")) for (const [name, value] of Object.entries(headers())) reply.raw.setHeader(name, value);
    withRequest({ id: request.id, hasGone: () => request.raw.socket.destroyed }, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    modules.service.observe?.(request, reply);
    logRequest(request, reply);
    done();
  });
  closeConnectionsAtTheEnd(app);
  cutOffSlowBodies(app);
  allowExtensions(app);
  await app.register(cookie);
  const { sessionHook } = modules.auth;
  if (sessionHook) {
    app.addHook("onRequest", async (request, reply) => {
      if (needsSession(request.url)) await repeatRead(request, reply, () => sessionHook(request, reply));
    });
  }
  readJsonBodies(app);
  app.addHook("preHandler", originHook);
  limitWrites(app, createRateLimits({ pool: ports.pool, clock: ports.clock, factor: config.RATE_LIMIT_FACTOR }));
  await registerModules(app, modules);
  await app.ready();
  return app;
}

/** Fastify searches all loaded modules for a scope without this name, a tenth of the time to build the server. */
const DISPLAY_NAME = Symbol.for("fastify.display-name");

/** Registers each module in a separate Fastify scope, so that its body parsers and hooks do not affect other modules. */
async function registerModules(app: FastifyInstance, modules: Record<string, Module>): Promise<void> {
  for (const [name, module] of Object.entries(modules)) {
    const register = async (scope: FastifyInstance) => module.routes?.(scope);
    if (module.routes) await app.register(Object.assign(register, { [DISPLAY_NAME]: name }));
  }
}

const needsSession = (url: string): boolean => url.startsWith("/api/") || url.startsWith("/uploads") || url.startsWith("/metrics");

/**
 * Returns the error handler, which also reports errors that are defects. Their request is named by its id and the pattern of its route,
 * because URLs contain secrets.
 */
const errorAnswers =
  ({ errorReports }: Pick<Ports, "errorReports">) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { id, method, routeOptions } = request;
    if (errorReports && toAppError(error).code === "internal")
      errorReports.report(error, { requestId: id, route: `${method} ${routeOptions.url ?? "(none)"}` });
    handleError(error, request, reply);
  };

/** Logs one line per request. It logs the route pattern instead of the URL, because slugs and media tokens are secrets. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const isRoutine = request.method === "GET" && reply.statusCode < 400;
  const fields = {
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? "(none)",
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
  if (isRoutine) request.log.debug(fields, "request");
  else request.log.info(fields, "request");
}

/**
 * Answers input that is not valid HTTP with 400 (or 431, 408) and closes the connection.
 * The start of the next request on the connection is unknown, so the connection cannot be reused.
 */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  // A response that is being sent must not be mixed with this one. Only this internal field of Node shows its state.
  const isAnswering = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true;
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable || isAnswering) return void socket.destroy();
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "431 Request Header Fields Too Large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "408 Request Timeout"
        : "400 Bad Request";
  const body = JSON.stringify(failureEnvelope(new AppError("bad-request")));
  const lines = [
    `HTTP/1.1 ${status}`,
    "connection: close",
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
