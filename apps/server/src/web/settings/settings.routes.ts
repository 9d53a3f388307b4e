import { getSettings, getSetup, listRateLimits, testSettings, updateSettings } from "@stillreel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { UserActor } from "../../platform/http/actor.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Changer, SettingsService } from "./settings.service.ts";
import type { SetupService } from "./setup.service.ts";

/** Returns the caller of a change with the origins of the page and of the called address. */
export function changerOf(actor: UserActor, request: FastifyRequest): Changer {
  const called = `${request.protocol}://${request.host}`;
  const origins = [request.headers.origin, URL.canParse(called) ? new URL(called).origin : undefined];
  return { id: actor.id, ip: request.ip, origins: origins.filter((origin) => origin !== undefined) };
}

interface Services {
  settings: SettingsService;
  setup: SetupService;
  limits: Pick<RateLimits, "survey">;
}

/** Registers the settings, the first steps and the list of rate limits. */
export function settingsRoutes(app: FastifyInstance, { settings, setup, limits }: Services): void {
  implement(app, getSettings, { needs: "server.admin" }, async () => settings.view());

  implement(app, updateSettings, { needs: "server.admin" }, async ({ body }, { actor, request }) =>
    settings.update(changerOf(signedIn(actor), request), body),
  );

  implement(app, testSettings, { needs: "server.admin" }, async ({ body }, { actor }) =>
    settings.test(signedIn(actor), body.what, body.to),
  );

  implement(app, getSetup, { needs: "server.admin" }, () => setup.view());

  implement(app, listRateLimits, { needs: "server.admin" }, async () => ({ items: await limits.survey() }));
}
