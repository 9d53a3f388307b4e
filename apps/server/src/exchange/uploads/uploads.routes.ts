import { ERRORS as FAILURES, type ErrorCode } from "@stillreel/contract";
import { Metadata } from "@tus/utils";
import { Server, type ServerOptions } from "@tus/server";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid, RETRY_AFTER_S } from "../../platform/http/app-error.ts";
import { failureEnvelope, toAppError } from "../../platform/http/error-handler.ts";
import { signedIn } from "../../platform/http/implement.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import { drain } from "../../platform/http/multipart.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { PART_MIN_BYTES } from "../../platform/ports/storage.port.ts";
import { recheck } from "../../media/media/index.ts";
import type { AdvisoryLocker } from "./uploads.locker.ts";
import { chosenIdOf } from "./uploads.plan.ts";
import type { Draft, Outcome } from "./uploads.draft.ts";
import type { UploadsService } from "./uploads.service.ts";
import { CHECKSUM_ALGORITHMS, type Checksum, type ChecksumAlgorithm, type Sending, type Staging } from "./staging/staging.ts";

const DIGEST_BYTES: Record<ChecksumAlgorithm, number> = { sha1: 20, sha256: 32 };
/** Error codes for the statuses of tus. */
const CODE_BY_STATUS: Record<number, ErrorCode> = {
  403: "bad-request",
  404: "not-found",
  409: "upload-conflict",
  410: "not-found",
  412: "bad-request",
  413: "file-too-large",
  460: "checksum-mismatch",
  507: "storage-full",
};

type TusContext = Parameters<Server["write"]>[0];

/** tus server that wraps every failure in the envelope. */
class EnvelopeServer extends Server {
  override async write(context: TusContext, headers: Headers, status: number, body = ""): ReturnType<Server["write"]> {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set("content-type", "application/json; charset=utf-8");
    headers.set("cache-control", "no-store");
    if (status === FAILURES.unavailable.status) headers.set("retry-after", String(RETRY_AFTER_S));
    return super.write(context, headers, status, body.startsWith("{") ? body : envelope(status, body));
  }
}

function envelope(status: number, text: string): string {
  const code = CODE_BY_STATUS[status] ?? (status >= 500 ? "internal" : "bad-request");
  const message = code === "bad-request" && text.trim() !== "" ? text.trim() : FAILURES[code].message;
  return JSON.stringify({ status: "error", code, message });
}

/** Converts an error of tus into status and envelope. Its own refusals have a `status_code`. */
function refusal(error: unknown): { status_code: number; body: string } {
  const own = error as { status_code?: unknown; body?: unknown } | null;
  if (typeof own?.status_code === "number")
    return { status_code: own.status_code, body: envelope(own.status_code, String(own.body ?? "")) };
  const failure = toAppError(error);
  return { status_code: failure.status, body: JSON.stringify(failureEnvelope(failure)) };
}

export interface TusDeps {
  service: UploadsService;
  store: Staging;
  locker: AdvisoryLocker;
  /** Drafts by upload id, from the validation of a creation until its rows exist. */
  drafts: Map<string, Draft>;
}

/** The services, ports and state that the handlers use. */
interface Context extends TusDeps {
  ports: Ports;
  tus: EnvelopeServer;
  /** Drafts by their request, until tus names the upload. */
  draftOf: WeakMap<IncomingMessage, Draft>;
}

/** Returns the options of tus. */
function optionsOf(
  { log }: Pick<Ports, "log">,
  { service, store, locker, drafts }: TusDeps,
  draftOf: WeakMap<IncomingMessage, Draft>,
): ServerOptions & { datastore: Staging } {
  return {
    path: "/uploads",
    datastore: store,
    locker,
    relativeLocation: true,
    async maxSize(_request, id) {
      const known = id === null ? undefined : (drafts.get(id)?.metadata ?? (await store.metadataOf(id)));
      return service.maxBytesOf(known ?? null);
    },
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction(request) {
      const raw = (request as { runtime?: { node?: { req?: IncomingMessage } } }).runtime?.node?.req;
      const draft = raw ? draftOf.get(raw) : undefined;
      if (!draft) throw new AppError("internal");
      return draft.id;
    },
    async onUploadFinish(_request, upload) {
      await service.finish(store, locker, upload.id);
      return {};
    },
    async onResponseError(_request, error) {
      const answer = refusal(error);
      if (answer.status_code >= 500) log.error({ err: error }, "upload failed");
      return answer;
    },
  };
}

/** Passes a request to tus, which writes the response. */
async function handOver({ store, tus }: Context, request: FastifyRequest, reply: FastifyReply, sending?: Sending): Promise<void> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
  const handle = () => tus.handle(request.raw, reply.raw);
  await (sending ? store.sendings.run(sending, handle) : handle());
}

