import { hash } from "@node-rs/argon2";
import {
  type createRequest,
  isUuid,
  type listRequestedItems,
  type listRequests,
  type RecordingRequest,
  type ServerArgs,
  type ServerResult,
  type updateRequest,
} from "@stillreel/contract";
import { authorize } from "../../access/policies/authorize.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Items } from "../../library/items/index.ts";
import { expiryOf } from "../../library/shares/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import { PASSWORD_COSTS } from "../../platform/config/password-cost.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { presentRequest, presentSent } from "./requests.present.ts";
import * as repo from "./requests.repo.ts";

/** Names of the lists in their cursors. */
const LIST = "requests";
const ITEMS = "requested-items";

/** The modules that the functions of this file use. */
export interface OwnRequestsDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of">;
  items: Pick<Items, "presentByIds">;
  audit: Audit;
}

interface Context extends OwnRequestsDeps {
  ports: Ports;
}

/** The user and address of a change. */
interface Caller {
  actor: UserActor;
  ip: string;
}

type Change = ServerArgs<typeof updateRequest>["body"];

const positionOf = (list: string, cursor: string | undefined): repo.ListPosition | null => {
  if (cursor === undefined) return null;
  const { key, id } = decodeCursor(list, true, cursor);
  return { at: new Date(key), id };
};

/** Returns the time of expiry, within the longest lifetime of links. @throws AppError `validation-failed` */
function endOf(ports: Ports, requested: string | null): Date | null {
  const expiresAt = expiryOf(ports, requested);
  if (expiresAt !== null && expiresAt <= ports.clock.now()) throw invalid("expiresAt", "Choose a time in the future.", "too-early");
  return expiresAt;
}

const hashed = async ({ config }: Ports, password: string | null): Promise<string | null> =>
  password === null ? null : hash(password, PASSWORD_COSTS[config.PASSWORD_COST]);

/** Returns a request of the user. @throws AppError `not-found` */
async function own({ ports }: Context, actor: UserActor, id: string): Promise<repo.RequestRow> {
  const row = isUuid(id) ? await repo.findOwn(ports.db, { id, userId: actor.id, now: ports.clock.now() }) : undefined;
  if (!row) throw new AppError("not-found");
  return row;
}

const present = async (context: Context, actor: UserActor, id: string): Promise<RecordingRequest> =>
  presentRequest(context.ports.publicUrl(), await own(context, actor, id));

/** Checks that the user may add to the space or folder. Returns the id of the space. @throws AppError `not-found`, `forbidden`, `validation-failed` */
async function targetOf({ ports, memberships, rights }: Context, actor: UserActor, ref: string, folderId: string | null): Promise<string> {
  const workspace = await memberships.resolve(actor, ref);
  const grant = (await rights.of(actor, workspace)).onFolder(folderId);
  const isThere = folderId === null || (isUuid(folderId) && (await repo.hasFolder(ports.db, workspace.id, folderId)));
  if (!isThere || (folderId !== null && !grant.read)) throw invalid("folderId", "This folder does not exist.", "unknown");
  authorize(actor, "folder.write", { workspaceId: workspace.id, role: workspace.role, grant });
  return workspace.id;
}

/** Makes a request. @throws AppError `not-found`, `forbidden`, `validation-failed` */
async function create(context: Context, { actor, ip }: Caller, given: ServerArgs<typeof createRequest>["body"]): Promise<RecordingRequest> {
  const { ports, audit } = context;
  const { password, expiresAt, workspaceId: ref, folderId, ...terms } = given;
  const workspaceId = await targetOf(context, actor, ref, folderId);
  const id = ports.ids.id();
  const row = {
    ...terms,
    id,
    slug: ports.ids.secret(16),
    userId: actor.id,
    workspaceId,
    folderId,
    expiresAt: endOf(ports, expiresAt),
    passwordHash: await hashed(ports, password),
    createdAt: ports.clock.now(),
  };
  await ports.db.transaction(async (tx) => {
    await repo.insertRequest(tx, row);
    await audit.record(tx, { action: "request.made", userId: actor.id, workspaceId, ip, details: { title: row.title } });
  });
  return present(context, actor, id);
}

/** Returns the columns of a change. A request that is opened again loses an end that has passed. */
async function columnsOf({ ports }: Context, row: repo.RequestRow, { password, expiresAt, closed, picture: _picture, ...terms }: Change) {
  const now = ports.clock.now();
  const hasEnded = row.expires_at !== null && row.expires_at <= now;
  return {
    ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)),
    ...(password === undefined ? {} : { passwordHash: await hashed(ports, password) }),
    ...(closed === undefined ? {} : { closedAt: closed ? now : null }),
    ...(closed === false && hasEnded && expiresAt === undefined ? { expiresAt: endOf(ports, null) } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt: endOf(ports, expiresAt) }),
  };
}

