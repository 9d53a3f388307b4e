import { hash, verify } from "@node-rs/argon2";
import type { getShare, getShared, ReportReason, ServerArgs, ServerResult, updateShare } from "@stillreel/contract";
import { PASSWORD_COSTS } from "../../platform/config/password-cost.ts";
import type { Executor } from "../../platform/db/client.ts";
import { singleFlight } from "../../platform/db/single-flight.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import { bearerId, createUnlockSigner, unlockCookieHeaders, type Visitor } from "../../access/visitors/index.ts";
import { type ItemFacts } from "../../access/policies/items.policy.ts";
import { countsAsView } from "../../access/policies/engagement.policy.ts";
import { canOpen } from "../../access/policies/shares.policy.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Items } from "../items/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import { createRemovals, type Removals } from "./removals.ts";
import { presentShare, presentShared } from "./shares.present.ts";
import * as repo from "./shares.repo.ts";

/** Rate limit of wrong passwords per link and address. */
const UNLOCK_RULE = RATE_RULES["share-unlock"];
const DAY_MS = 86_400_000;
/** A slug is 16 random bytes in base64url; other values are not queried. */
const SLUG = /^[A-Za-z0-9_-]{22}$/u;

export interface SharesDeps {
  items: Items;
  media: Media;
  memberships: Pick<Memberships, "resolve">;
  audit: Audit;
  limits: RateLimits;
}

/** A link whose upload or recording is not finished. */
export type Awaited = Pick<repo.OpenedRow, "slug" | "item_id" | "type" | "stage">;

/**
 * An open link, or the reason why it does not open. `admission` is a cookie value that admits this visitor again after the view
 * limit is reached; null for links without limit and for visitors who have one. `awaits` is for a page that explains an unfinished upload; everywhere else such
 * a link does not exist.
 */
export type Opened =
  | { ok: true; row: repo.OpenedRow; callerId: string; admission: string | null }
  | { ok: false; code: "not-found" | "password-required" | "link-removed"; awaits: Awaited | null };

/**
 * Why a link is opened. `content`: the visitor gets the item, which counts for the view limit unless the visitor was admitted
 * before. `check`: the visitor gets no bytes. `follow`: a delivery or report of a visitor who may have been admitted before
 * without a cookie, which only counted views can stop.
 */
export type LinkPurpose = "content" | "check" | "follow";

/** The user and address of a change. */
interface Caller {
  actor: UserActor;
  ip: string;
}

type Share = ServerResult<typeof getShare>;
type Change = ServerArgs<typeof updateShare>["body"];

/** The ports and services that the functions of this file use. */
interface Context extends Pick<SharesDeps, "memberships" | "items" | "audit" | "media" | "limits"> {
  ports: Ports;
  links: ReturnType<typeof singleFlight<repo.OpenedRow | undefined>>;
  signer: ReturnType<typeof createUnlockSigner>;
  removals: Removals;
}

/** Returns the item if the caller may change its visibility. */
async function shareable({ memberships, items }: Context, actor: UserActor, workspaceRef: string, itemId: string): Promise<ItemFacts> {
  const [workspace, facts] = await Promise.all([memberships.resolve(actor, workspaceRef), items.facts(actor, itemId)]);
  if (facts.workspaceId !== workspace.id) throw new AppError("not-found");
  authorize(actor, "item.write", facts);
  return facts;
}

/** Returns the latest time at which a link that is created or changed now may expire; null without a limit. */
function latestExpiry({ settings, clock }: Ports): Date | null {
  const { maxLinkDays } = settings.current();
  return maxLinkDays === null ? null : new Date(clock.now().getTime() + maxLinkDays * DAY_MS);
}

/** Returns the requested expiry; without one, the latest permitted. @throws AppError `validation-failed` when it is too late */
function expiryOf(ports: Ports, requested: string | null): Date | null {
  const latest = latestExpiry(ports);
  if (requested === null) return latest;
  const expiresAt = new Date(requested);
  if (latest !== null && expiresAt > latest)
    throw invalid("expiresAt", `Links on this server expire after ${ports.settings.current().maxLinkDays} days at the latest.`, "too-late");
  return expiresAt;
}

