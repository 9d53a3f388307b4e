import { unsubscribeDigest, unsubscribePath } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement } from "../../platform/http/implement.ts";
import type { Digests } from "./digests.service.ts";

/** Types of the form that mail programs send. Its only field has a fixed value. */
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];
const FORM_BYTES_MAX = 2_048;

/** Registers the routes that end a digest by the link in its mail: for its page, and for mail programs (RFC 8058). */
export async function unsubscribeRoutes(app: FastifyInstance, digests: Pick<Digests, "unsubscribe">): Promise<void> {
  implement(app, unsubscribeDigest, { needs: "public" }, ({ body }) => digests.unsubscribe(body.token, body.frequency));

  await app.register(async (scope) => {
    scope.addContentTypeParser(FORMS, { parseAs: "string", bodyLimit: FORM_BYTES_MAX }, (_request, _body, done) => done(null, undefined));
    scope.post<{ Params: { token: string } }>(unsubscribePath(":token"), { config: { needs: "public" } }, async (request, reply) => {
      await digests.unsubscribe(request.params.token, "never");
      return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send("Unsubscribed.\n");
    });
  });
}
