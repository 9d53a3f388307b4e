import { isUuid, type createTeam, folderNameKey, type ServerArgs, type Team, type updateTeam } from "@stillreel/contract";
import type { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { factsOf, type JoinedWorkspace } from "../../access/memberships/index.ts";
import { canEditTeam } from "../../access/policies/workspaces.policy.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AuditEntry } from "../../platform/audit/index.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";
import type { StoredBlob } from "./logos.receive.ts";
import { dropGrants, listNames } from "./members.repo.ts";
import * as repo from "./teams.repo.ts";
import { presentTeam } from "./workspaces.present.ts";

/** Rate limit of created teams per user. */
const MADE = RATE_RULES["teams-made"];
/** Maximum number of user names in one audit entry. */
const LISTED_NAMES = 20;

type NewTeam = ServerArgs<typeof createTeam>["body"];
type Change = ServerArgs<typeof updateTeam>["body"];
type PresentedTeam = z.output<typeof Team>;
type TeamAct = Extract<AuditEntry["action"], `team.${string}`>;
export type TeamsService = ReturnType<typeof createTeamsService>;

/** A team to change in a locked workspace. */
interface HeldTeam {
  joined: JoinedWorkspace;
  team: repo.TeamRow;
}

/** The ports and services that the functions of this file use. */
interface Context
  extends Pick<WorkspacesDeps, "events" | "memberships" | "audit" | "limits" | "media">, Pick<Ports, "pool" | "db" | "clock" | "ids"> {}

const announce = ({ events }: Context, workspaceId: string): void => events.publish({ type: "workspace", workspaceId });

async function list({ memberships, pool }: Context, actor: UserActor, ref: string): Promise<PresentedTeam[]> {
  const { id, kind } = await memberships.resolve(actor, ref);
  const rows = kind === "team" ? await repo.listTeams(pool, id) : [];
  return rows.map((row) => presentTeam(actor, id, row));
}

async function show({ pool }: Context, actor: UserActor, workspaceId: string, teamId: string): Promise<PresentedTeam> {
  const row = await repo.findListed(pool, workspaceId, teamId);
  if (!row) throw new AppError("not-found");
  return presentTeam(actor, workspaceId, row);
}

/** Returns a team of this workspace. @throws AppError `not-found` */
async function find(executor: Executor, workspaceId: string, teamId: string): Promise<repo.TeamRow> {
  const team = isUuid(teamId) ? await repo.findTeam(executor, workspaceId, teamId) : undefined;
  if (!team) throw new AppError("not-found");
  return team;
}

async function hold({ memberships }: Context, tx: Executor, actor: UserActor, ref: string, teamId: string): Promise<HeldTeam> {
  const joined = await memberships.lock(tx, actor, ref);
  return { joined, team: await find(tx, joined.workspace.id, teamId) };
}

function assertEdits(actor: UserActor, { joined, team }: HeldTeam): void {
  authorize(actor, "team.manage", { ...factsOf(joined), isTeamOwner: team.ownerId === actor.id });
}

function record(
  { audit }: Context,
  tx: Executor,
  actor: UserActor,
  team: HeldTeam["team"],
  act: { action: TeamAct; ip: string; details?: object },
) {
  const details = { name: team.name, teamId: team.id, ...act.details };
  return audit.record(tx, { action: act.action, userId: actor.id, workspaceId: team.workspaceId, ip: act.ip, details });
}

/** Returns the names of users who must all be members. @throws AppError `validation-failed` with an issue for each non-member */
async function namesOf(tx: Executor, workspaceId: string, userIds: readonly string[], field: string): Promise<Map<string, string>> {
  const names = await listNames(tx, workspaceId, userIds.filter(isUuid));
  const strangers = userIds.flatMap((id, at) => (names.has(id) ? [] : [at]));
  if (strangers.length === 0) return names;
  const complaint = { code: "not-found", message: "They are not in this workspace." };
  throw new AppError("validation-failed", { details: strangers.map((at) => ({ field: `${field}.${at}`, ...complaint })) });
}

/** @throws AppError `not-found`, `forbidden`, `team-exists`, `validation-failed`, `too-many-requests` */
async function create(context: Context, actor: UserActor, ref: string, given: NewTeam, ip: string): Promise<PresentedTeam> {
  const { memberships, limits, db, clock, ids } = context;
  authorize(actor, "team.join", await memberships.resolve(actor, ref));
  await limits.take({ key: `teams-made:${actor.id}`, rule: MADE });
  const made = await db.transaction(async (tx) => {
    const joined = await memberships.lock(tx, actor, ref);
    authorize(actor, "team.join", factsOf(joined));
    const workspaceId = joined.workspace.id;
    await namesOf(tx, workspaceId, given.members ?? [], "members");
    const now = clock.now();
    const { name } = given;
    const team = {
      id: ids.id(),
      workspaceId,
      name,
      nameKey: folderNameKey(name),
      ownerId: actor.id,
      closed: given.closed ?? false,
      createdAt: now,
      iconBlobId: null,
    };
    await repo.insertTeam(tx, team);
    await repo.addMembers(tx, team, [...new Set([actor.id, ...(given.members ?? [])])], now);
    await record(context, tx, actor, team, { action: "team.created", ip });
    return team;
  });
  announce(context, made.workspaceId);
  return show(context, actor, made.workspaceId, made.id);
}

/** Changes a team with permission and returns it. */
async function edit(
  context: Context,
  actor: UserActor,
  ref: string,
  teamId: string,
  change: (tx: Executor, held: HeldTeam) => Promise<void>,
) {
  const { db } = context;
  const workspaceId = await db.transaction(async (tx) => {
    const held = await hold(context, tx, actor, ref, teamId);
    assertEdits(actor, held);
    await change(tx, held);
    return held.joined.workspace.id;
  });
  announce(context, workspaceId);
  return show(context, actor, workspaceId, teamId);
}

/** @throws AppError `not-found`, `forbidden`, `team-exists`, `validation-failed` for an owner who is no member */
async function update(context: Context, actor: UserActor, ref: string, teamId: string, given: Change, ip: string): Promise<PresentedTeam> {
  const { media } = context;
  return edit(context, actor, ref, teamId, async (tx, { team }) => {
    const { name = team.name, owner = team.ownerId, closed = team.closed } = given;
    if (owner !== team.ownerId && !(await repo.listMemberIds(tx, team.id)).includes(owner ?? ""))
      throw invalid("owner", "They are not in this team.", "not-found");
    const gone = given.icon === null ? team.iconBlobId : null;
    if (gone !== null) await media.releaseBlob(tx, gone);
    await repo.updateTeam(tx, team.id, {
      name,
      nameKey: folderNameKey(name),
      ownerId: owner,
      closed,
      iconBlobId: gone === null ? team.iconBlobId : null,
    });
    const fields = [
      ...(name === team.name ? [] : ["name"]),
      ...(owner === team.ownerId ? [] : ["owner"]),
      ...(closed === team.closed ? [] : ["closed"]),
      ...(gone === null ? [] : ["icon"]),
    ];
    if (fields.length > 0)
      await record(context, tx, actor, { ...team, name }, { action: "team.changed", ip, details: { fields, before: team.name } });
  });
}

/** Checks that the caller may change this team's picture. @throws AppError `not-found`, `forbidden` */
async function assertMayEdit({ memberships, db }: Context, actor: UserActor, ref: string, teamId: string): Promise<void> {
  const joined = await memberships.load(actor, ref);
  assertEdits(actor, { joined, team: await find(db, joined.workspace.id, teamId) });
}

/** Replaces the picture by a stored one. */
async function setIcon(context: Context, actor: UserActor, ref: string, teamId: string, stored: StoredBlob, ip: string): Promise<void> {
  const { media } = context;
  await edit(context, actor, ref, teamId, async (tx, { team }) => {
    await media.insertBlob(tx, stored);
    if (team.iconBlobId !== null) await media.releaseBlob(tx, team.iconBlobId);
    await repo.updateTeam(tx, team.id, { iconBlobId: stored.id });
    await record(context, tx, actor, team, { action: "team.changed", ip, details: { fields: ["icon"] } });
  });
}

/** Deletes a team with its permissions. @throws AppError `not-found`, `forbidden` */
async function remove(context: Context, actor: UserActor, ref: string, teamId: string, ip: string): Promise<void> {
  const { memberships, db, media } = context;
  const { id } = await memberships.resolve(actor, ref);
  await db.transaction(async (tx) => {
    if (isUuid(teamId)) await dropGrants(tx, [id], teamId);
    const held = await hold(context, tx, actor, id, teamId);
    assertEdits(actor, held);
    await repo.deleteTeam(tx, held.team.id);
    if (held.team.iconBlobId !== null) await media.releaseBlob(tx, held.team.iconBlobId);
    await record(context, tx, actor, held.team, { action: "team.deleted", ip });
  });
  announce(context, id);
}

/** Prevents users from joining a closed team to gain its permissions. @throws AppError `forbidden` */
async function assertJoins(tx: Executor, actor: UserActor, { joined, team }: HeldTeam): Promise<void> {
  authorize(actor, "team.join", factsOf(joined));
  if (canEditTeam(factsOf(joined), team.ownerId === actor.id).ok || !team.closed) return;
  if (!(await repo.listMemberIds(tx, team.id)).includes(actor.id))
    throw new AppError("forbidden", { message: "This team is closed. Its owner can put you into it." });
}

/** Adds the caller to a team or removes them; does nothing when already done. */
async function goIn(
  context: Context,
  actor: UserActor,
  ref: string,
  teamId: string,
  { isIn, ip }: { isIn: boolean; ip: string },
): Promise<PresentedTeam> {
  const { db, clock } = context;
  const workspaceId = await db.transaction(async (tx) => {
    const { joined, team } = await hold(context, tx, actor, ref, teamId);
    if (isIn) await assertJoins(tx, actor, { joined, team });
    const changed = isIn ? await repo.addMembers(tx, team, [actor.id], clock.now()) : await repo.removeMembers(tx, team.id, [actor.id]);
    await repo.settleOwner(tx, team.id);
    if (changed > 0) await record(context, tx, actor, team, { action: isIn ? "team.joined" : "team.left", ip });
    return joined.workspace.id;
  });
  announce(context, workspaceId);
  return show(context, actor, workspaceId, teamId);
}

/** Sets the members of a team. When its owner is not among them, the longest-serving member becomes owner. */
async function setMembers(
  context: Context,
  actor: UserActor,
  ref: string,
  teamId: string,
  userIds: readonly string[],
  ip: string,
): Promise<PresentedTeam> {
  const { clock } = context;
  return edit(context, actor, ref, teamId, async (tx, { team }) => {
    await namesOf(tx, team.workspaceId, userIds, "members");
    const before = await repo.listMemberIds(tx, team.id);
    const added = [...new Set(userIds)].filter((id) => !before.includes(id));
    const removed = before.filter((id) => !userIds.includes(id));
    if (added.length + removed.length === 0) return;
    const names = await listNames(tx, team.workspaceId, [...added, ...removed]);
    const listedNames = (who: readonly string[]): string[] => who.slice(0, LISTED_NAMES).map((id) => names.get(id) ?? "");
    await repo.removeMembers(tx, team.id, removed);
    await repo.addMembers(tx, team, added, clock.now());
    await repo.settleOwner(tx, team.id);
    await record(context, tx, actor, team, {
      action: "team.members-changed",
      ip,
      details: { added: listedNames(added), removed: listedNames(removed) },
    });
  });
}

/** Teams: groups of members that can receive permissions. A team's owner is one of its members while it has any. */
export function createTeamsService(ports: Ports, { memberships, audit, limits, events, media }: WorkspacesDeps) {
  const { db, pool, ids, clock } = ports;
  const context: Context = { events, memberships, pool, audit, limits, db, clock, ids, media };
  return {
    list: list.bind(null, context),
    show: show.bind(null, context),
    create: create.bind(null, context),
    update: update.bind(null, context),
    assertMayEdit: assertMayEdit.bind(null, context),
    setIcon: setIcon.bind(null, context),
    remove: remove.bind(null, context),
    join: (actor: UserActor, ref: string, teamId: string, ip: string) => goIn(context, actor, ref, teamId, { isIn: true, ip }),
    leave: (actor: UserActor, ref: string, teamId: string, ip: string) => goIn(context, actor, ref, teamId, { isIn: false, ip }),
    setMembers: setMembers.bind(null, context),
  };
}
