import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { settingsRoutes } from "./settings.routes.ts";
import { createSettingsService, type SettingsDeps } from "./settings.service.ts";

/** Creates the module by which administrators change the settings of the installation. */
export function createSettingsAdministration(ports: Ports, deps: SettingsDeps): Module {
  const service = createSettingsService(ports, deps);
  return { routes: (app) => settingsRoutes(app, service) };
}
