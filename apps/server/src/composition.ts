import { createAccountStates } from "./access/account-states/index.ts";
import { createMemberships } from "./access/memberships/index.ts";
import { createRights } from "./access/rights/index.ts";
import { createBoards } from "./editing/boards/index.ts";
import { createEdits } from "./editing/edits/index.ts";
import { createTranscripts } from "./editing/transcripts/index.ts";
import { createDelivery } from "./exchange/delivery/index.ts";
import { createDownloads } from "./exchange/downloads/index.ts";
import { createExports } from "./exchange/exports/index.ts";
import { createPlayback } from "./exchange/playback/index.ts";
import { createSaves } from "./exchange/saves/index.ts";
import { createSends } from "./exchange/sends/index.ts";
import { createTransfers } from "./exchange/transfers/index.ts";
import { createUploads } from "./exchange/uploads/index.ts";
import { createWebhooks } from "./exchange/webhooks/index.ts";
import { createFolderTrash } from "./library/folder-trash/index.ts";
import { createHandovers } from "./library/handovers/index.ts";
import { createFolders } from "./library/folders/index.ts";
import { createItems } from "./library/items/index.ts";
import { createRecentItems } from "./library/recent-items/index.ts";
import { createSearch } from "./library/search/index.ts";
import { createSearchIndex } from "./library/search-index/index.ts";
import { createShares } from "./library/shares/index.ts";
import { createVisits } from "./library/visits/index.ts";
import { createMedia } from "./media/media/index.ts";
import { createRenderer } from "./media/render/index.ts";
import { createDrawings } from "./platform/ports/drawing/index.ts";
import { createAdministration } from "./people/administration/index.ts";
import { createAuditLog } from "./people/audit-log/index.ts";
import { createAuth, presentPreferences } from "./people/auth/index.ts";
import { createConnections } from "./people/connections/index.ts";
import { createWorkspaces } from "./people/workspaces/index.ts";
import { type Audit, createAudit } from "./platform/audit/index.ts";
import { createEvents, type Events } from "./platform/events/index.ts";
import { createRateLimits } from "./platform/http/rate-limit.ts";
import type { Module } from "./platform/module.ts";
import { createNotifier } from "./platform/notifier/index.ts";
import { createOutbox } from "./platform/outbox/index.ts";
import type { Ports } from "./platform/ports/index.ts";
import { createCaptions } from "./social/captions/index.ts";
import { createComments } from "./social/comments/index.ts";
import { createEngagement } from "./social/engagement/index.ts";
import { createAccessRequests } from "./social/access-requests/index.ts";
import { createReports } from "./social/reports/index.ts";
import { createRequests } from "./social/requests/index.ts";
import { createNotifications } from "./social/notifications/index.ts";
import { createAdmin } from "./web/admin/index.ts";
import { createEmails } from "./web/emails/index.ts";
import { createExtension } from "./web/extension/index.ts";
import { createHealth } from "./web/health/index.ts";
import { createLive } from "./web/live/index.ts";
import { createPages } from "./web/pages/index.ts";
import { createQueue } from "./web/queue/index.ts";
import { createService } from "./web/service/index.ts";
import { createSettingsAdministration } from "./web/settings/index.ts";
import { createStorageAdministration } from "./web/storage/index.ts";
import { createSweeps } from "./web/sweeps/index.ts";

