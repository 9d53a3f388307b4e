import { unsubscribeMail, unsubscribePath } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement } from "../../platform/http/implement.ts";
import type { Unsubscribing } from "./unsubscribe.service.ts";

/** Types of the form that mail programs send. Its only field has a fixed value. */
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];
const FORM_BYTES_MAX = 2_048;

/** Registers the routes that end mails by the link in them: for its page, and for mail programs (RFC 8058). */
export async function unsubscribeRoutes(app: FastifyInstance, { change }: Unsubscribing): Promise<void> {
  implement(app, unsubscribeMail, { needs: "public" }, ({ body }) => change(body.token, body.frequency));

  await app.register(async (scope) => {
    scope.addContentTypeParser(FORMS, { parseAs: "string", bodyLimit: FORM_BYTES_MAX }, (_request, _body, done) => done(null, undefined));
    scope.post<{ Params: { token: string } }>(unsubscribePath(":token"), { config: { needs: "public" } }, async (request, reply) => {
      await change(request.params.token, "never");
      return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send("Unsubscribed.\n");
    });
  });
}
