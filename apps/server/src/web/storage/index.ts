import { getStorage, recountStorage } from "@stillreel/contract";
import { implement } from "../../platform/http/implement.ts";
import type { Module } from "../../platform/module.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { countStorage } from "./storage.jobs.ts";
import { createStorageService } from "./storage.service.ts";

const AT_NIGHT = "47 4 * * *";

/** Creates the module that shows administrators the storage of the installation. */
export function createStorageAdministration(ports: Ports): Module {
  const storage = createStorageService(ports);
  return {
    routes(app) {
      implement(app, getStorage, { needs: "server.admin" }, ({ query }) => storage.view(query));
      implement(app, recountStorage, { needs: "server.admin" }, async () => {
        await storage.start();
        return {};
      });
    },
    jobs: [handles(countStorage, ({ after }, signal) => storage.count(after, signal), AT_NIGHT)],
  };
}
