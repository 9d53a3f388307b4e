import {
  isUuid,
  ERRORS,
  type ErrorCode,
  type moveManyItems,
  type ServerArgs,
  type ServerResult,
  type trashItems,
  type FolderKind,
  type ItemType,
} from "@stillreel/contract";
import type { Executor } from "../../../platform/db/client.ts";
import { AppError, invalid } from "../../../platform/http/app-error.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import type { UserActor } from "../../../platform/http/actor.ts";
import { folderRef } from "../../../platform/http/folder-ref.ts";
import { fitsFolder } from "../../../access/policies/items.policy.ts";
import type { SpaceRights } from "../../../access/policies/space-rights.ts";
import * as bulk from "../queries/bulk.repo.ts";
import { type BulkAction, type LockedItem, type Scope } from "../queries/bulk.repo.ts";
import type { Deletion } from "./deletion.service.ts";
import { finishBulk, type FinishBulkPayload } from "../items.jobs.ts";
import * as repo from "../queries/items.repo.ts";
import { accessScopeOf } from "../queries/access-scope.plan.ts";
import type { ItemsDeps } from "../items.deps.ts";
import { noFolder, type Reading } from "../reading.service.ts";

/** Maximum items per first transaction of `all`. The rest runs as a job. Deletion takes longer, so its limit is lower. */
const AT_ONCE = { trash: 10_000, restore: 10_000, move: 10_000, favorite: 10_000, delete: 1_000 } as const;
/** Items per transaction of the background job. It is small, so that other transactions do not wait long for locks. */
const PAGE = 500;

/** Lock mode per action. Deletion locks rows itself: links before items. */
const LOCKING = { trash: "change", restore: "change", move: "change", favorite: "hold", delete: "read" } as const;

type Body = ServerArgs<typeof trashItems>["body"];
type Result = ServerResult<typeof trashItems>;
type Failed = Result["failed"];
/** A requested bulk action. The folder is still the reference from the request. */
export type RequestedAction =
  | Exclude<BulkAction, { kind: "move" }>
  | { kind: "move"; folderId: ServerArgs<typeof moveManyItems>["body"]["folderId"] };

interface Target {
  kind: FolderKind;
}

/** The user, the workspace and the user's rights in it. */
interface Caller {
  id: string;
  ip: string;
  workspaceId: string;
  rights: SpaceRights;
}

const failure = (itemId: string, code: ErrorCode, message: string = ERRORS[code].message): Failed[number] => ({ itemId, code, message });

/** Returns the required permission. Starring needs only read permission. */
const rightFor = (action: BulkAction): "read" | "write" => (action.kind === "favorite" ? "read" : "write");

