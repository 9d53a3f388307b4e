import { createRateLimits } from "../http/rate-limit.ts";
import type { Ports } from "../ports/index.ts";
import { createAdmin } from "./admin/index.ts";
import { createAudit } from "./audit/index.ts";
import { createAuth } from "./auth/index.ts";
import { createEmails } from "./emails/index.ts";
import { createExtension } from "./extension/index.ts";
import { createItems } from "./items/index.ts";
import { createMedia } from "./media/index.ts";
import type { Module } from "./module.ts";
import { createOutbox } from "./outbox/index.ts";
import { createPages } from "./pages/index.ts";
import { createService } from "./service/index.ts";
import { createShares } from "./shares/index.ts";
import { createSweeps } from "./sweeps/index.ts";
import { createUploads } from "./uploads/index.ts";
import { createWorkspaces } from "./workspaces/index.ts";

/** Builds every module from the ports, in the order in which they lean on each other. */
export function buildModules(ports: Ports) {
  const outbox = createOutbox(ports);
  const audit = createAudit(ports);
  const limits = createRateLimits({ pool: ports.pool, clock: ports.clock, factor: ports.config.RATE_LIMIT_FACTOR });
  // Workspaces show and purge what later modules keep; asked for only once all of them stand.
  const workspaces = createWorkspaces(ports, () => ({
    listFiles: (actor, { workspace, folderId, limit }) =>
      items.list(actor, workspace.id, {
        type: null,
        folderId: folderId ?? undefined,
        view: "folder",
        sort: "newest",
        cursor: undefined,
        limit,
      }),
    releaseBlob: media.releaseBlob,
  }));
  const media = createMedia(ports);
  const auth = createAuth(ports, { workspaces, outbox, media, audit, limits });
  const items = createItems(ports, { workspaces, media, audit });
  const shares = createShares(ports, { items, media, workspaces, audit, limits });
  const emails = createEmails(ports, { auth, items, shares, outbox, limits });
  const uploads = createUploads(ports, { items, media, shares });
  const sweeps = createSweeps(ports, [{ name: "idle uploads", run: () => uploads.sweep() }]);
  const admin = createAdmin({ outbox });
  const service = createService(ports);
  const pages = createPages(ports, { auth, shares, media });
  const extension = createExtension(ports);
  return { outbox, workspaces, media, auth, emails, items, shares, uploads, sweeps, admin, service, pages, extension } satisfies Record<
    string,
    Module
  >;
}

export type Modules = ReturnType<typeof buildModules>;
