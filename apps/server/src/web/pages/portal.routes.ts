import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hintSession } from "../../people/auth/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { declarePublic } from "../../platform/http/permissions.ts";
import { matchesEtag } from "../../platform/http/file-headers.ts";
import { allowScripts } from "../../platform/http/security-headers.ts";
import { createPageReader } from "./portal-page.ts";
import { createTextsReader, type Encoded, encodingFor } from "./texts-files.ts";

/** The portal's page. */
const PAGE = "index.html";
const NOT_BUILT = "The portal is not built yet. Run: npm run build\n";
const ROOT_FILES = { "favicon.svg": "image/svg+xml" };
/** Paths reserved for the server, whether or not a route matches. */
const NOT_PORTAL = /^\/+(api|uploads|media)(\/|$)/iu;
const NAME = /^[A-Za-z0-9-]{1,40}$/u;

interface PortalDeps {
  portalDir: string;
  localesDir: string;
  /** Returns the header with the cursor of the page's event stream. */
  cursorHeader(): Record<string, string>;
  /** Returns the language of the installation. */
  defaultLanguage(): string;
}

/** Sends a text in the best encoding that the client accepts. */
function sendEncoded({ headers }: FastifyRequest, reply: FastifyReply, files: Encoded): FastifyReply {
  const encoding = encodingFor(headers["accept-encoding"]);
  void reply.header("vary", "accept-encoding");
  if (encoding !== "identity") void reply.header("content-encoding", encoding);
  return reply.send(files[encoding]);
}

/**
 * Serves the built portal: hashed files with permanent caching, and its single page for every other path that a
 * browser requests.
 */
export async function portalRoutes(
  app: FastifyInstance,
  { portalDir, localesDir, cursorHeader, defaultLanguage }: PortalDeps,
): Promise<void> {
  const readTexts = createTextsReader(localesDir);
  const readPage = createPageReader(path.join(portalDir, PAGE));
  const sendPortal = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = await readPage(defaultLanguage());
    if (!page) return reply.code(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
    allowScripts(reply, page.scripts);
    hintSession(reply);
    // Weak, because all encodings of the content have the same.
    void reply.headers({ ...cursorHeader(), "cache-control": "no-cache", etag: `W/${page.etag}` });
    if (matchesEtag(request.headers["if-none-match"], page.etag)) return reply.code(304).send();
    return sendEncoded(request, reply.type("text/html; charset=utf-8"), page.files);
  };

  await app.register(async (scope) => {
    declarePublic(scope);
    await scope.register(fastifyStatic, {
      root: path.join(portalDir, "assets"),
      prefix: "/assets/",
      decorateReply: false,
      index: false,
      immutable: true,
      maxAge: "365d",
      preCompressed: true,
    });
  });

  app.get<{ Params: { language: string; file: string } }>(
    "/locales/:language/:file",
    { config: { needs: "public" } },
    async (request, reply) => {
      const { language, file } = request.params;
      const namespace = file.replace(/\.json$/u, "");
      if (!NAME.test(language) || !NAME.test(namespace)) throw new AppError("not-found");
      const texts = await readTexts(language, namespace);
      if (!texts) throw new AppError("not-found");
      return sendEncoded(request, reply.type("application/json; charset=utf-8").header("cache-control", "public, max-age=3600"), texts);
    },
  );

  // The few files next to the portal's page: its icon, and the script that sets the theme before the first paint.
  for (const [name, type] of Object.entries(ROOT_FILES)) {
    app.get(`/${name}`, { config: { needs: "public" } }, async (_request, reply) => {
      const body = await readFile(path.join(portalDir, name)).catch(() => undefined);
      if (!body) throw new AppError("not-found");
      return reply.type(type).header("cache-control", "public, max-age=3600").send(body);
    });
  }
  app.get("/robots.txt", { config: { needs: "public" } }, async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send("User-agent: *\nDisallow: /api/\nDisallow: /media/\nDisallow: /s/\nDisallow: /embed/\n"),
  );

  app.get("/", { config: { needs: "public" } }, sendPortal);
  app.get("/*", { config: { needs: "public" } }, async (request, reply) => {
    // A missing file is a 404. Any other path belongs to the portal, which has a not-found page.
    const path = request.url.split("?")[0] ?? "";
    if (/\.[a-z0-9]{1,8}$/iu.test(path) || NOT_PORTAL.test(path)) return reply.callNotFound();
    return sendPortal(request, reply);
  });
}
