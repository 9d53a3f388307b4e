import { isUuid, type ServerArgs, type ServerResult, type listFolderRights, type setFolderRight } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { authorize } from "../policies/authorize.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import type { Memberships, WorkspaceFacts } from "../memberships/index.ts";
import { canEditGrants, decideAlong, type DecidedRight, type PrincipalKind } from "../policies/grants.policy.ts";
import { type Permission } from "../policies/items.policy.ts";
import type { SpaceRights } from "../policies/space-rights.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import { type AccessChange, notifyAccessChange } from "./access-changes.jobs.ts";
import { presentEntry, type PresentedEntry, presentRight } from "./entries.present.ts";
import * as repo from "./entries.repo.ts";

export interface EntriesDeps {
  memberships: Pick<Memberships, "resolve">;
  audit: Audit;
  rightsOf(actor: Actor, space: WorkspaceFacts): Promise<SpaceRights>;
  events: Pick<Events, "publish">;
}

/** A folder or item as a URL names it. */
interface Target {
  workspaceId: string;
  itemId: string;
  type: repo.TargetType;
}

type RequestedEntry = ServerArgs<typeof setFolderRight>["body"];

/** A readable target with the caller's permission. */
interface Found {
  space: WorkspaceFacts;
  targetRow: repo.TargetRow;
  may: SpaceRights;
  permission: Permission;
}

/** The ports and services that the functions of this file use. */
type Context = EntriesDeps & Pick<Ports, "clock" | "db" | "ids" | "jobs" | "pool">;

/** Returns the target. @throws AppError `not-found` when it does not exist or the caller may not read it */
async function find({ memberships, pool, rightsOf }: Context, actor: UserActor, { workspaceId, itemId, type }: Target): Promise<Found> {
  const space = await memberships.resolve(actor, workspaceId);
  const [targetRow, may] = await Promise.all([
    isUuid(itemId) ? repo.findTarget(pool, space.id, type, itemId) : undefined,
    rightsOf(actor, space),
  ]);
  if (!targetRow) throw new AppError("not-found");
  const permission = type === "folder" ? may.onFolder(targetRow.id) : may.onItem(targetRow.id, targetRow.folder_id);
  authorize(actor, "item.read", { workspaceId: space.id, role: space.role, grant: permission });
  return { space, targetRow, may, permission };
}

/** Returns the facts that decide who may edit entries. */
const editFacts = ({ space, targetRow, permission }: Found) => ({ role: space.role, permission, madeBy: targetRow.made_by });

/** Reads the data to compute every member's permission on a target. */
async function everyMemberOn({ pool }: Context, workspaceId: string, itemId: string | null, folderId: string | null) {
  const [steps, members, teams] = await Promise.all([
    repo.listSteps(pool, workspaceId, itemId, folderId),
    repo.listMembers(pool, workspaceId),
    repo.listTeams(pool, workspaceId),
  ]);
  const teamIds = new Map<string, Set<string>>(members.map((member) => [member.id, new Set()]));
  for (const team of teams) for (const id of team.member_ids) teamIds.get(id)?.add(team.id);
  const grants = steps.map((step) => step.grants);
  const decide = ({ id, role }: repo.MemberRow): DecidedRight =>
    decideAlong({ userId: id, role, teamIds: teamIds.get(id) ?? new Set() }, grants);
  return { steps, members, teams: new Map(teams.map((team) => [team.id, team])), decide };
}

/** Lists the entries of a target and the resulting permission of each member. */
async function list(context: Context, actor: UserActor, target: Target): Promise<ServerResult<typeof listFolderRights>> {
  const found = await find(context, actor, target);
  const { space, targetRow, may } = found;
  const itemId = target.type === "file" ? targetRow.id : null;
  const [{ steps, members, teams, decide }, workspace] = await Promise.all([
    everyMemberOn(context, space.id, itemId, targetRow.folder_id),
    repo.findWorkspace(context.pool, space.id),
  ]);
  const people = new Map(members.map((member) => [member.id, member]));
  const isShown = (step: repo.Step): boolean => step.type === "file" || may.onFolder(step.id).read;
  const principals = {
    member: (id: string) => shownAs(people.get(id)?.display_name, people.get(id)?.avatar_blob_id),
    team: (id: string) => shownAs(teams.get(id)?.name, teams.get(id)?.icon_blob_id),
    everyone: () => shownAs(workspace?.name, workspace?.avatar_blob_id),
  };
  const [here] = steps;
  return {
    entries: (here?.id === targetRow.id ? here.grants : []).flatMap((grant) => {
      const of = principals[grant.principalKind](grant.principalId);
      return of ? [presentEntry(target.type, grant, of)] : [];
    }),
    members: members.map((member) => presentRight(member, decide(member), steps, teams, isShown)),
    canEdit: canEditGrants(actor, editFacts(found)).ok,
  };
}

/** Returns the members whom an entry concerns. An entry for everyone concerns no one in particular. */
function concernedBy(kind: PrincipalKind, id: string, teams: ReadonlyMap<string, { member_ids: string[] }>): string[] {
  if (kind === "member") return [id];
  return kind === "team" ? (teams.get(id)?.member_ids ?? []) : [];
}

