import type { Readable } from "node:stream";
import {
  isUuid,
  type listDeletedWorkspaces,
  type ServerArgs,
  type ServerResult,
  type updateWorkspaceProfile,
  WORKSPACE_GRACE_DAYS,
} from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { factsOf, findAnyMembership, type JoinedWorkspace, lockWorkspaces } from "../../access/memberships/index.ts";
import { permissionOn } from "../../access/policies/items.policy.ts";
import { spaceRights } from "../../access/policies/space-rights.ts";
import { canDelete, canInvite } from "../../access/policies/workspaces.policy.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";
import type { InvitesService } from "./invites.service.ts";
import type { StoredBlob } from "./logos.receive.ts";
import { listMembers } from "./members.repo.ts";
import * as purge from "./purge.repo.ts";
import { listTeams } from "./teams.repo.ts";
import { purgeWorkspace } from "./workspaces.jobs.ts";
import { logoUrl, presentWholeWorkspace, presentWorkspace, type PresentedHead, type PresentedWorkspace } from "./workspaces.present.ts";
import * as repo from "./workspaces.repo.ts";

const DAY_MS = 86_400_000;
const GRACE_MS = WORKSPACE_GRACE_DAYS * DAY_MS;
/** Rate limit of created workspaces per user. */
const MADE = RATE_RULES["workspaces-made"];
/** Maximum number of overdue workspaces per sweep. */
const OVERDUE_PAGE = 100;

/** Columns of the workspace's pictures. */
const LOGOS = { avatar: "avatarBlobId", thumbnail: "thumbnailBlobId" } as const;
export type Logo = keyof typeof LOGOS;

/** A starred folder that the user may read. */
export type FavoriteFolder = Pick<repo.StarredFolder, "id" | "workspaceId" | "kind">;

type Profile = ServerArgs<typeof updateWorkspaceProfile>["body"];
export type WorkspacesService = ReturnType<typeof createWorkspacesService>;

export interface WorkspacesServiceDeps extends WorkspacesDeps {
  invites: Pick<InvitesService, "links">;
}

/** The ports and services that the functions of this file use. */
interface Context
  extends
    Pick<WorkspacesServiceDeps, "events" | "rights" | "invites" | "memberships" | "limits" | "audit" | "media">,
    Pick<Ports, "clock" | "ids" | "db" | "pool" | "storage" | "jobs"> {}

const announce = ({ events }: Context, workspaceId: string): void => events.publish({ type: "workspace", workspaceId });

const graceEnd = (deletedAt: Date): Date => new Date(deletedAt.getTime() + GRACE_MS);

const graceCutoff = ({ clock }: Context): Date => new Date(clock.now().getTime() - GRACE_MS);

/** Creates the user's personal space. Returns its id. */
async function createPersonal({ ids, clock }: Context, tx: Executor, userId: string): Promise<string> {
  const id = ids.id();
  await repo.insertPersonal(tx, { id, userId, at: clock.now() });
  return id;
}

/** Returns the user's starred folders in all spaces with read permission. */
async function listFavoriteFolders({ db, rights }: Context, userId: string): Promise<FavoriteFolder[]> {
  const starred = await repo.listStarredFolders(db, userId);
  const readable = await Promise.all(
    starred.map(async ({ id, workspaceId, role, rightsVersion }) => {
      const grants = await rights.grantsOf({ workspaceId, userId, role, rightsVersion });
      return spaceRights(role, grants).onFolder(id).read;
    }),
  );
  return starred.filter((_folder, at) => readable[at]);
}

/** Memberships as the contract shows them, by a number of statements that does not grow with theirs. */
async function heads(context: Context, actor: UserActor, of: readonly JoinedWorkspace[]): Promise<PresentedHead[]> {
  const { invites } = context;
  const inviting = of.filter((joined) => canInvite(factsOf(joined)).ok).map(({ workspace }) => workspace.id);
  const [favorites, links] = await Promise.all([listFavoriteFolders(context, actor.id), invites.links(inviting)]);
  return of.map((joined) =>
    presentWorkspace(joined, {
      favorites,
      inviteLink: links.get(joined.workspace.id) ?? null,
      permission: permissionOn(actor, { workspaceId: joined.workspace.id, role: joined.role }),
    }),
  );
}

async function head(context: Context, actor: UserActor, ref: string): Promise<PresentedHead> {
  const { memberships } = context;
  const [shown] = await heads(context, actor, [await memberships.load(actor, ref)]);
  if (!shown) throw new AppError("not-found");
  return shown;
}

