import { hash } from "@node-rs/argon2";
import { isUuid, type getShare, type ServerArgs, type ServerResult, type updateFolderShare, type updateShare } from "@stillreel/contract";
import { authorize } from "../../access/policies/authorize.ts";
import { type ItemFacts, permissionOn } from "../../access/policies/items.policy.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import { PASSWORD_COSTS } from "../../platform/config/password-cost.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Events } from "../../platform/events/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Items } from "../items/index.ts";
import { findFolderName } from "./folder-links.repo.ts";
import { createGuests } from "./guests.service.ts";
import { expiryOf, latestExpiry } from "./link-expiry.ts";
import type { Caller, Subject } from "./link-subject.ts";
import { presentShare } from "./shares.present.ts";
import * as repo from "./shares.repo.ts";

/** Why a link is not mailed. */
const NO_LINK = "This item has no link yet. Ask its owner to create one.";
const EXPIRED = "The link of this item has expired. Ask its owner to change when it ends.";

type Share = ServerResult<typeof getShare>;
type Change = ServerArgs<typeof updateShare>["body"] & Pick<ServerArgs<typeof updateFolderShare>["body"], "order">;

/** What a link opens, as its owner names it: the item or the folder, in the workspace of the path. */
export type SharedRef = { workspaceRef: string } & repo.LinkTarget;

/** The ports and services that the functions of this file use. */
interface Context {
  ports: Ports;
  items: Pick<Items, "facts">;
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of">;
  audit: Audit;
  events: Pick<Events, "publish">;
  forget(slug: string): void;
}

const subjectOf = ({ id, workspaceId, title }: ItemFacts): Subject => ({ target: { itemId: id }, workspaceId, title });

/** Returns the item or folder if the caller may change who can open it. */
async function shareable(context: Context, actor: UserActor, { workspaceRef, itemId, folderId }: SharedRef): Promise<Subject> {
  if (itemId === undefined) return shareableFolder(context, actor, workspaceRef, folderId);
  const { memberships, items } = context;
  const [workspace, facts] = await Promise.all([memberships.resolve(actor, workspaceRef), items.facts(actor, itemId)]);
  if (facts.workspaceId !== workspace.id) throw new AppError("not-found");
  authorize(actor, "item.write", facts);
  return subjectOf(facts);
}

async function shareableFolder(
  { ports, memberships, rights }: Context,
  actor: UserActor,
  workspaceRef: string,
  folderId: string,
): Promise<Subject> {
  const workspace = await memberships.resolve(actor, workspaceRef);
  const [name, may] = await Promise.all([
    isUuid(folderId) ? findFolderName(ports.db, workspace.id, folderId) : undefined,
    rights.of(actor, workspace),
  ]);
  if (name === undefined) throw new AppError("not-found");
  authorize(actor, "folder.write", { workspaceId: workspace.id, role: workspace.role, grant: may.onFolder(folderId) });
  return { target: { folderId }, workspaceId: workspace.id, title: name };
}

/** Returns the link and creates it if necessary, in the caller's transaction. The caller has checked permissions. */
async function ensure(
  { ports }: Context,
  tx: Executor,
  actor: UserActor,
  target: repo.LinkTarget,
  workspaceId: string,
  visibility: repo.ShareRow["visibility"] = "link",
): Promise<repo.ShareRow> {
  const live = await repo.findLive(tx, target);
  if (live) return live;
  await repo.insertLive(tx, {
    slug: ports.ids.secret(16),
    itemId: target.itemId ?? null,
    folderId: target.folderId ?? null,
    workspaceId,
    visibility,
    createdBy: actor.id,
    createdAt: ports.clock.now(),
    expiresAt: latestExpiry(ports),
  });
  const made = await repo.findLive(tx, target);
  if (!made) throw new AppError("not-found");
  return made;
}

async function present({ ports }: Context, row: repo.ShareRow): Promise<Share> {
  return presentShare(ports.publicUrl(), row, await repo.visitsOf(ports.pool, row));
}

/** Returns the link with its terms, and creates it if necessary. @throws AppError `not-found`, `forbidden` */
async function get(context: Context, actor: UserActor, ref: SharedRef, ip: string): Promise<Share> {
  return present(context, await linkOf(context, { actor, ip }, await shareable(context, actor, ref)));
}

/** Returns the link and records its creation in the audit log. The caller has checked permissions. */
async function linkOf(context: Context, by: Caller, subject: Subject): Promise<repo.ShareRow> {
  const { ports } = context;
  const live = await repo.findLive(ports.db, subject.target);
  if (live) return live;
  const made = await ports.db.transaction((tx) => makeLink(context, tx, by, subject));
  // A new link of an item changes nothing that a page shows.
  if (subject.target.itemId === undefined) changed(context, subject);
  return made;
}

async function makeLink(
  context: Context,
  tx: Executor,
  by: Caller,
  subject: Subject,
  visibility?: repo.ShareRow["visibility"],
): Promise<repo.ShareRow> {
  const live = await repo.findLive(tx, subject.target);
  if (live) return live;
  await note(context, tx, "share.made", by, subject);
  return ensure(context, tx, by.actor, subject.target, subject.workspaceId, visibility);
}