/** Returns the reason why an action is not possible for an item, or null. Unreadable items count as not found. Pure. */
function objection(
  action: BulkAction,
  item: LockedItem | undefined,
  target: Target | null,
  rights: SpaceRights,
): [ErrorCode, string?] | null {
  const permission = item && rights.onItem(item.id, item.folderId);
  if (!item || !permission?.read) return ["not-found"];
  if (!permission[rightFor(action)]) return ["forbidden"];
  if (action.kind === "delete" && !item.trashed) return ["validation-failed", "Only items in the trash can be deleted permanently."];
  if (action.kind === "move" && item.trashed) return ["validation-failed", "It is in the trash."];
  if (action.kind === "move" && target !== null && !fitsFolder(target.kind, item.type))
    return ["validation-failed", "This folder does not take such items."];
  return null;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<ItemsDeps, "audit" | "memberships" | "events"> {
  ports: Ports;
  deletion: Deletion;
  writableSpace: Reading["writableSpace"];
  deps: ItemsDeps;
}

/** Returns the target folder, locked against deletion. @throws AppError `validation-failed` on `folderId`, `forbidden` */
async function targetOf(tx: Executor, caller: Caller, action: BulkAction): Promise<Target | null> {
  if (action.kind !== "move") return null;
  const { folderId } = action;
  const permission = caller.rights.onFolder(folderId);
  const folder = folderId !== null && isUuid(folderId) ? await repo.lockFolder(tx, caller.workspaceId, folderId) : undefined;
  if (folderId !== null && (!folder || !permission.read)) throw noFolder("folderId");
  if (!permission.write) throw new AppError("forbidden");
  return folder ?? null;
}

/** Applies the action to these items in one transaction. The target folder of a move is locked already. */
async function apply(
  { ports, deletion, audit }: Context,
  tx: Executor,
  caller: Caller,
  action: BulkAction,
  target: Target | null,
  itemIds: readonly string[],
): Promise<{ done: string[]; failed: Failed }> {
  const at = ports.clock.now();
  const found = await bulk.lockItems(tx, caller.workspaceId, itemIds, LOCKING[action.kind]);
  const known = new Map(found.map((item) => [item.id, item]));
  const failed: Failed = [];
  const able: LockedItem[] = [];
  for (const itemId of itemIds) {
    const item = known.get(itemId);
    const why = objection(action, item, target, caller.rights);
    if (why) failed.push(failure(itemId, ...why));
    else if (item) able.push(item);
  }
  const ids = able.map((item) => item.id);
  if (action.kind === "trash")
    await bulk.trash(
      tx,
      able.filter((item) => !item.trashed).map((item) => item.id),
      at,
    );
  else if (action.kind === "restore")
    await bulk.restore(
      tx,
      able.filter((item) => item.trashed).map((item) => item.id),
      at,
    );
  else if (action.kind === "move") await bulk.move(tx, ids, action.folderId, at);
  else if (action.kind === "favorite") await (action.favorite ? bulk.star(tx, caller.id, ids, at) : bulk.unstar(tx, caller.id, ids));
  else {
    const { deleted } = await deletion.deleteMany(tx, ids, { trashedOnly: true });
    await audit.record(tx, {
      action: "item.deleted",
      userId: caller.id,
      workspaceId: caller.workspaceId,
      ip: caller.ip,
      details: { count: deleted.length, itemIds: deleted },
    });
    const gone = new Set(deleted);
    return { done: deleted, failed: [...failed, ...ids.filter((id) => !gone.has(id)).map((id) => failure(id, "not-found"))] };
  }
  return { done: ids, failed };
}

/** Returns the scope of `all`. @throws AppError `validation-failed` when `from` contradicts the action */
async function scopeOf(
  { ports }: Context,
  { id: userId, workspaceId, rights }: Caller,
  action: BulkAction,
  from: Body["from"],
): Promise<Scope> {
  const isTrashAction = action.kind === "restore" || action.kind === "delete";
  const view = from?.view ?? (isTrashAction ? "trash" : from?.folderId === undefined ? "all" : "folder");
  if (isTrashAction !== (view === "trash")) {
    if (isTrashAction) throw invalid("from.view", "Only items in the trash can be restored or deleted permanently.");
    if (action.kind !== "favorite") throw invalid("from.view", "Items in the trash must be restored first.");
  }
  const folderId = folderRef(from?.folderId);
  if (folderId !== null) {
    const folder = isUuid(folderId) ? await repo.findFolder(ports.pool, folderId) : undefined;
    if (folder?.workspaceId !== workspaceId || !rights.onFolder(folderId).read) throw noFolder("from.folderId");
  }
  const listId = folderId ?? workspaceId;
  const containerId = view === "folder" || from?.folderId !== undefined ? listId : null;
  const accessScope = accessScopeOf(workspaceId, rights, rightFor(action));
  return { workspaceId, userId, view, type: from?.type ?? null, containerId, before: ports.clock.now(), accessScope };
}

/** Purges the deleted folders too when the whole trash is emptied. Those with one type of items have its kind. */
async function emptyFolders({ deps }: Context, tx: Executor, { id: userId, rights }: Caller, { workspaceId, before, type }: Scope) {
  await deps.folderTrash.empty(tx, { workspaceId, before, kind: type, userId, rights });
}

/** Applies the action to `all`: as many items as fit into one transaction, and a job for the rest. */
async function everything(
  context: Context,
  tx: Executor,
  caller: Caller,
  scope: Scope,
  action: BulkAction,
  target: Target | null,
): Promise<{ result: Result; changed: string[] | null }> {
  const { ports } = context;
  if (action.kind === "delete" && scope.containerId === null) await emptyFolders(context, tx, caller, scope);
  const narrowed = narrow(scope, target);
  if (!narrowed) return { result: { done: 0, pending: 0, failed: [] }, changed: [] };
  const { all, toDo } = await bulk.countScope(tx, narrowed, action);
  const itemIds = await bulk.listToDo(tx, narrowed, action, AT_ONCE[action.kind]);
  const { done, failed } = itemIds.length > 0 ? await apply(context, tx, caller, action, target, itemIds) : { done: [], failed: [] };
  const pending = Math.max(0, toDo - itemIds.length);
  if (pending > 0) {
    const { before, accessScope: _, ...rest } = narrowed;
    await ports.jobs.enqueue(tx, finishBulk, { scope: { ...rest, before: before.toISOString() }, action });
  }
  // Items that were removed concurrently are not failures, because they no longer belong to `all`.
  return { result: { done: Math.max(0, all - pending - failed.length), pending, failed: [] }, changed: pending > 0 ? null : done };
}

/** Applies an action to each selected item separately. Starring needs only read permission. */
async function run(
  context: Context,
  actor: UserActor,
  workspaceRef: string,
  requested: RequestedAction,
  body: Body,
  ip: string,
): Promise<Result> {
  const { memberships, writableSpace, deps, ports, events } = context;
  const workspace =
    requested.kind === "favorite" ? await memberships.resolve(actor, workspaceRef) : await writableSpace(actor, workspaceRef);
  const action: BulkAction = requested.kind === "move" ? { kind: "move", folderId: folderRef(requested.folderId) } : requested;
  const caller: Caller = { id: actor.id, ip, workspaceId: workspace.id, rights: await deps.rights.of(actor, workspace) };
  const scope = body.all ? await scopeOf(context, caller, action, body.from) : null;
  const wanted = [...new Set(body.itemIds ?? [])];
  const valid = wanted.filter(isUuid);
  const { result, changed } = await ports.db.transaction(async (tx) => {
    const target = await targetOf(tx, caller, action);
    if (scope) return everything(context, tx, caller, scope, action, target);
    const { done, failed } = valid.length > 0 ? await apply(context, tx, caller, action, target, valid) : { done: [], failed: [] };
    const invalid = wanted.filter((id) => !isUuid(id)).map((id) => failure(id, "not-found"));
    return { result: { done: done.length, pending: 0, failed: [...failed, ...invalid] }, changed: done as string[] | null };
  });
  const hasMoved = action.kind === "move";
  if (scope && action.kind === "delete") events.publish({ type: "folders", workspaceId: workspace.id });
  if (changed === null || changed.length > 0) events.publish({ type: "items", workspaceId: workspace.id, itemIds: changed, hasMoved });
  return result;
}

/**
 * Completes an action on `all`, page by page. Finished items no longer match, so an interrupted job continues where it
 * stopped. Permissions are checked again per page, and items to which the user lost access are skipped.
 */
async function finish(context: Context, { scope: given, action }: FinishBulkPayload, signal: AbortSignal): Promise<void> {
  const { deps, ports, events } = context;
  const { workspaceId, userId } = given;
  for (;;) {
    signal.throwIfAborted();
    const rights = await deps.rights.now(workspaceId, userId);
    if (!rights) return;
    const caller: Caller = { id: userId, ip: "", workspaceId, rights };
    const scope: Scope = { ...given, before: new Date(given.before), accessScope: accessScopeOf(workspaceId, rights, rightFor(action)) };
    const changed = await ports.db.transaction(async (tx) => {
      const target = await targetOf(tx, caller, action);
      const itemIds = await bulk.listToDo(tx, scope, action, PAGE);
      if (itemIds.length > 0) await apply(context, tx, caller, action, target, itemIds);
      return itemIds.length;
    });
    if (changed === 0) return;
    events.publish({ type: "items", workspaceId, itemIds: null });
  }
}

/** Creates the service for bulk actions on items, selected by id or as `all` of a view. */
export function createBulk(ports: Ports, deps: ItemsDeps, writableSpace: Reading["writableSpace"], deletion: Deletion) {
  const { memberships, audit, events } = deps;
  const context: Context = { ports, deletion, audit, memberships, writableSpace, deps, events };
  return { run: run.bind(null, context), finish: finish.bind(null, context) };
}

/** Limits a scope of both types to the type of the target folder. Null when the scope is empty. */
function narrow(scope: Scope, target: Target | null): Scope | null {
  if (target === null || target.kind === "mixed") return scope;
  const type: ItemType = target.kind;
  if (scope.type !== null && scope.type !== type) return null;
  return { ...scope, type };
}