/** Builds every module from the ports. Each one gets only modules that were built before it. */
// oxlint-disable-next-line max-lines-per-function -- one list: each module is built from the modules above it
export function buildModules(ports: Ports) {
  const limits = createRateLimits({ pool: ports.pool, clock: ports.clock, factor: ports.config.RATE_LIMIT_FACTOR });
  const events: Events & Module = createEvents(ports);
  const audit: Audit & Module = createAudit(ports);
  const notifier = createNotifier(ports, events);

  const states = createAccountStates(ports);
  const memberships = createMemberships(ports);
  const rights = createRights(ports, { memberships, audit, events, notifier });

  const media = createMedia(ports, { events, notifier });
  const drawings = createDrawings();
  const renderer = createRenderer({ videos: media.videos, images: media.images, drawings });
  const outbox = createOutbox(ports, media.mailPictures);

  const workspaces = createWorkspaces(ports, { memberships, rights, media, events, notifier, audit, limits });
  const connections = createConnections(ports, { audit, limits });
  const auth = createAuth(ports, { workspaces, connections, outbox, media, audit, limits, states, events });
  const auditLog = createAuditLog(ports, { memberships });

  const searchIndex = createSearchIndex(ports);
  const folderTrash = createFolderTrash(ports, { memberships, rights, search: searchIndex, events, audit });
  const items = createItems(ports, {
    memberships,
    rights,
    media,
    audit,
    search: searchIndex,
    events,
    notifier,
    outbox,
    folderTrash,
    states,
  });
  const folders = createFolders(ports, { memberships, workspaces, rights, items, folderTrash, search: searchIndex, events, media, audit });
  const { accounts, sessions, resets, signIn, twoFactor } = auth;
  const handovers = createHandovers(ports, { folders, quota: items.quota, events, search: searchIndex });
  const administration = createAdministration(ports, {
    accounts,
    sessions,
    resets,
    signIn,
    twoFactor,
    states,
    quota: items.quota,
    libraries: handovers,
    setOwner: workspaces.setOwner,
    notifier,
    audit,
    events,
  });
  const search = createSearch(ports, { index: searchIndex, items, folders, memberships, rights });
  const recentItems = createRecentItems(ports, { items });
  const shares = createShares(ports, { items, media, memberships, rights, events, audit, limits });
  const visits = createVisits({ items, shares });

  const captions = createCaptions(ports, { items, visits, events });
  const notifications = createNotifications(ports, { rights, media, accounts: auth.accounts, events, outbox, invites: workspaces.invites });
  const accessRequests = createAccessRequests(ports, { memberships, rights, shares, notifications, notifier, audit, events, limits });
  const reports = createReports(ports, { shares, notifier, audit, events, limits, outbox });
  const requests = createRequests(ports, { memberships, rights, items, states, limits, notifier, audit, media });
  const engagement = createEngagement(ports, { items, visits, links: shares, events, notifier, notifications, limits });
  const comments = createComments(ports, {
    items,
    rights,
    shares,
    visits,
    search: searchIndex,
    events,
    outbox,
    notifier,
    notifications,
    limits,
  });

  const transcripts = createTranscripts(ports, { items, media, captions, search: searchIndex, events, limits });

  const delivery = createDelivery(ports, { media, items, shares, states });
  const boards = createBoards(ports, {
    items,
    shares,
    memberships,
    states,
    search: searchIndex,
    media,
    audit,
    events,
    limits,
    drawings,
  });
  const downloads = createDownloads(ports, { items, shares, media, memberships, rights, limits, states, boardFiles: boards.files });
  const videoExports = createExports(ports, { items, media, captions, renderer, limits, notifier });
  const sends = createSends(ports, { accounts: auth.accounts, items, shares, media, connections, audit, limits });
  const saves = createSaves(ports, {
    items,
    media,
    connections,
    states,
    events,
    notifier,
    audit,
    limits,
    preferencesOf: async (userId) => presentPreferences((await accounts.withPreferences(userId)).preferences),
  });
  const transfers = createTransfers(ports, {
    memberships,
    rights,
    folders,
    comments,
    captions,
    media,
    search: searchIndex,
    quota: items.quota,
    events,
    notifier,
    audit,
    limits,
    states,
    boardFiles: boards.files,
  });
  const uploads = createUploads(ports, { items, media, shares, transfers, requests, events, limits, states });
  const playback = createPlayback(ports, { visits, captions, uploads, media, states });

  const webhooks = createWebhooks(ports, { memberships, rights, accounts, audit, outbox });

  const emails = createEmails(ports, { auth, items, shares, workspaces, outbox, notifications, limits });
  const sweeps = createSweeps(ports, [
    ...items.sweepers,
    ...folderTrash.sweepers,
    ...recentItems.sweepers,
    ...workspaces.sweepers,
    ...connections.sweepers,
    ...auditLog.sweepers,
    ...engagement.sweepers,
    ...notifications.sweepers,
    ...accessRequests.sweepers,
    ...webhooks.sweepers,
    ...boards.sweepers,
    { name: "delete-idle-uploads", run: () => uploads.sweep() },
    { name: "delete-job-folders", run: () => media.sweep() },
    { name: "delete-expired-zips", run: (signal) => downloads.sweep(signal) },
    { name: "delete-old-saves", run: (signal) => saves.sweep(signal) },
    { name: "delete-expired-exports", run: (signal) => videoExports.sweep(signal) },
    { name: "delete-old-transfers", run: (signal) => transfers.sweep(signal) },
  ]);
  const edits = createEdits(ports, {
    items,
    memberships,
    states,
    search: searchIndex,
    media,
    audit,
    events,
    notifier,
    renderer,
    drawings,
    // Captions that follow a transcript are written again by it, so it comes after them.
    followers: [captions.timeline, comments.timeline, engagement.timeline, transcripts.timeline, videoExports.timeline, boards.timeline],
  });
  const admin = createAdmin(ports, { outbox });
  const settings = createSettingsAdministration(ports, { audit, outbox, connections, limits, media, transcripts });
  const storage = createStorageAdministration(ports);
  const health = createHealth(ports, auth);
  const queue = createQueue(ports, { audit });
  const service = createService(ports);
  const live = createLive(ports, { events, memberships, openLink: shares.bySlug, folders: shares.folders, rights });
  const pages = createPages(ports, { auth, shares, requests, media, live });
  const extension = createExtension(ports);
  return {
    events,
    audit,
    outbox,
    rights,
    media,
    workspaces,
    connections,
    auth,
    auditLog,
    administration,
    searchIndex,
    folderTrash,
    items,
    folders,
    handovers,
    search,
    recentItems,
    shares,
    captions,
    notifications,
    accessRequests,
    reports,
    requests,
    engagement,
    comments,
    transcripts,
    delivery,
    downloads,
    videoExports,
    saves,
    sends,
    transfers,
    uploads,
    playback,
    webhooks,
    edits,
    boards,
    emails,
    sweeps,
    admin,
    settings,
    storage,
    health,
    queue,
    service,
    live,
    pages,
    extension,
  } satisfies Record<string, Module>;
}

export type Modules = ReturnType<typeof buildModules>;