/**
 * Open pages mark the folders that have a link, and the items that the link shows. Connections that a link admitted are checked again, so
 * that a revoked one ends.
 */
function changed({ events }: Context, { target, workspaceId }: Subject): void {
  if (target.itemId !== undefined) return events.publish({ type: "items", workspaceId, itemIds: [target.itemId] });
  events.publish({ type: "folders", workspaceId });
  events.publish({ type: "items", workspaceId, itemIds: null });
}

const note = (
  { audit }: Context,
  tx: Executor,
  action: `share.${string}`,
  { actor, ip }: Caller,
  { target, workspaceId, title }: Subject,
  more: object = {},
): Promise<void> => audit.record(tx, { action, userId: actor.id, workspaceId, ip, details: { ...target, title, ...more } });

/** Changes the terms of the link, and creates it if necessary. @throws AppError `not-found`, `forbidden`, `validation-failed` */
async function update(context: Context, actor: UserActor, ref: SharedRef, change: Change, ip: string): Promise<Share> {
  const { ports, forget } = context;
  const subject = await shareable(context, actor, ref);
  const { password, expiresAt, order, ...terms } = change;
  const columns = {
    ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)),
    ...(password === undefined
      ? {}
      : { passwordHash: password === null ? null : await hash(password, PASSWORD_COSTS[ports.config.PASSWORD_COST]) }),
    ...(order === undefined ? {} : { itemOrder: order.items, folderOrder: order.folders }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiryOf(ports, expiresAt) }),
  };
  const row = await ports.db.transaction(async (tx) => {
    const live = await makeLink(context, tx, { actor, ip }, subject);
    if (Object.keys(columns).length === 0) return live;
    const { visibility, maxViews } = change;
    const fields = Object.keys(change).filter((name) => change[name as keyof Change] !== undefined);
    await note(context, tx, "share.changed", { actor, ip }, subject, { fields, visibility, maxViews });
    return repo.updateLive(tx, live.slug, columns);
  });
  if (!row) throw new AppError("not-found");
  forget(row.slug);
  changed(context, subject);
  return present(context, row);
}

/** Revokes the link. @throws AppError `not-found`, `forbidden`, `link-removed` */
async function revoke(context: Context, actor: UserActor, ref: SharedRef, ip: string): Promise<void> {
  const { ports, forget } = context;
  const subject = await shareable(context, actor, ref);
  const slug = await ports.db.transaction(async (tx) => {
    // The owner could otherwise replace a link that an administrator removed.
    if ((await repo.findLive(tx, subject.target))?.takenDownAt) throw new AppError("link-removed");
    const revoked = await repo.revokeLive(tx, subject.target, ports.clock.now());
    if (revoked === undefined) return undefined;
    await note(context, tx, "share.revoked", { actor, ip }, subject);
    return revoked;
  });
  if (slug === undefined) return;
  forget(slug);
  changed(context, subject);
}

/**
 * Returns the link of an item for a mail. Users who may change the item get a new one if necessary.
 * @throws AppError `not-found`, `forbidden`, `link-removed`
 */
async function mailable(context: Context, by: Caller, facts: ItemFacts): Promise<repo.ShareRow> {
  const { ports } = context;
  if (facts.trashed) throw new AppError("not-found");
  const live = await repo.findLive(ports.db, { itemId: facts.id });
  if (live === undefined && permissionOn(by.actor, facts).read && !permissionOn(by.actor, facts).write)
    throw new AppError("forbidden", { message: NO_LINK });
  authorize(by.actor, "item.mail", { ...facts, hasLink: live !== undefined });
  const link = live ?? (await linkOf(context, by, subjectOf(facts)));
  if (link.takenDownAt !== null) throw new AppError("link-removed");
  if (link.expiresAt !== null && link.expiresAt <= ports.clock.now()) throw new AppError("forbidden", { message: EXPIRED });
  return link;
}

/** Creates the service with which owners create, change and revoke links. */
export function createTerms(context: Context) {
  return {
    get: get.bind(null, context),
    mailable: mailable.bind(null, context),
    update: update.bind(null, context),
    revoke: revoke.bind(null, context),
    /** Returns the link of an item, and creates it if necessary, in the caller's transaction. The caller has checked permissions. */
    ensureLink: (tx: Executor, actor: UserActor, item: { id: string; workspaceId: string }): Promise<repo.ShareRow> =>
      ensure(context, tx, actor, { itemId: item.id }, item.workspaceId),
    /** Returns the link of an item, and creates it if necessary. The caller has checked permissions. */
    linkOf: (by: Caller, facts: ItemFacts): Promise<repo.ShareRow> => linkOf(context, by, subjectOf(facts)),
    guests: createGuests({
      db: context.ports.db,
      clock: context.ports.clock,
      linkFor: (tx, by, subject) => makeLink(context, tx, by, subject, "private"),
      changed: (subject, slug) => {
        context.forget(slug);
        changed(context, subject);
      },
    }),
    /** Returns the slug of the item's link, or null. Creates none. */
    slugOf: async (itemId: string): Promise<string | null> => (await repo.findLive(context.ports.db, { itemId }))?.slug ?? null,
  };
}