/** Returns the data of a write request. Access is checked again while the request lasts. */
const sendingOf = ({ ports, service }: Context, request: FastifyRequest, actor: Actor, id: string): Sending => ({
  checksum: checksumOf(request),
  stillMay: recheck(ports.clock, () => service.own(actor, id)),
});

/** Sends a refusal after reading some more data, so that a client that is still sending receives it. */
const guarded =
  (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      await handler(request, reply);
    } catch (error) {
      if (reply.sent) throw error;
      await drain(request.raw, reply);
      void reply.header("tus-resumable", "1.0.0");
      throw error;
    }
  };

/** Creates an upload. */
async function create(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { draftOf, drafts } = context;
  const { actor } = request;
  const metadata = metadataOf(request);
  const draft = await draftFor(context, request, metadata);
  if (chosenIdOf(metadata) !== null && (await foundAgain(context, draft, reply))) return;
  announceDirect(context, reply, draft.recording === null && draft.sizeBytes >= PART_MIN_BYTES);
  draftOf.set(request.raw, draft);
  drafts.set(draft.id, draft);
  try {
    if (draft.request === null) addOutcomeHeaders(context, reply, draft);
    await handOver(context, request, reply, sendingOf(context, request, actor, draft.id));
  } finally {
    if (drafts.get(draft.id) === draft) drafts.delete(draft.id);
  }
}

/** Validates the upload of a user, or of a visitor who names the request that they answer. */
function draftFor({ service }: Context, request: FastifyRequest, metadata: Record<string, string | null>): Promise<Draft> {
  const slug = metadata["request"] ?? "";
  if (slug === "") return service.draft(signedIn(request.actor), metadata, lengthOf(request));
  return service.draftOfVisitor({ ...visitorOf(request, slug), ip: request.ip }, slug, metadata, lengthOf(request));
}

/** Returns the caller's upload. That of a visitor whose request has ended is deleted, so that nothing incomplete stays. */
async function ownOf({ service, store, locker }: Context, request: FastifyRequest, id: string): ReturnType<UploadsService["own"]> {
  try {
    return await service.own(request.actor, id, { toDrop: request.method === "DELETE" });
  } catch (error) {
    if (error instanceof AppError && error.code === "request-closed") await locker.exclusively(id, () => store.remove(id));
    throw error;
  }
}

/** Responds for an upload with a client-chosen id that already exists. Returns false when there is none. */
async function foundAgain(context: Context, draft: Draft, reply: FastifyReply): Promise<boolean> {
  const { service, store, locker } = context;
  const row = await service.known(locker, draft);
  if (!row) return false;
  const { id } = row;
  if (service.isExpired(row)) {
    await locker.exclusively(id, () => store.remove(id));
    return false;
  }
  const [{ offset }, made] = await Promise.all([store.getUpload(id), service.outcomeOf(row)]);
  addOutcomeHeaders(context, reply, made);
  await reply
    .code(201)
    .headers({ "tus-resumable": "1.0.0", location: `/uploads/${id}`, "upload-offset": String(offset) })
    .send();
  return true;
}

/** Adds headers about the created item to a successful response just before it is sent: tus creates file and ids then. */
function addOutcomeHeaders({ ports }: Context, reply: FastifyReply, made: Outcome): void {
  const writeHead = reply.raw.writeHead.bind(reply.raw) as (...args: unknown[]) => typeof reply.raw;
  reply.raw.writeHead = ((status: number, ...args: unknown[]) => {
    if (status < 400 && made.itemId !== null) reply.raw.setHeader("item-id", made.itemId);
    if (status < 400 && made.importId !== null) reply.raw.setHeader("import-id", made.importId);
    if (status < 400 && made.slug !== null) reply.raw.setHeader("share-url", `${ports.publicUrl()}/s/${made.slug}`);
    return writeHead(status, ...args);
  }) as typeof reply.raw.writeHead;
}

/** Continues, inspects or deletes an upload. */
async function proceed(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { service, store, locker } = context;
  const { id } = request.params as { id: string };
  const { actor } = request;
  const row = await ownOf(context, request, id);
  // tus treats an upload with all bytes as finished; here it is finished after the storage has taken it over.
  if (request.method === "DELETE" && row.finishedAt === null && (await service.isComplete(store, row))) {
    await locker.exclusively(id, () => store.remove(id));
    return void (await reply.code(204).header("tus-resumable", "1.0.0").send());
  }
  if (request.method === "HEAD") {
    announceDirect(context, reply, !row.recording && row.finishedAt === null);
    await service.finishIfComplete(store, locker, row);
  }
  if (request.method === "PATCH") {
    await service.assertGoesOn(store, row, { offset: offsetOf(request), length: lengthOf(request) });
    await forgiveRepeatedLength(context, request, row);
    await service.touch(row);
  }
  // A resuming client requests the offset and receives the item id again.
  if (request.method !== "DELETE") addOutcomeHeaders(context, reply, await service.outcomeOf(row));
  await handOver(context, request, reply, request.method === "PATCH" ? sendingOf(context, request, actor, id) : undefined);
  if (request.method === "PATCH") await service.touch(row);
}

