import type { AccountStates } from "../../access/account-states/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { BoardFiles } from "../../platform/ports/board-files.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { WorkspaceFacts, Memberships } from "../../access/memberships/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Captions } from "../../social/captions/index.ts";
import type { Comments } from "../../social/comments/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Folders } from "../../library/folders/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Media, StoredBlob } from "../../media/media/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { SearchIndex } from "../../library/search-index/index.ts";
import { handleRunImport, runImport } from "./imports.jobs.ts";
import { createTargets } from "./imports.target.ts";
import { createImportsService } from "./imports.service.ts";
import { handleMakeTakeout, makeTakeout } from "./takeouts.jobs.ts";
import { createTakeoutsService } from "./takeouts.service.ts";
import { transfersRoutes } from "./transfers.routes.ts";

export interface TransfersDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of">;
  folders: Folders;
  comments: Comments;
  captions: Captions;
  media: Media;
  search: SearchIndex;
  quota: Items["quota"];
  events: Events;
  notifier: Notifier;
  audit: Audit;
  limits: RateLimits;
  states: Pick<AccountStates, "of">;
  boardFiles: BoardFiles;
  /** Minimum time of a slice of an import in milliseconds; tests use shorter ones. */
  sliceMs?: number;
}

/** Functions of takeouts and imports for uploads and sweep. */
export interface Transfers extends Module {
  /** Returns the target space of an import. @throws AppError `not-found`, `forbidden` without write permission */
  importSpace(actor: UserActor, workspaceRef: string, folderId: string | null): Promise<WorkspaceFacts>;
  /** Checks that the user may still upload to this import. @throws AppError `not-found`, `forbidden` */
  assertFillable(actor: UserActor, importId: string): Promise<void>;
  /** Creates an import whose zip will be uploaded. Returns its id. The caller has checked permissions. */
  createImport(
    tx: Executor,
    actor: UserActor,
    given: { workspace: WorkspaceFacts; folderId: string | null; fileName: string },
  ): Promise<string>;
  /** Stores the zip of an import and enqueues its job in one transaction. Returns false when the import is deleted; the caller discards the bytes. */
  startImport(tx: Executor, importId: string, zip: StoredBlob): Promise<boolean>;
  /** Deletes an import whose zip was never uploaded. */
  dropImport(tx: Executor, importId: string): Promise<void>;
  /** Deletes expired data. Returns its amount. */
  sweep(signal: AbortSignal): Promise<number>;
}

/** Takeouts (everything of a user as one zip) and imports of such zips. */
export function createTransfers(ports: Ports, deps: TransfersDeps): Transfers {
  const takeouts = createTakeoutsService(ports, deps);
  const imports = createImportsService(ports, deps.media);
  const targets = createTargets(ports, deps);
  return {
    importSpace: async (actor, workspaceRef, folderId) => (await targets.allowed(actor, workspaceRef, folderId)).space,
    assertFillable: targets.assertFillable,
    createImport: imports.createImport,
    startImport: imports.startImport,
    dropImport: imports.dropImport,
    sweep: async (signal) => (await takeouts.sweep(signal)) + (await imports.sweep(signal)),
    routes: (app) => transfersRoutes(app, takeouts, imports),
    jobs: [
      handles(makeTakeout, (payload, signal) => handleMakeTakeout(ports, deps, payload, signal)),
      handles(runImport, (payload, signal) => handleRunImport(ports, { ...deps, targets }, payload, signal)),
    ],
  };
}
