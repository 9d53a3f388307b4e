import type { AccountStates } from "../../access/account-states/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Connections } from "../../people/connections/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import { createSealer } from "../../platform/ports/sealing.ts";
import { createFileConvert } from "../downloads/index.ts";
import { handleReportSaveEnd, reportSaveEnd } from "./saves.end.ts";
import { handleRunSave, runSave } from "./saves.jobs.ts";
import { savesRoutes } from "./saves.routes.ts";
import { createSavesService, type SavesDeps } from "./saves.service.ts";
import { createDriveStore } from "./stores/drive.store.ts";
import { createDropboxStore } from "./stores/dropbox.store.ts";

export interface SavesModuleDeps extends Omit<SavesDeps, "stores" | "items" | "states"> {
  items: Pick<Items, "presentByIds" | "readable">;
  media: Pick<Media, "universal" | "images">;
  connections: Pick<Connections, "withToken">;
  states: Pick<AccountStates, "of" | "assertActive">;
  /** Time of a slice in milliseconds; tests use shorter ones. */
  sliceMs?: number;
}

/** Interface of the saves module for other modules. */
export interface Saves extends Module {
  /** Ends and deletes old saves. Returns their number. */
  sweep(signal: AbortSignal): Promise<number>;
}

/** Creates the module that saves items to a connected cloud drive or file-sync service. */
export function createSaves(ports: Ports, deps: SavesModuleDeps): Saves {
  const stores = { drive: createDriveStore(ports.config), dropbox: createDropboxStore(ports.config) };
  const sealer = createSealer(ports.keys.derive("encryption"), ports.keys.earlier("encryption"));
  const service = createSavesService(ports, { ...deps, stores });
  const jobDeps = { ...deps, stores, sealer, convert: createFileConvert(ports.storage, deps.media.images) };
  return {
    sweep: service.sweep,
    routes: (app) => savesRoutes(app, service),
    jobs: [
      handles(runSave, (payload, signal) => handleRunSave(ports, jobDeps, payload, signal)),
      handles(reportSaveEnd, (payload) => handleReportSaveEnd(ports, deps.notifier, payload)),
    ],
  };
}
