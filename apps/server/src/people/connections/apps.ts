import type { IntegrationProvider } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { ServiceApp as AppSetting, Settings } from "../../platform/ports/settings.port.ts";
import type { ServiceApp } from "./vendor.ts";

/** Setting with the credentials of each service. */
const SETTING: Record<IntegrationProvider, AppSetting> = {
  drive: "driveApp",
  dropbox: "dropboxApp",
  slack: "slackApp",
  jira: "jiraApp",
  trello: "trelloApp",
};

/** Returns the server's credentials for a service, or null without them. */
export const appOf = (settings: Settings, provider: IntegrationProvider): ServiceApp | null => settings.current()[SETTING[provider]];

/** Returns the server's credentials for a service. @throws AppError `not-configured` */
export function requireApp(settings: Settings, provider: IntegrationProvider): ServiceApp {
  const app = appOf(settings, provider);
  if (app === null) throw new AppError("not-configured");
  return app;
}