/** Returns the item's link and creates it if necessary, in the caller's transaction. The caller has checked permissions. */
async function ensureLink(
  { ports }: Context,
  tx: Executor,
  actor: UserActor,
  item: { id: string; workspaceId: string },
): Promise<repo.ShareRow> {
  const live = await repo.findLive(tx, item.id);
  if (live) return live;
  await repo.insertLive(tx, {
    slug: ports.ids.secret(16),
    itemId: item.id,
    workspaceId: item.workspaceId,
    createdBy: actor.id,
    createdAt: ports.clock.now(),
    expiresAt: latestExpiry(ports),
  });
  const made = await repo.findLive(tx, item.id);
  if (!made) throw new AppError("not-found");
  return made;
}

/** Returns the slug of the item's link, or null. Creates none. */
async function slugOf({ ports }: Context, itemId: string): Promise<string | null> {
  return (await repo.findLive(ports.db, itemId))?.slug ?? null;
}

async function get(context: Context, actor: UserActor, workspaceRef: string, itemId: string, ip: string): Promise<Share> {
  const { ports } = context;
  const facts = await shareable(context, actor, workspaceRef, itemId);
  return presentShare(ports.publicUrl(), await linkOf(context, { actor, ip }, facts));
}

/** Returns the item's link and records its creation in the audit log. The caller has checked permissions. */
async function linkOf(context: Context, by: Caller, facts: ItemFacts): Promise<repo.ShareRow> {
  const { ports } = context;
  return (await repo.findLive(ports.db, facts.id)) ?? ports.db.transaction((tx) => makeLink(context, tx, by, facts));
}

async function makeLink(context: Context, tx: Executor, by: Caller, facts: ItemFacts): Promise<repo.ShareRow> {
  const live = await repo.findLive(tx, facts.id);
  if (live) return live;
  await note(context, tx, "share.made", by, facts);
  return ensureLink(context, tx, by.actor, facts);
}

const note = (
  { audit }: Context,
  tx: Executor,
  action: `share.${string}`,
  { actor, ip }: Caller,
  facts: ItemFacts,
  more: object = {},
): Promise<void> =>
  audit.record(tx, {
    action,
    userId: actor.id,
    workspaceId: facts.workspaceId,
    ip,
    details: { itemId: facts.id, title: facts.title, ...more },
  });

async function update(
  context: Context,
  actor: UserActor,
  workspaceRef: string,
  itemId: string,
  change: Change,
  ip: string,
): Promise<Share> {
  const { ports, links } = context;
  const facts = await shareable(context, actor, workspaceRef, itemId);
  const { password, expiresAt, ...terms } = change;
  const columns = {
    ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)),
    ...(password === undefined
      ? {}
      : { passwordHash: password === null ? null : await hash(password, PASSWORD_COSTS[ports.config.PASSWORD_COST]) }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiryOf(ports, expiresAt) }),
  };
  const row = await ports.db.transaction(async (tx) => {
    const live = await makeLink(context, tx, { actor, ip }, facts);
    if (Object.keys(columns).length === 0) return live;
    const { visibility, maxViews } = change;
    // By the names of the request, not those of the columns.
    const fields = Object.keys(columns).map((name) => (name === "passwordHash" ? "password" : name));
    await note(context, tx, "share.changed", { actor, ip }, facts, { fields, visibility, maxViews });
    return repo.updateLive(tx, live.slug, columns);
  });
  if (!row) throw new AppError("not-found");
  links.forget(row.slug);
  return presentShare(ports.publicUrl(), row);
}

async function revoke(context: Context, actor: UserActor, workspaceRef: string, itemId: string, ip: string): Promise<void> {
  const { ports, links } = context;
  const facts = await shareable(context, actor, workspaceRef, itemId);
  const slug = await ports.db.transaction(async (tx) => {
    // The owner could otherwise replace a link that an administrator removed.
    if ((await repo.findLive(tx, facts.id))?.takenDownAt) throw new AppError("link-removed");
    const revoked = await repo.revokeLive(tx, facts.id, ports.clock.now());
    if (revoked === undefined) return undefined;
    await note(context, tx, "share.revoked", { actor, ip }, facts);
    return revoked;
  });
  if (slug !== undefined) links.forget(slug);
}

