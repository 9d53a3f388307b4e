import type { getSetup, ServerResult } from "@stillreel/contract";
import type { Ports } from "../../platform/ports/index.ts";
import { isBackupRecent } from "../health/index.ts";

/** Creates the service for the first steps after the installation. A step is done when the server can see its result. */
export function createSetupService(ports: Pick<Ports, "settings" | "publicUrl" | "mail" | "config" | "clock" | "db">) {
  const { settings, publicUrl, mail } = ports;
  return {
    /** Returns the steps. Costs one query. */
    async view(): Promise<ServerResult<typeof getSetup>> {
      return {
        isDismissed: settings.current().setupDismissed,
        steps: [
          { id: "publicAddress", isDone: publicUrl().startsWith("https:") },
          { id: "mail", isDone: mail.configured },
          { id: "registration", isDone: settings.stateOf("registration").source !== "default" },
          { id: "backup", isDone: await isBackupRecent(ports) },
        ],
      };
    },
  };
}

export type SetupService = ReturnType<typeof createSetupService>;
