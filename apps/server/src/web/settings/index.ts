import type { Media } from "../../media/media/index.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { logoRoutes } from "./logo.routes.ts";
import { settingsRoutes } from "./settings.routes.ts";
import { createSettingsService, type SettingsDeps, type SettingsService } from "./settings.service.ts";
import { createSetupService } from "./setup.service.ts";

interface Deps extends SettingsDeps {
  limits: Pick<RateLimits, "survey">;
  media: Pick<Media, "emblems">;
}

/** Functions of the settings for the command line. */
export type SettingsAdministration = Module & Pick<SettingsService, "view" | "update">;

/** Creates the module by which administrators change the settings of the installation. */
export function createSettingsAdministration(ports: Ports, deps: Deps): SettingsAdministration {
  const settings = createSettingsService(ports, deps);
  const setup = createSetupService(ports);
  return {
    view: settings.view,
    update: settings.update,
    routes: async (app) => {
      settingsRoutes(app, { settings, setup, limits: deps.limits });
      await app.register(async (scope) => logoRoutes(scope, { settings, media: deps.media }));
    },
  };
}