/** Returns a space with its members. @throws AppError `not-found`, `unauthenticated` */
async function whole(context: Context, actor: UserActor, ref: string): Promise<PresentedWorkspace> {
  const { memberships, pool } = context;
  const joined = await memberships.load(actor, ref);
  const { id, kind } = joined.workspace;
  const [shown, people, teams] = await Promise.all([
    heads(context, actor, [joined]),
    listMembers(pool, id),
    kind === "team" ? listTeams(pool, id) : [],
  ]);
  if (!shown[0]) throw new AppError("not-found");
  return presentWholeWorkspace(actor, shown[0], people, teams);
}

async function create(context: Context, actor: UserActor, name: string, ip: string): Promise<PresentedWorkspace> {
  const { limits, ids, db, clock, audit } = context;
  await limits.take({ key: `workspaces-made:${actor.id}`, rule: MADE });
  const id = ids.id();
  await db.transaction(async (tx) => {
    await repo.insertTeamWorkspace(tx, { id, name, userId: actor.id, at: clock.now() });
    await audit.record(tx, { action: "workspace.created", userId: actor.id, workspaceId: id, ip, details: { name } });
  });
  return whole(context, actor, id);
}

async function rename(context: Context, actor: UserActor, ref: string, name: string, ip: string): Promise<PresentedHead> {
  const { db, memberships, audit } = context;
  const id = await db.transaction(async (tx) => {
    const joined = await memberships.lock(tx, actor, ref);
    authorize(actor, "workspace.manage", factsOf(joined));
    const { id: workspaceId, name: before } = joined.workspace;
    if (name === before) return workspaceId;
    await repo.updateWorkspace(tx, workspaceId, { name });
    await audit.record(tx, { action: "workspace.renamed", userId: actor.id, workspaceId, ip, details: { name, before } });
    return workspaceId;
  });
  announce(context, id);
  return head(context, actor, id);
}

/** Changes the profile of a workspace except for its name; pictures can only be removed here. */
async function updateProfile(context: Context, actor: UserActor, ref: string, change: Profile, ip: string): Promise<PresentedHead> {
  const { db, memberships, media } = context;
  const id = await db.transaction(async (tx) => {
    const joined = await memberships.lock(tx, actor, ref);
    authorize(actor, "workspace.manage", factsOf(joined));
    const { workspace } = joined;
    const gone = (Object.keys(LOGOS) as Logo[]).filter((logo) => change[logo] === null && workspace[LOGOS[logo]] !== null);
    const organizationName = change.organizationName ?? workspace.organizationName;
    const fields: string[] = organizationName === workspace.organizationName ? gone : [...gone, "organizationName"];
    if (fields.length === 0) return workspace.id;
    for (const logo of gone) await media.releaseBlob(tx, workspace[LOGOS[logo]] ?? "");
    await repo.updateWorkspace(tx, workspace.id, { organizationName, ...Object.fromEntries(gone.map((logo) => [LOGOS[logo], null])) });
    await recordChange(context, tx, actor, joined, fields, ip);
    return workspace.id;
  });
  announce(context, id);
  return head(context, actor, id);
}

async function recordChange(
  { audit }: Context,
  tx: Executor,
  actor: UserActor,
  { workspace }: JoinedWorkspace,
  fields: string[],
  ip: string,
): Promise<void> {
  const { id: workspaceId, name } = workspace;
  await audit.record(tx, { action: "workspace.changed", userId: actor.id, workspaceId, ip, details: { name, fields } });
}

/** Checks that the caller may change the workspace's pictures. @throws AppError `forbidden`, `not-found` */
async function assertManages({ memberships }: Context, actor: UserActor, ref: string): Promise<void> {
  authorize(actor, "workspace.manage", factsOf(await memberships.load(actor, ref)));
}

/** Replaces the picture by a stored one. */
async function setLogo(context: Context, actor: UserActor, ref: string, logo: Logo, stored: StoredBlob, ip: string): Promise<void> {
  const { db, memberships, media } = context;
  const id = await db.transaction(async (tx) => {
    const joined = await memberships.lock(tx, actor, ref);
    authorize(actor, "workspace.manage", factsOf(joined));
    const before = joined.workspace[LOGOS[logo]];
    await media.insertBlob(tx, stored);
    if (before !== null) await media.releaseBlob(tx, before);
    await repo.updateWorkspace(tx, joined.workspace.id, { [LOGOS[logo]]: stored.id });
    await recordChange(context, tx, actor, joined, [logo], ip);
    return joined.workspace.id;
  });
  announce(context, id);
}

/** Opens a picture that the workspace or one of its teams currently uses; other blobs do not exist here. @throws AppError `not-found` */
async function openLogo({ db, storage }: Context, workspaceId: string, blobId: string): Promise<{ stream: Readable; sizeBytes: number }> {
  const key = isUuid(workspaceId) && isUuid(blobId) ? await repo.findLogoKey(db, workspaceId, blobId) : undefined;
  if (key === undefined) throw new AppError("not-found");
  return storage.get(key);
}

