import type { FastifyInstance } from "fastify";
import { productVersion } from "../../platform/config/product-version.ts";
import { parseDsn } from "../../platform/config/sentry-dsn.ts";

/**
 * Answers where the portal sends reports of script errors. The portal asks when the first error happens; an empty answer means nowhere.
 * The key is public by design: it may only add reports.
 */
export function errorReportsRoute(app: FastifyInstance, dsn: string | undefined): void {
  const project = dsn ? parseDsn(dsn) : null;
  const target = project && { endpoint: project.endpoint, publicKey: project.publicKey, release: `stillreel@${productVersion()}` };
  app.get("/error-reports.json", { config: { needs: "public" } }, async (_request, reply) =>
    target ? reply.header("cache-control", "no-store").send(target) : reply.code(204).send(),
  );
}
