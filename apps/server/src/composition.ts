import { createRateLimits } from "./platform/http/rate-limit.ts";
import type { Ports } from "./platform/ports/index.ts";
import { createAdmin } from "./web/admin/index.ts";
import { createAudit } from "./platform/audit/index.ts";
import { createAuth } from "./people/auth/index.ts";
import { createCaptions } from "./social/captions/index.ts";
import { createComments } from "./social/comments/index.ts";
import { createDownloads } from "./exchange/downloads/index.ts";
import { createEmails } from "./web/emails/index.ts";
import { createEngagement } from "./social/engagement/index.ts";
import { createEvents } from "./platform/events/index.ts";
import { createExtension } from "./web/extension/index.ts";
import { createFolders } from "./library/folders/index.ts";
import { createItems } from "./library/items/index.ts";
import { createMedia } from "./media/media/index.ts";
import type { Module } from "./platform/module.ts";
import { createOutbox } from "./platform/outbox/index.ts";
import { createPages } from "./web/pages/index.ts";
import { createPlayback } from "./exchange/playback/index.ts";
import { createRights } from "./access/rights/index.ts";
import { createSearch } from "./library/search/index.ts";
import { createService } from "./web/service/index.ts";
import { createShares } from "./library/shares/index.ts";
import { createSweeps } from "./web/sweeps/index.ts";
import { createTransfers } from "./exchange/transfers/index.ts";
import { createUploads } from "./exchange/uploads/index.ts";
import { createVisits } from "./library/visits/index.ts";
import { createWorkspaces } from "./people/workspaces/index.ts";

/** Builds every module from the ports, in the order in which they lean on each other. */
export function buildModules(ports: Ports) {
  const outbox = createOutbox(ports);
  const audit = createAudit(ports, () => ({ workspaces }));
  const limits = createRateLimits({ pool: ports.pool, clock: ports.clock, factor: ports.config.RATE_LIMIT_FACTOR });
  // What workspaces need of later modules is asked for only once all of them stand.
  const workspaces = createWorkspaces(ports, { audit, limits }, () => ({ media, events, rights }));
  const rights = createRights(ports, { workspaces, audit }, () => ({ events }));
  const events = createEvents(ports, {
    listWorkspaceIds: workspaces.listIds,
    openLink: (slug, visitor) => shares.bySlug(slug, visitor),
    rights,
  });
  const media = createMedia(ports, { events, mayStillGet: (claims) => downloads.mayStillGet(claims) });
  const auth = createAuth(ports, { workspaces, outbox, media, audit, limits });
  // What is found is shown by the modules that keep it.
  const search = createSearch(ports, () => ({ items, folders, workspaces, rights }));
  const items = createItems(ports, { workspaces, rights, media, audit, search, events });
  const folders = createFolders(ports, { workspaces, rights, items, search, events, media, audit });
  const shares = createShares(ports, { items, media, workspaces, audit, limits });
  const visits = createVisits({ items, shares });
  const captions = createCaptions(ports, { items, visits, events });
  const engagement = createEngagement(ports, { items, visits, events, limits });
  const comments = createComments(ports, { items, rights, shares, visits, search, events, outbox, limits });
  const downloads = createDownloads(ports, { items, shares, media, workspaces, rights, limits });
  const transfers = createTransfers(ports, { workspaces, rights, folders, comments, captions, media, search, events, audit, limits });
  const emails = createEmails(ports, { auth, items, shares, workspaces, outbox, limits });
  const uploads = createUploads(ports, { items, media, shares, transfers, events, limits });
  const playback = createPlayback(ports, { visits, captions, uploads, media });
  const sweeps = createSweeps(ports, [
    ...items.sweepers,
    ...workspaces.sweepers,
    ...engagement.sweepers,
    { name: "idle uploads", run: () => uploads.sweep() },
    { name: "folders of killed jobs", run: () => media.sweep() },
    { name: "zips that nobody may fetch any more", run: () => downloads.sweep() },
    { name: "old take-outs and imports", run: () => transfers.sweep() },
  ]);
  const admin = createAdmin({ outbox });
  const service = createService(ports);
  const pages = createPages(ports, { auth, shares, media, events });
  const extension = createExtension(ports);
  return {
    outbox,
    audit,
    workspaces,
    rights,
    events,
    media,
    auth,
    search,
    items,
    folders,
    shares,
    captions,
    engagement,
    comments,
    downloads,
    transfers,
    emails,
    uploads,
    playback,
    sweeps,
    admin,
    service,
    pages,
    extension,
  } satisfies Record<string, Module>;
}

export type Modules = ReturnType<typeof buildModules>;
