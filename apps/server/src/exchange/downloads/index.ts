import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { BoardFiles } from "../../platform/ports/board-files.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import { createConvert } from "./conversion.ts";
import { downloadsRoutes } from "./downloads.routes.ts";
import { createDownloadsService } from "./downloads.service.ts";
import { createZipsService } from "./zips.service.ts";

export { createFileConvert, type FileConvert } from "./conversion.ts";
export { mediaNameOf, planDownload } from "./downloads.plan.ts";

export interface DownloadsDeps {
  items: Pick<Items, "readable" | "facts">;
  shares: Pick<Shares, "bySlug" | "folders" | "cookiesOf">;
  rights: Pick<Rights, "of">;
  media: Pick<Media, "url" | "universal" | "gifs" | "images">;
  memberships: Pick<Memberships, "resolve">;
  limits: RateLimits;
  states: Pick<AccountStates, "assertActive">;
  boardFiles: Pick<BoardFiles, "write">;
}

/** Interface of the downloads module for other modules. */
export interface Downloads extends Module {
  /** Deletes expired zips. Returns their number. */
  sweep(signal: AbortSignal): Promise<number>;
}

/** Creates the module for downloads: one item in several formats, or several items as a zip. */
export function createDownloads(ports: Ports, deps: DownloadsDeps): Downloads {
  const convert = createConvert(ports.storage, deps.media.images);
  const service = createDownloadsService(ports, deps, convert);
  const zips = createZipsService(ports, deps, convert);
  return {
    sweep: zips.sweep,
    routes: (app) => downloadsRoutes(app, ports.clock, { service, zips, cookiesOf: deps.shares.cookiesOf }),
  };
}
