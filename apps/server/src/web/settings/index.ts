import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { settingsRoutes } from "./settings.routes.ts";
import { createSettingsService, type SettingsDeps, type SettingsService } from "./settings.service.ts";

/** Functions of the settings for the command line. */
export type SettingsAdministration = Module & Pick<SettingsService, "view" | "update">;

/** Creates the module by which administrators change the settings of the installation. */
export function createSettingsAdministration(ports: Ports, deps: SettingsDeps): SettingsAdministration {
  const service = createSettingsService(ports, deps);
  return { view: service.view, update: service.update, routes: (app) => settingsRoutes(app, service) };
}
