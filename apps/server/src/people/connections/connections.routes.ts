import {
  API_BASE,
  completeDriveOauth,
  connectIntegration,
  disconnectIntegration,
  getDriveUser,
  INTEGRATION_CONNECTED,
  INTEGRATION_ERROR,
  IntegrationProvider,
  listIntegrations,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { CONNECT_RULE, connectKey } from "../../platform/http/write-limits.ts";
import { presentDriveUser, presentIntegration } from "./connections.present.ts";
import type { ConnectionsService } from "./connections.service.ts";
import { VendorError } from "./vendor-error.ts";
import { PAGE, type VendorReturn, type Visits } from "./visits.service.ts";

/** Maximum length of what a service adds to the redirect address. */
const TEXT_MAX = 4_096;

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= TEXT_MAX ? value : undefined;

/** Returns a page of this server with one more parameter in its query. */
function pageWith(next: string, name: string, value: string): string {
  const url = new URL(next, "http://here.invalid");
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}${url.hash}`;
}

interface ConnectionRoutesDeps {
  service: ConnectionsService;
  visits: Visits;
  limits: Pick<RateLimits, "take">;
}

/** Registers the connections to other services. */
export function connectionRoutes(app: FastifyInstance, { service, visits, limits }: ConnectionRoutesDeps): void {
  implement(app, listIntegrations, { needs: "account.own" }, async (_args, { actor }) =>
    (await service.list(signedIn(actor).id)).map(presentIntegration),
  );

  implement(app, connectIntegration, { needs: "account.own" }, async ({ params, body }, { actor }) => ({
    authorizeUrl: await visits.start(signedIn(actor), params.provider, body.returnTo),
  }));

  implement(app, disconnectIntegration, { needs: "account.own" }, async ({ params, body }, { actor, request }) => {
    if (body.confirm !== true) throw new AppError("confirmation-required");
    return { isRevoked: await service.disconnect(signedIn(actor), params.provider, request.ip) };
  });

  implement(app, completeDriveOauth, { needs: "account.own" }, async ({ query }, { actor, request }) => {
    const visit = await visits.finish(signedIn(actor), "drive", query, request.ip);
    if ("failure" in visit) throw visit.failure;
    return presentDriveUser(visit.connection);
  });

  implement(app, getDriveUser, { needs: "account.own" }, async (_args, { actor }) => {
    const row = await service.find(signedIn(actor).id, "drive");
    if (!row) throw new AppError("reconnect-needed", { message: "Login with Google to use this Feature" });
    if (row.state === "reconnect") throw new VendorError("drive", "revoked");
    return presentDriveUser(row);
  });

  callbackRoute(app, visits, limits);
}

interface Callback {
  Params: { provider: string };
  Querystring: Record<keyof VendorReturn, unknown>;
}

/** Registers the address to which services return. A browser opens it, so each outcome is a page. */
function callbackRoute(app: FastifyInstance, visits: Visits, limits: ConnectionRoutesDeps["limits"]): void {
  app.get<Callback>(`${API_BASE}/integrations/:provider/callback`, { config: { needs: "account.own" } }, async (request, reply) => {
    void reply.header("cache-control", "no-store");
    const provider = IntegrationProvider.safeParse(request.params.provider);
    if (!provider.success) throw new AppError("not-found");
    // The page asks to sign in. The state stays usable for the session that began the visit.
    if (request.actor.kind !== "user") return reply.redirect(pageWith(PAGE, INTEGRATION_ERROR, "connection-expired"), 302);
    try {
      await limits.take({ key: connectKey(request.actor.id), rule: CONNECT_RULE });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "too-many-requests") throw error;
      // The state stays usable: the user can open the address again.
      return reply.redirect(pageWith(PAGE, INTEGRATION_ERROR, error.code), 302);
    }
    const { code, state, error } = request.query;
    const given = { code: textOf(code), state: textOf(state), error: textOf(error) };
    const visit = await visits.finish(request.actor, provider.data, given, request.ip);
    const page =
      "failure" in visit
        ? pageWith(visit.next, INTEGRATION_ERROR, visit.failure.code)
        : pageWith(visit.next, INTEGRATION_CONNECTED, provider.data);
    return reply.redirect(page, 302);
  });
}