/** Reads who is concerned by a change of an entry, and who of them can read the target before it. */
async function accessBefore(
  context: Context,
  { space, targetRow }: Found,
  change: { type: repo.TargetType; actorId: string; principalId: string; kind?: PrincipalKind },
): Promise<AccessChange> {
  const { id: targetId, folder_id: folderId, name } = targetRow;
  const itemId = change.type === "file" ? targetId : null;
  const { steps, members, teams, decide } = await everyMemberOn(context, space.id, itemId, folderId);
  const known = steps[0]?.grants.find(({ principalId }) => principalId === change.principalId)?.principalKind;
  const kind = change.kind ?? known;
  const concerned = new Set(kind === undefined ? [] : concernedBy(kind, change.principalId, teams));
  const affected = members.filter(({ id }) => concerned.has(id));
  return {
    workspaceId: space.id,
    type: change.type,
    targetId,
    folderId,
    name,
    actorId: change.actorId,
    userIds: affected.map(({ id }) => id),
    readerIds: affected.filter((member) => decide(member).permission.read).map(({ id }) => id),
  };
}

async function enqueueChange({ jobs }: Context, tx: Executor, change: AccessChange): Promise<void> {
  if (change.userIds.length > 0) await jobs.enqueue(tx, notifyAccessChange, change);
}

/** Notifies open pages to read everything again, because the visibility of all descendants may have changed. */
function publishChange({ events }: Context, workspaceId: string): void {
  events.publish({ type: "workspace", workspaceId });
  events.publish({ type: "folders", workspaceId });
  events.publish({ type: "items", workspaceId, itemIds: null });
}

/** Creates or changes an entry. @throws AppError `forbidden`, `validation-failed` */
async function set(
  context: Context,
  actor: UserActor,
  target: Target & { ip: string },
  requested: RequestedEntry,
): Promise<PresentedEntry> {
  const { audit, clock, db, ids } = context;
  const found = await find(context, actor, target);
  authorize(actor, "entries.edit", editFacts(found));
  const { type } = target;
  const { id: targetId, name } = found.targetRow;
  if (requested.permissionItemType !== undefined && requested.permissionItemType !== type)
    throw invalid("permissionItemType", `This address is a ${type}'s.`);
  const workspaceId = found.space.id;
  const grant = {
    principalKind: requested.permissionType,
    principalId: requested.id,
    read: requested.read || requested.write,
    write: requested.write,
  };
  const entry = { ...grant, id: ids.id(), workspaceId, type, targetId, createdBy: actor.id, createdAt: clock.now() };
  const change = await accessBefore(context, found, { type, actorId: actor.id, principalId: requested.id, kind: requested.permissionType });
  const { principal, changed } = await db.transaction(async (tx) => {
    await repo.lockEntriesFor(tx, entry.principalId);
    if (!(await repo.lockTarget(tx, workspaceId, type, targetId))) throw new AppError("not-found");
    const isOurs = isUuid(requested.id);
    const isChange = isOurs && (await repo.upsertEntry(tx, entry));
    const held = isOurs ? await repo.holdPrincipal(tx, workspaceId, requested.permissionType, requested.id) : undefined;
    if (!held) throw invalid("id", "We could not find them in this workspace.", "not-found");
    if (isChange) {
      const details = { type, id: targetId, name, principalName: held.name, ...grant };
      await audit.record(tx, { action: "rights.changed", userId: actor.id, workspaceId, ip: target.ip, details });
      await enqueueChange(context, tx, change);
    }
    return { principal: held, changed: isChange };
  });
  if (changed) publishChange(context, workspaceId);
  return presentEntry(type, grant, principal);
}

/** Deletes an entry. @throws AppError `forbidden`, `not-found` */
async function remove(context: Context, actor: UserActor, target: Target & { ip: string }, principalId: string): Promise<void> {
  const { audit, db } = context;
  const found = await find(context, actor, target);
  authorize(actor, "entries.edit", editFacts(found));
  const { type } = target;
  const { id: targetId, name } = found.targetRow;
  const workspaceId = found.space.id;
  if (!isUuid(principalId)) throw new AppError("not-found");
  const change = await accessBefore(context, found, { type, actorId: actor.id, principalId });
  await db.transaction(async (tx) => {
    await repo.lockEntriesFor(tx, principalId);
    const gone = await repo.deleteEntry(tx, workspaceId, type, targetId, principalId);
    if (!gone) throw new AppError("not-found");
    const { principalKind } = gone;
    const principal = await repo.holdPrincipal(tx, workspaceId, principalKind, principalId);
    const details = { type, id: targetId, name, principalName: principal?.name ?? "", principalKind, principalId };
    await audit.record(tx, { action: "rights.removed", userId: actor.id, workspaceId, ip: target.ip, details });
    await enqueueChange(context, tx, change);
  });
  publishChange(context, workspaceId);
}

/** The service for entries. */
export type Entries = ReturnType<typeof createEntries>;

/** Creates the service for rights entries on folders and items: list, effective permissions and changes. */
export function createEntries(ports: Ports, deps: EntriesDeps) {
  const context: Context = { ...deps, clock: ports.clock, db: ports.db, ids: ports.ids, jobs: ports.jobs, pool: ports.pool };
  return {
    list: list.bind(null, context),
    set: set.bind(null, context),
    remove: remove.bind(null, context),
    /** Returns the permission of each workspace member on an item, or without an item on a folder. */
    async ofEveryMember(
      workspaceId: string,
      targetRow: { itemId: string | null; folderId: string | null },
    ): Promise<Map<string, Permission>> {
      const { members, decide } = await everyMemberOn(context, workspaceId, targetRow.itemId, targetRow.folderId);
      return new Map(members.map((member) => [member.id, decide(member).permission]));
    },
  };
}

const shownAs = (name: string | undefined, photo: string | null | undefined): repo.PrincipalRow | null =>
  name === undefined ? null : { name, photo_blob_id: photo ?? null };
