import { getSettings, testSettings, updateSettings } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { SettingsService } from "./settings.service.ts";

export function settingsRoutes(app: FastifyInstance, settings: SettingsService): void {
  implement(app, getSettings, { needs: "server.admin" }, async () => settings.view());

  implement(app, updateSettings, { needs: "server.admin" }, async ({ body }, { actor, request }) =>
    settings.update({ id: signedIn(actor).id, ip: request.ip }, body),
  );

  implement(app, testSettings, { needs: "server.admin" }, async ({ body }, { actor }) => settings.testMail(signedIn(actor), body.to));
}