/** Returns whether the visitor may read the item without a link. Workspace links open only for readers. */
async function isReader(
  { items }: Context,
  actor: Actor,
  { item_id: itemId, workspace_id: workspaceId }: repo.OpenedRow,
): Promise<boolean> {
  if (actor.kind !== "user") return false;
  if (actor.personalWorkspaceId === workspaceId) return true;
  return items.facts(actor, itemId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === "not-found") return false;
      throw error;
    },
  );
}

/** Returns how many visitors have used up the view limit of a link. */
const usedViews = ({ openings, link_views: counted }: repo.OpenedRow, purpose: LinkPurpose): number =>
  Math.max(purpose === "follow" ? 0 : openings, counted ?? 0);

/** Counts a visitor who opens a link with a view limit. Visits of the owner do not count. Returns false when the limit is reached. */
async function admit({ ports }: Context, actor: Actor, row: repo.OpenedRow): Promise<boolean> {
  return !countsAsView(actor, row.owner_id) || repo.countOpening(ports.db, row.slug, row.link_views ?? 0);
}

/** Opens a link for a visitor. One statement for public links without a view limit. */
async function bySlug(context: Context, slug: string, { actor, unlockCookie }: Visitor, purpose: LinkPurpose = "check"): Promise<Opened> {
  const { links, ports, signer } = context;
  const row = SLUG.test(slug) ? await links.read(slug) : undefined;
  if (!row) return { ok: false, code: "not-found", awaits: null };
  const now = ports.clock.now();
  // The visitor was admitted before, by password or within the view limit.
  const isLetIn = signer.opens(unlockCookie, slug, row.password_hash ?? "", now);
  const facts = {
    visibility: row.visibility,
    revoked: false,
    takenDown: row.taken_down_at !== null,
    trashed: row.trashed,
    expiresAt: row.expires_at,
    hasPassword: row.password_hash !== null,
    unlocked: row.password_hash !== null && isLetIn,
    isReader: row.visibility !== "link" && (await isReader(context, actor, row)),
    unfinished: (row.stage === "recording" || row.stage === "uploading") && !row.live,
    isOwner: actor.kind === "user" && actor.id === row.owner_id,
    spent: row.max_views !== null && usedViews(row, purpose) >= row.max_views && !isLetIn,
  };
  const decision = canOpen(actor, facts, now);
  if (!decision.ok) {
    const code = decision.code === "password-required" || decision.code === "link-removed" ? decision.code : "not-found";
    const later = code === "not-found" && facts.unfinished ? canOpen(actor, { ...facts, unfinished: false }, now) : null;
    return { ok: false, code, awaits: later && (later.ok || later.code === "password-required") ? row : null };
  }
  const admission = row.max_views === null || isLetIn ? null : signer.sign(slug, row.password_hash ?? "", now);
  if (admission !== null && purpose === "content" && !(await admit(context, actor, row)))
    return { ok: false, code: "not-found", awaits: null };
  return { ok: true, row, callerId: bearerId(slug, actor), admission };
}

/** Returns the item of a link that was opened before and still opens for the visitor; otherwise null. */
async function stillOpens(context: Context, slug: string, actor: Actor): Promise<string | null> {
  const { links, ports } = context;
  const row = SLUG.test(slug) ? await links.read(slug) : undefined;
  if (!row) return null;
  const facts = {
    visibility: row.visibility,
    revoked: false,
    takenDown: row.taken_down_at !== null,
    trashed: row.trashed,
    expiresAt: row.expires_at,
    hasPassword: false,
    unlocked: true,
    isReader: row.visibility !== "link" && (await isReader(context, actor, row)),
    unfinished: false,
    isOwner: false,
    spent: false,
  };
  return canOpen(actor, facts, ports.clock.now()).ok ? row.item_id : null;
}

/**
 * Removes a link from everyone, or restores it, in the caller's transaction. Returns its item, or undefined when nothing changed.
 * {@link forget} must be called after the commit.
 */
