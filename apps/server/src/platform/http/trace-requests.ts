import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isTracing, type OpenSpan, startRootSpan, within } from "../tracing/spans.ts";

/** Routes that programs ask every few seconds. */
const UNRECORDED: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Ends the span of a request with its answer, or as `aborted` when the client closed the connection before. */
function endWithAnswer(span: OpenSpan, { raw }: FastifyReply): void {
  const end = (failure: string | undefined): void => {
    raw.off("finish", finish).off("close", close);
    span.set({ "http.response.status_code": raw.statusCode });
    if (failure !== undefined) span.fail(failure);
    span.end();
  };
  const finish = (): void => end(raw.statusCode >= 500 ? String(raw.statusCode) : undefined);
  const close = (): void => end("aborted");
  raw.once("finish", finish).once("close", close);
}

/**
 * Records requests with method, pattern of the route, status and id. Addresses are not recorded: they have keys of links and what users
 * type. Does nothing when traces are off.
 * @param trustsProxy whether a request continues the trace that its header `traceparent` names
 */
export function traceRequests(app: FastifyInstance, trustsProxy: boolean): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook("onRequest", (request, reply, done) => {
    const { method, headers, id } = request;
    const route = request.routeOptions.url ?? "(none)";
    if (UNRECORDED.has(route)) return done();
    const given = trustsProxy ? headers["traceparent"] : undefined;
    const attributes = { "http.request.method": method, "http.route": route, "stillreel.request_id": id };
    const span = startRootSpan({ name: `${method} ${route}`, kind: "server", attributes }, typeof given === "string" ? given : undefined);
    if (!span) return done();
    spans.set(request, span);
    endWithAnswer(span, reply);
    within(span, done);
  });
  // A body ends in the context of the connection.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) within(span, done);
    else done();
  });
}