/** Deletes a workspace immediately; it can be restored during the grace period. */
async function remove(context: Context, actor: UserActor, ref: string, ip: string): Promise<{ deletedAt: string; purgedAt: string }> {
  const { clock, db, memberships, audit } = context;
  const deletedAt = clock.now();
  const id = await db.transaction(async (tx) => {
    const joined = await memberships.lock(tx, actor, ref);
    authorize(actor, "workspace.delete", factsOf(joined));
    const { id: workspaceId, name } = joined.workspace;
    await repo.updateWorkspace(tx, workspaceId, { deletedAt });
    await audit.record(tx, { action: "workspace.deleted", userId: actor.id, workspaceId, ip, details: { name } });
    return workspaceId;
  });
  announce(context, id);
  return { deletedAt: deletedAt.toISOString(), purgedAt: graceEnd(deletedAt).toISOString() };
}

/** Returns restorable workspaces that the caller or another owner deleted. */
async function listDeleted(context: Context, actor: UserActor): Promise<ServerResult<typeof listDeletedWorkspaces>> {
  const { db } = context;
  const rows = await repo.listDeleted(db, actor.id, graceCutoff(context));
  return rows.map(({ workspace: { id, name, avatarBlobId }, deletedAt }) => ({
    id,
    name,
    avatar: logoUrl(id, avatarBlobId),
    deletedAt: deletedAt.toISOString(),
    purgedAt: graceEnd(deletedAt).toISOString(),
  }));
}

/** Restores a deleted workspace; an existing one stays unchanged. @throws AppError `not-found`, `forbidden` */
async function restore(context: Context, actor: UserActor, ref: string, ip: string): Promise<PresentedHead> {
  const { memberships, db, audit } = context;
  const id = memberships.idOf(actor, ref);
  await db.transaction(async (tx) => {
    const found = await findAnyMembership(tx, id, actor.id);
    if (found) await lockWorkspaces(tx, [id]);
    const joined = found && (await findAnyMembership(tx, id, actor.id));
    if (!joined) throw new AppError("not-found");
    const { deletedAt, name } = joined.workspace;
    if (deletedAt === null) return authorize(actor, "workspace.delete", factsOf(joined));
    // For non-owners, and for everyone after the grace period, it does not exist.
    if (!canDelete(factsOf(joined)).ok || deletedAt <= graceCutoff(context)) throw new AppError("not-found");
    await repo.updateWorkspace(tx, id, { deletedAt: null });
    await audit.record(tx, { action: "workspace.restored", userId: actor.id, workspaceId: id, ip, details: { name } });
  });
  announce(context, id);
  return head(context, actor, id);
}

/** Enqueues the purge of workspaces after their grace period. Returns their number. */
async function purgeDeleted(context: Context, signal: AbortSignal): Promise<number> {
  const { db, clock, jobs } = context;
  const cutoff = graceCutoff(context);
  const overdue = await purge.listOverdue(db, cutoff, OVERDUE_PAGE);
  for (const workspaceId of overdue) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      if (!(await purge.holdOverdue(tx, workspaceId, cutoff))) return;
      await purge.detach(tx, workspaceId, clock.now());
      await jobs.enqueue(tx, purgeWorkspace, { workspaceId }, { key: `purge-workspace-${workspaceId}` });
    });
  }
  return overdue.length;
}

/** Workspaces: create, present, change, delete and restore. */
export function createWorkspacesService(
  ports: Ports,
  { memberships, invites, audit, limits, events, media, rights }: WorkspacesServiceDeps,
) {
  const { db, pool, ids, clock, jobs, storage } = ports;
  const context: Context = { events, clock, ids, db, rights, invites, memberships, pool, limits, audit, media, storage, jobs };
  return {
    createPersonal: createPersonal.bind(null, context),
    whole: whole.bind(null, context),
    listFavoriteFolders: listFavoriteFolders.bind(null, context),
    list: async (actor: UserActor): Promise<PresentedHead[]> => heads(context, actor, await memberships.listTeams(actor.id)),
    head: head.bind(null, context),
    create: create.bind(null, context),
    rename: rename.bind(null, context),
    updateProfile: updateProfile.bind(null, context),
    assertManages: assertManages.bind(null, context),
    setLogo: setLogo.bind(null, context),
    openLogo: openLogo.bind(null, context),
    remove: remove.bind(null, context),
    listDeleted: listDeleted.bind(null, context),
    restore: restore.bind(null, context),
    purgeDeleted: purgeDeleted.bind(null, context),
  };
}
