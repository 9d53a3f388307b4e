import { isUuid, type listMembers, type Member, type MemberRole, type ServerResult } from "@stillreel/contract";
import type { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import { factsOf, lockWorkspaces } from "../../access/memberships/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";
import { barFromLive } from "./invites.repo.ts";
import * as repo from "./members.repo.ts";
import * as purge from "./purge.repo.ts";
import { settleOwned } from "./teams.repo.ts";
import { purgeWorkspace } from "./workspaces.jobs.ts";
import { presentMember } from "./workspaces.present.ts";

/** Name of this list in cursors. */
const LIST = "members";

type Role = z.output<typeof MemberRole>;
export type MembersService = ReturnType<typeof createMembersService>;

/** The ports and services that the functions of this file use. */
interface Context
  extends Pick<WorkspacesDeps, "events" | "memberships" | "audit" | "notifier">, Pick<Ports, "pool" | "db" | "clock" | "jobs"> {}

const announce = ({ events }: Context, workspaceId: string): void => events.publish({ type: "workspace", workspaceId });

async function list(
  { memberships, pool }: Context,
  actor: UserActor,
  ref: string,
  query: { q?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<ServerResult<typeof listMembers>> {
  const { id: workspaceId } = await memberships.resolve(actor, ref);
  const after = query.cursor === undefined ? null : decodeCursor(LIST, false, query.cursor);
  const rows = await repo.pageMembers(pool, { workspaceId, q: query.q?.trim() ?? "", after, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > query.limit && last ? encodeCursor(LIST, { key: last.sort_key, id: last.id }) : null;
  return { items: shown.map(presentMember), nextCursor };
}

/** Returns the role in a locked workspace. @throws AppError `not-found` for non-members */
async function roleOf(tx: Executor, workspaceId: string, userId: string): Promise<Role> {
  const role = isUuid(userId) ? await repo.findRole(tx, workspaceId, userId) : undefined;
  if (role === undefined) throw new AppError("not-found");
  return role;
}

/** @throws AppError `last-owner` when the locked workspace has no other owner */
async function assertOwned(tx: Executor, workspaceId: string, without: { userId: string; role: Role }): Promise<void> {
  if (without.role === "owner" && !(await repo.hasOtherOwner(tx, workspaceId, without.userId))) throw new AppError("last-owner");
}

/** Removes a member from a locked workspace. Their teams get new owners; their content stays. */
async function depart(tx: Executor, workspaceId: string, userId: string): Promise<void> {
  await repo.deleteMember(tx, [workspaceId], userId);
  await settleOwned(tx, [workspaceId], userId);
}

/** @throws AppError `not-found`, `forbidden`, `last-owner` */
async function update(
  context: Context,
  actor: UserActor,
  ref: string,
  userId: string,
  { role: to, ip }: { role: Role; ip: string },
): Promise<z.output<typeof Member>> {
  const { db, memberships, audit, pool } = context;
  const workspaceId = await db.transaction(async (tx) => {
    const joined = await memberships.lock(tx, actor, ref);
    const { id } = joined.workspace;
    const from = await roleOf(tx, id, userId);
    authorize(actor, "member.change", { ...factsOf(joined), from, to });
    if (from === to) return id;
    await assertOwned(tx, id, { userId, role: from });
    await repo.setRole(tx, id, userId, to);
    const details = { name: await repo.nameOf(tx, userId), memberId: userId, from, to };
    await audit.record(tx, { action: "member.role-changed", userId: actor.id, workspaceId: id, ip, details });
    return id;
  });
  announce(context, workspaceId);
  const row = await repo.findMember(pool, workspaceId, userId);
  if (!row) throw new AppError("not-found");
  return presentMember(row);
}

/** @throws AppError `not-found`, `forbidden`, `last-owner` */
async function remove(context: Context, actor: UserActor, ref: string, userId: string, ip: string): Promise<void> {
  const { memberships, db, audit, notifier } = context;
  const { id } = await memberships.resolve(actor, ref);
  if (!isUuid(userId)) throw new AppError("not-found");
  const notified = await db.transaction(async (tx) => {
    await repo.dropGrants(tx, [id], userId);
    const joined = await memberships.lock(tx, actor, id);
    const role = await roleOf(tx, id, userId);
    authorize(actor, "member.change", { ...factsOf(joined), from: role, to: role });
    await assertOwned(tx, id, { userId, role });
    const details = { name: await repo.nameOf(tx, userId), memberId: userId, role };
    await depart(tx, id, userId);
    await barFromLive(tx, id, userId);
    await audit.record(tx, { action: "member.removed", userId: actor.id, workspaceId: id, ip, details });
    const { name: title } = joined.workspace;
    return notifier.add(tx, { kind: "access-removed", subjectId: id, actorId: actor.id, details: { title }, userIds: [userId] });
  });
  announce(context, id);
  notifier.publish(notified);
}

/** @throws AppError `not-found`, `forbidden` for the personal space, `last-owner` */
async function leave(context: Context, actor: UserActor, ref: string, ip: string): Promise<void> {
  const { memberships, db, audit } = context;
  const { id } = await memberships.resolve(actor, ref);
  await db.transaction(async (tx) => {
    await repo.dropGrants(tx, [id], actor.id);
    const joined = await memberships.lock(tx, actor, id);
    authorize(actor, "workspace.leave", factsOf(joined));
    await assertOwned(tx, id, { userId: actor.id, role: joined.role });
    await depart(tx, id, actor.id);
    const details = { name: await repo.nameOf(tx, actor.id), memberId: actor.id, role: joined.role };
    await audit.record(tx, { action: "member.left", userId: actor.id, workspaceId: id, ip, details });
  });
  announce(context, id);
}

/** Returns the next owner of a workspace: the chosen user, who becomes a member, otherwise the longest-serving admin or member. */
async function successorOf(
  { clock }: Context,
  tx: Executor,
  workspaceId: string,
  userId: string,
  chosenId: string | undefined,
): Promise<{ id: string; name: string } | undefined> {
  if (chosenId === undefined) return repo.findSuccessor(tx, workspaceId, userId);
  await repo.insertMember(tx, { workspaceId, userId: chosenId, role: "owner", joinedAt: clock.now() });
  return { id: chosenId, name: await repo.nameOf(tx, chosenId) };
}

/**
 * Removes a deleted user from all workspaces. The personal space is detached and purged by a job. Workspaces with the user as only
 * owner pass to the longest-serving admin or member, including deleted ones, or are purged without other members. With a chosen
 * successor they pass to that user instead. Returns a function to call after the commit.
 */
async function leaveAll(context: Context, tx: Executor, userId: string, ip: string, chosenId?: string): Promise<() => void> {
  const { clock, audit, jobs } = context;
  const sharedIds = (await repo.listShared(tx, userId)).map(({ id }) => id);
  await repo.dropGrants(tx, sharedIds, userId);
  await lockWorkspaces(tx, sharedIds);
  const now = clock.now();
  const name = await repo.nameOf(tx, userId);
  const personal = await purge.detachPersonal(tx, userId, now);
  const deserted = personal === undefined ? [] : [personal];
  const left: string[] = [];
  for (const workspace of await repo.listShared(tx, userId)) {
    const { id, isSoleOwner } = workspace;
    const successor = isSoleOwner ? await successorOf(context, tx, id, userId, chosenId) : undefined;
    if (isSoleOwner && !successor) {
      await purge.detach(tx, id, now);
      deserted.push(id);
      continue;
    }
    if (successor) {
      await repo.setRole(tx, id, successor.id, "owner");
      const details = { name: successor.name, memberId: successor.id, to: "owner" };
      await audit.record(tx, { action: "member.role-changed", userId, workspaceId: id, ip, details });
    }
    await audit.record(tx, { action: "member.left", userId, workspaceId: id, ip, details: { name, memberId: userId } });
    left.push(id);
  }
  await repo.deleteMember(tx, left, userId);
  await settleOwned(tx, left, userId);
  for (const workspaceId of deserted) await jobs.enqueue(tx, purgeWorkspace, { workspaceId });
  return () => left.forEach(announce.bind(null, context));
}

/** Members of a workspace and their removal. A workspace always has an owner until its deletion. */
export function createMembersService(ports: Ports, { memberships, audit, events, notifier }: WorkspacesDeps) {
  const { db, pool, clock, jobs } = ports;
  const context: Context = { events, memberships, notifier, pool, db, audit, clock, jobs };
  return {
    list: list.bind(null, context),
    update: update.bind(null, context),
    remove: remove.bind(null, context),
    leave: leave.bind(null, context),
    leaveAll: leaveAll.bind(null, context),
  };
}