async function takeDown({ ports }: Context, tx: Executor, slug: string, reason: ReportReason | null): Promise<repo.LinkedItem | undefined> {
  return repo.setTakenDown(tx, slug, reason === null ? null : { at: ports.clock.now(), reason });
}

/** Discards what is known about a link. Called after a change is committed. */
function forget({ links, removals }: Context, slug: string): void {
  links.forget(slug);
  removals.forget();
}

/** Returns the content of a link, and the value of the cookie that admits the visitor again, if one is needed. */
async function shared(
  context: Context,
  slug: string,
  visitor: Visitor,
): Promise<{ shared: ServerResult<typeof getShared>; cookie: string | null }> {
  const opened = await bySlug(context, slug, visitor, "content");
  if (!opened.ok) throw new AppError(opened.code);
  return { shared: await present(context, visitor.actor, opened), cookie: opened.admission };
}

async function present(
  { ports, media }: Context,
  actor: Actor,
  { row, callerId }: Extract<Opened, { ok: true }>,
): Promise<ServerResult<typeof getShared>> {
  const likedByMe = actor.kind === "user" && row.like_count > 0 && (await repo.isLiked(ports.pool, row.item_id, actor.id));
  return presentShared({ media, publicUrl: ports.publicUrl() }, callerId, { ...row, likedByMe });
}

/** Checks the password of a link. Returns its content and the unlock cookie's value; null for links without password. */
async function unlock(
  context: Context,
  slug: string,
  password: string,
  visitor: Visitor,
  ip: string,
): Promise<{ shared: ServerResult<typeof getShared>; cookie: string | null }> {
  const { limits, ports, signer } = context;
  const opened = await bySlug(context, slug, visitor);
  if (opened.ok) return { shared: await present(context, visitor.actor, opened), cookie: null };
  if (opened.code !== "password-required") throw new AppError(opened.code);
  // Counted before the comparison, so that parallel requests cannot exceed the limit; a correct password resets it.
  const guesses = { key: `share-unlock:${slug}:${ip}`, rule: UNLOCK_RULE };
  await limits.take(guesses);
  const row = await repo.openSlug(ports.pool, slug);
  const passwordHash = row?.password_hash;
  if (!passwordHash || !(await verify(passwordHash, password)))
    throw new AppError("wrong-password", { message: "Wrong password. Please try again." });
  await limits.clear([guesses.key]);
  if (row.max_views !== null && !(await admit(context, visitor.actor, row))) throw new AppError("not-found");
  const cookie = signer.sign(slug, passwordHash, ports.clock.now());
  return { ...(await shared(context, slug, { ...visitor, unlockCookie: cookie })), cookie };
}

/** Returns the headers that set the unlock cookie. */
const cookiesOf = ({ ports }: Context, slug: string, value: string): string[] =>
  unlockCookieHeaders(slug, value, ports.publicUrl().startsWith("https:"));

export function createSharesService(ports: Ports, { items, media, memberships, audit, limits }: SharesDeps) {
  const signer = createUnlockSigner(ports.keys.derive("share-unlock"));
  const links = singleFlight((slug) => repo.openSlug(ports.pool, slug));
  const removals = createRemovals(ports);
  const context: Context = { memberships, items, ports, audit, links, signer, media, limits, removals };
  return {
    ensureLink: ensureLink.bind(null, context),
    linkOf: linkOf.bind(null, context),
    slugOf: slugOf.bind(null, context),
    get: get.bind(null, context),
    update: update.bind(null, context),
    revoke: revoke.bind(null, context),
    bySlug: bySlug.bind(null, context),
    stillOpens: stillOpens.bind(null, context),
    takeDown: takeDown.bind(null, context),
    isTakenDown: removals.has,
    forget: forget.bind(null, context),
    cookiesOf: cookiesOf.bind(null, context),
    hasRoomForView: repo.hasRoomForView,
    shared: shared.bind(null, context),
    unlock: unlock.bind(null, context),
  };
}

export type SharesService = ReturnType<typeof createSharesService>;