/** Changes, closes or opens a request. @throws AppError `not-found`, `forbidden`, `validation-failed` */
async function update(context: Context, { actor, ip }: Caller, id: string, change: Change): Promise<RecordingRequest> {
  const { ports, audit } = context;
  const row = await own(context, actor, id);
  const { folderId = row.folder_id } = change;
  if (change.closed === false || folderId !== row.folder_id) await targetOf(context, actor, row.workspace_id, folderId);
  const columns = await columnsOf(context, row, change);
  const isChanged = Object.keys(columns).length > 0;
  if (!isChanged && change.picture === undefined) return presentRequest(ports.publicUrl(), row);
  await ports.db.transaction(async (tx) => {
    if (isChanged && !(await repo.updateOwn(tx, { id: row.id, userId: actor.id }, columns))) throw new AppError("not-found");
    if (change.picture === null) await repo.setPicture(tx, row.id, null);
    const details = { title: change.title ?? row.title, fields: Object.keys(change) };
    await audit.record(tx, { action: "request.changed", userId: actor.id, workspaceId: row.workspace_id, ip, details });
  });
  return present(context, actor, row.id);
}

/** Sets the picture of the link preview. @throws AppError `not-found` */
async function setPicture(context: Context, { actor, ip }: Caller, id: string, bytes: Buffer): Promise<RecordingRequest> {
  const { ports, audit } = context;
  const row = await own(context, actor, id);
  await ports.db.transaction(async (tx) => {
    if (!(await repo.lockRequest(tx, row.id))) throw new AppError("not-found");
    await repo.setPicture(tx, row.id, { id: ports.ids.id(), bytes, createdAt: ports.clock.now() });
    const details = { title: row.title, fields: ["picture"] };
    await audit.record(tx, { action: "request.changed", userId: actor.id, workspaceId: row.workspace_id, ip, details });
  });
  return present(context, actor, row.id);
}

/** Returns the bytes of a picture, for everyone who knows its id. @throws AppError `not-found` */
async function picture({ ports }: Context, id: string): Promise<Buffer> {
  const bytes = isUuid(id) ? await repo.readPicture(ports.db, id) : undefined;
  if (!bytes) throw new AppError("not-found");
  return bytes;
}

/** Deletes a request; what arrived stays. @throws AppError `not-found` */
async function remove(context: Context, { actor, ip }: Caller, id: string): Promise<void> {
  const { ports, audit } = context;
  const row = await own(context, actor, id);
  await ports.db.transaction(async (tx) => {
    if (!(await repo.deleteOwn(tx, { id: row.id, userId: actor.id }))) throw new AppError("not-found");
    const of = { userId: actor.id, workspaceId: row.workspace_id, ip };
    await audit.record(tx, { ...of, action: "request.deleted", details: { title: row.title } });
  });
}

/** Returns a page of the user's requests. */
async function list(
  { ports }: Context,
  actor: UserActor,
  { cursor, limit, state = null }: { cursor?: string | undefined; limit: number; state?: "open" | "closed" | null | undefined },
): Promise<ServerResult<typeof listRequests>> {
  const [userId, now] = [actor.id, ports.clock.now()];
  const [rows, counts] = await Promise.all([
    repo.listOwn(ports.db, { userId, now, state, after: positionOf(LIST, cursor), limit: limit + 1 }),
    repo.countOwn(ports.db, userId, now),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => presentRequest(ports.publicUrl(), row)),
    nextCursor: last ? encodeCursor(LIST, { key: last.created_at.toISOString(), id: last.id }) : null,
    ...counts,
  };
}

/** Returns a page of what arrived by a request, without what the user may not read. @throws AppError `not-found` */
async function listItems(
  context: Context,
  actor: UserActor,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ServerResult<typeof listRequestedItems>> {
  const { ports, items } = context;
  const { id: requestId } = await own(context, actor, id);
  const after = positionOf(ITEMS, cursor);
  const rows = await repo.listSent(ports.db, { requestId, now: ports.clock.now(), after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const itemIds = shown.map(({ item_id: itemId }) => itemId);
  const byId = new Map((await items.presentByIds(actor, itemIds)).map((item) => [item.id, item]));
  return {
    items: shown.flatMap((row) => {
      const item = byId.get(row.item_id);
      return item && !item.trash ? [presentSent(row, item)] : [];
    }),
    nextCursor: last ? encodeCursor(ITEMS, { key: last.sent_at.toISOString(), id: last.item_id }) : null,
  };
}

/** Creates the service with which users make, change and read their requests. */
export function createOwnRequests(ports: Ports, deps: OwnRequestsDeps) {
  const context: Context = { ...deps, ports };
  return {
    create: create.bind(null, context),
    update: update.bind(null, context),
    remove: remove.bind(null, context),
    setPicture: setPicture.bind(null, context),
    picture: picture.bind(null, context),
    list: list.bind(null, context),
    listItems: listItems.bind(null, context),
  };
}

export type OwnRequests = ReturnType<typeof createOwnRequests>;
