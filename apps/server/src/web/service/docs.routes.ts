import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stillreel API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null, docExpansion: "none" });\n`;

/** Served files of the package with their types. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
]);

/** Registers the interactive documentation, served without external or inline scripts. */
export function docsRoutes(app: FastifyInstance): void {
  app.get("/api/docs", { config: { needs: "public" } }, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(PAGE),
  );
  app.get("/api/docs/start.js", { config: { needs: "public" } }, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(START),
  );
  app.get<{ Params: { file: string } }>("/api/docs/:file", { config: { needs: "public" } }, async (request, reply) => {
    const type = FILES.get(request.params.file);
    if (!type) throw new AppError("not-found");
    const folder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
    return reply
      .type(type)
      .header("cache-control", "public, max-age=86400")
      .send(await readFile(path.join(folder, request.params.file)));
  });
}