/** Accepts a repeated `Upload-Length` with the same value, which tus would refuse. */
async function forgiveRepeatedLength({ store }: Context, request: FastifyRequest, { id }: { id: string }): Promise<void> {
  if (request.headers["upload-length"] === undefined) return;
  const known = await store.getUpload(id).catch(() => undefined);
  if (known?.size === undefined || known.size !== lengthOf(request)) return;
  delete request.raw.headers["upload-length"];
  const outcome = request.raw.rawHeaders;
  for (let at = outcome.length - 2; at >= 0; at -= 2) if (outcome[at]?.toLowerCase() === "upload-length") outcome.splice(at, 2);
}

/** Acknowledges parts that the client sent directly to the store, and answers with the addresses of the next ones. */
async function direct(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { service, store, locker } = context;
  const { id } = request.params as { id: string };
  const row = await ownOf(context, request, id);
  await service.assertGoesOn(store, row, { offset: 0, length: null });
  const data = await locker.exclusively(id, async () => store.direct?.(id));
  await service.touch(row);
  // The addresses permit a write, so nothing stores them.
  await reply.header("cache-control", "no-store").send({ status: "success", data });
}

/** Whether browsers may send parts to the store. */
const isDirect = ({ ports: { config }, store }: Pick<Context, "ports" | "store">): boolean =>
  config.DIRECT_UPLOADS && store.direct !== null;

/** Announces that the client may send parts to the store. */
function announceDirect(context: Context, reply: FastifyReply, isUseful: boolean): void {
  if (isUseful && isDirect(context)) void reply.header("upload-direct", "1");
}

/** Describes the supported protocol. */
async function explain(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header("tus-checksum-algorithm", CHECKSUM_ALGORITHMS.join(","));
  await handOver(context, request, reply);
}

/**
 * tus 1.0 at `/uploads`: creation (also with data and with deferred length), resumption, checksum, termination. Permissions are
 * checked here, before tus handles the request.
 */
export function uploadsRoutes(ports: Ports, deps: TusDeps) {
  const draftOf = new WeakMap<IncomingMessage, Draft>();
  const context: Context = { ...deps, ports, draftOf, tus: new EnvelopeServer(optionsOf(ports, deps, draftOf)) };
  const handlers = {
    create: guarded((request, reply) => create(context, request, reply)),
    proceed: guarded((request, reply) => proceed(context, request, reply)),
    direct: (request: FastifyRequest, reply: FastifyReply) => direct(context, request, reply),
    explain: (request: FastifyRequest, reply: FastifyReply) => explain(context, request, reply),
  };
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      // Bodies are passed to tus unchanged, whatever their content type.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
      scope.route({ method: "POST", url: "/uploads", config: { needs: "folder.add" }, handler: handlers.create });
      scope.route({ method: ["HEAD", "PATCH", "DELETE"], url: "/uploads/:id", config: { needs: "folder.add" }, handler: handlers.proceed });
      if (isDirect(context))
        scope.route({ method: "POST", url: "/uploads/:id/parts", config: { needs: "folder.add" }, handler: handlers.direct });
      scope.route({ method: "OPTIONS", url: "/uploads", config: { needs: "public" }, handler: handlers.explain });
      scope.route({ method: "OPTIONS", url: "/uploads/:id", config: { needs: "public" }, handler: handlers.explain });
    });
  };
}

function metadataOf(request: FastifyRequest): Record<string, string | null> {
  const header = request.headers["upload-metadata"];
  if (header === undefined || header === "") return {};
  try {
    return Metadata.parse(String(header)) ?? {};
  } catch {
    throw new AppError("bad-request", { message: "The Upload-Metadata cannot be read." });
  }
}

/** Returns the client's offset; tus refuses invalid values. */
function offsetOf(request: FastifyRequest): number {
  return request.headers["content-length"] === "0" ? -1 : Number(request.headers["upload-offset"] ?? -1);
}

/** Returns the declared length; null when deferred. tus refuses invalid values. */
function lengthOf(request: FastifyRequest): number | null {
  const header = request.headers["upload-length"];
  if (header === undefined) return null;
  const length = Number(header);
  if (!Number.isSafeInteger(length) || length < 0) throw invalid("Upload-Length", "This is not a length.");
  return length;
}

function checksumOf(request: FastifyRequest): Checksum | undefined {
  const header = request.headers["upload-checksum"];
  if (header === undefined) return undefined;
  const [name = "", encoded = ""] = String(header).split(" ", 2);
  const algorithm = CHECKSUM_ALGORITHMS.find((candidate) => candidate === name);
  const digest = Buffer.from(encoded, "base64");
  if (!algorithm || digest.length !== DIGEST_BYTES[algorithm])
    throw new AppError("bad-request", { message: "The Upload-Checksum cannot be used." });
  return { algorithm, digest };
}
