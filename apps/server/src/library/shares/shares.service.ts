import { verify } from "@node-rs/argon2";
import { isUuid, type getShared, type ReportReason, type ServerResult } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { singleFlight } from "../../platform/db/single-flight.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { bearerId, createUnlockSigner, unlockCookieHeaders, type UnlockSigner, type Visitor } from "../../access/visitors/index.ts";
import { countsAsView } from "../../access/policies/engagement.policy.ts";
import { canOpen } from "../../access/policies/shares.policy.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Items } from "../items/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Events } from "../../platform/events/index.ts";
import { createFolderLinks, isShown } from "./folder-links.service.ts";
import { findGuest, type Guest, withGuest } from "./guests.repo.ts";
import { createRemovals, type Removals } from "./removals.ts";
import { SLUG } from "./slug.ts";
import { createTerms } from "./terms.service.ts";
import { presentShared } from "./shares.present.ts";
import * as repo from "./shares.repo.ts";

/** Rate limit of wrong passwords per link and address. */
const UNLOCK_RULE = RATE_RULES["share-unlock"];

export interface SharesDeps {
  items: Items;
  media: Media;
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of" | "linkRightsOf">;
  events: Pick<Events, "publish">;
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
 * before. `read`: the visitor gets something about the item, for which they must have been admitted before if the link has a view limit.
 * `check`: the visitor gets no bytes. `follow`: a delivery or report of a visitor who may have been admitted before
 * without a cookie, which only counted views can stop.
 */
export type LinkPurpose = "content" | "read" | "check" | "follow";

type Shared = ServerResult<typeof getShared>;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<SharesDeps, "items" | "media" | "limits" | "rights"> {
  ports: Ports;
  links: Links;
  folders: ReturnType<typeof createFolderLinks>;
  signer: UnlockSigner;
  removals: Removals;
}

/** Reads links, and shares reads in flight. */
interface Links {
  /** @param itemId the item, for the link of a folder */
  read(slug: string, itemId: string | undefined): Promise<repo.OpenedRow | undefined>;
  /** Detaches the reads in flight. Called after a change is committed. */
  forget(): void;
}

function createLinks(ports: Ports): Links {
  const flights = singleFlight((key) => {
    const [, slug = "", itemId = ""] = key.split(" ");
    return repo.openSlug(ports.pool, slug, itemId === "" ? null : itemId);
  });
  // Later reads have other keys, so they share no read that began before the change.
  let changes = 0;
  return {
    read: async (slug, itemId = "") => {
      if (!SLUG.test(slug)) return undefined;
      return flights.read(`${changes} ${slug} ${isUuid(itemId) ? itemId : ""}`);
    },
    forget: () => void (changes += 1),
  };
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

/** Returns the user as a guest of the link. Not read for a link that gives every visitor the same. */
async function guestOf({ ports }: Pick<Context, "ports">, actor: Actor, row: repo.OpenedRow): Promise<Guest | undefined> {
  const isOpenToAll = row.visibility === "link" && row.password_hash === null && row.expires_at === null && row.max_views === null;
  if (actor.kind !== "user" || (isOpenToAll && row.allow_comments)) return undefined;
  return findGuest(ports.db, row.slug, actor.id);
}

/** Returns how many visitors have used up the view limit of a link. The link of a folder counts openings only. */
const usedViews = ({ openings, link_views: counted, link_folder_id: folderId }: repo.OpenedRow, purpose: LinkPurpose): number =>
  Math.max(purpose === "follow" && folderId === null ? 0 : openings, counted ?? 0);

/** Counts a visitor who opens a link with a view limit. Visits of the owner do not count. Returns false when the limit is reached. */
async function admit({ ports }: Context, actor: Actor, row: repo.OpenedRow): Promise<boolean> {
  return !countsAsView(actor, row.host_id) || repo.countOpening(ports.db, row.slug, row.link_views ?? 0, ports.clock.now());
}

/**
 * Opens a link for a visitor. One statement for public links without a view limit.
 * @param itemId the item inside, for the link of a folder. The link of an item opens its item, whatever is given
 */
async function bySlug(
  context: Context,
  slug: string,
  { actor, unlockCookie }: Visitor,
  purpose: LinkPurpose = "check",
  itemId?: string,
): Promise<Opened> {
  const { links, ports, signer } = context;
  const row = await links.read(slug, itemId);
  if (!row || !(await isShown(context, row))) return { ok: false, code: "not-found", awaits: null };
  const now = ports.clock.now();
  // The visitor was admitted before, by password or within the view limit.
  const isLetIn = signer.opens(unlockCookie, slug, row.password_hash ?? "", now);
  const guest = await guestOf(context, actor, row);
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
    isGuest: guest !== undefined,
  };
  const decision = canOpen(actor, facts, now);
  if (!decision.ok) {
    const code = decision.code === "password-required" || decision.code === "link-removed" ? decision.code : "not-found";
    const later = code === "not-found" && facts.unfinished ? canOpen(actor, { ...facts, unfinished: false }, now) : null;
    return { ok: false, code, awaits: later && (later.ok || later.code === "password-required") ? row : null };
  }
  const admission = row.max_views === null || isLetIn || guest ? null : signer.sign(slug, row.password_hash ?? "", now);
  const isRefused = admission !== null && (purpose === "read" || (purpose === "content" && !(await admit(context, actor, row))));
  if (isRefused) return { ok: false, code: "not-found", awaits: null };
  return { ok: true, row: withGuest(row, guest), callerId: bearerId(slug, actor), admission };
}

/** Returns whether a link that was opened before still opens for the visitor and shows this item. */
async function stillOpens(context: Context, slug: string, actor: Actor, itemId: string): Promise<boolean> {
  const { links, ports } = context;
  const row = await links.read(slug, itemId);
  if (row?.item_id !== itemId || !(await isShown(context, row))) return false;
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
    isGuest: (await guestOf(context, actor, row)) !== undefined,
  };
  return canOpen(actor, facts, ports.clock.now()).ok;
}

/**
 * Removes a link from everyone, or restores it, in the caller's transaction. Returns its item, or undefined when nothing changed.
 * {@link forget} must be called after the commit.
 */
async function takeDown({ ports }: Context, tx: Executor, slug: string, reason: ReportReason | null): Promise<repo.LinkedItem | undefined> {
  return repo.setTakenDown(tx, slug, reason === null ? null : { at: ports.clock.now(), reason });
}

/** Discards what is known about a link. Called after a change is committed. */
function forget({ links, removals }: Pick<Context, "links" | "removals">): void {
  links.forget();
  removals.forget();
}

/** The content of a link, and the value of the cookie that admits the visitor again; null where none is needed. */
interface SharedContent {
  shared: Shared;
  cookie: string | null;
}

/** What of a link is requested: a folder or an item inside a shared folder. */
interface Requested {
  folderId?: string | undefined;
  itemId?: string | undefined;
  /** Number of items of a folder. */
  limit: number;
}

/** Returns the content of a link. @throws AppError `not-found`, `password-required`, `link-removed` */
async function shared(context: Context, slug: string, visitor: Visitor, requested: Requested): Promise<SharedContent> {
  const { folders } = context;
  const item = await bySlug(context, slug, visitor, "content", requested.itemId);
  if (item.ok) return { shared: await present(context, visitor.actor, item), cookie: item.admission };
  if (item.code !== "not-found" || requested.itemId !== undefined) throw new AppError(item.code);
  const folder = await folders.open(slug, visitor, { folderId: requested.folderId ?? null, purpose: "visit" });
  if (!folder.ok) throw new AppError(folder.code);
  return { shared: await folders.present(folder, requested.limit), cookie: folder.admission };
}

async function present({ ports, media }: Context, actor: Actor, { row, callerId }: Extract<Opened, { ok: true }>): Promise<Shared> {
  const likedByMe = actor.kind === "user" && row.like_count > 0 && (await repo.isLiked(ports.pool, row.item_id, actor.id));
  return presentShared({ media, publicUrl: ports.publicUrl() }, callerId, { ...row, likedByMe });
}

/** Returns why a link does not open, whatever it opens; null when it does. */
async function refusalOf(context: Context, slug: string, visitor: Visitor): Promise<Exclude<Opened, { ok: true }>["code"] | null> {
  const item = await bySlug(context, slug, visitor);
  if (item.ok || item.code !== "not-found") return item.ok ? null : item.code;
  const folder = await context.folders.open(slug, visitor, { purpose: "check" });
  return folder.ok ? null : folder.code;
}

/** Checks the password of a link. Returns its content and the unlock cookie's value; null for links without password. */
async function unlock(
  context: Context,
  slug: string,
  password: string,
  visitor: Visitor,
  { ip, ...requested }: Requested & { ip: string },
): Promise<SharedContent> {
  const { limits, ports, signer } = context;
  const refusal = await refusalOf(context, slug, visitor);
  if (refusal === null) return { ...(await shared(context, slug, visitor, requested)), cookie: null };
  if (refusal !== "password-required") throw new AppError(refusal);
  // Counted before the comparison, so that parallel requests cannot exceed the limit; a correct password resets it.
  const guesses = { key: `share-unlock:${slug}:${ip}`, rule: UNLOCK_RULE };
  await limits.take(guesses);
  const link = await repo.findBySlug(ports.db, slug);
  if (!link?.passwordHash || !(await verify(link.passwordHash, password)))
    throw new AppError("wrong-password", { message: "Wrong password. Please try again." });
  await limits.clear([guesses.key]);
  const row = link.itemId === null ? undefined : await repo.openSlug(ports.pool, slug, null);
  if (row && row.max_views !== null && !(await admit(context, visitor.actor, row))) throw new AppError("not-found");
  if (link.folderId !== null && link.maxViews !== null && countsAsView(visitor.actor, link.createdBy))
    if (!(await repo.countOpening(ports.db, slug, 0, ports.clock.now()))) throw new AppError("not-found");
  const cookie = signer.sign(slug, link.passwordHash, ports.clock.now());
  return { ...(await shared(context, slug, { ...visitor, unlockCookie: cookie }, requested)), cookie };
}

/** Returns a page of the items of a shared folder, and the value of the cookie that admits the visitor again. */
async function listItems(
  { folders }: Context,
  slug: string,
  visitor: Visitor,
  { folderId, ...page }: { folderId?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const opened = await folders.open(slug, visitor, { folderId: folderId ?? null, purpose: "content" });
  if (!opened.ok) throw new AppError(opened.code);
  return { page: await folders.items(opened, page), cookie: opened.admission };
}

/** Returns the headers that set the unlock cookie. */
const cookiesOf = ({ ports }: Context, slug: string, value: string): string[] =>
  unlockCookieHeaders(slug, value, ports.publicUrl().startsWith("https:"));

export function createSharesService(ports: Ports, { items, media, memberships, rights, events, audit, limits }: SharesDeps) {
  const signer = createUnlockSigner(ports.keys.derive("share-unlock"));
  const links = createLinks(ports);
  const removals = createRemovals(ports);
  const folders = createFolderLinks({ ports, media, memberships, rights, signer });
  const context: Context = { items, ports, links, signer, media, limits, rights, removals, folders };
  const terms = createTerms({ ports, items, memberships, rights, audit, events, forget: links.forget });
  return {
    ...terms,
    bySlug: bySlug.bind(null, context),
    stillOpens: stillOpens.bind(null, context),
    takeDown: takeDown.bind(null, context),
    isTakenDown: removals.has,
    forget: forget.bind(null, context),
    cookiesOf: cookiesOf.bind(null, context),
    hasRoomForView: repo.hasRoomForView,
    shared: shared.bind(null, context),
    refusalOf: refusalOf.bind(null, context),
    unlock: unlock.bind(null, context),
    listItems: listItems.bind(null, context),
    /** The links of folders: what they open, and their files. */
    folders,
  };
}

export type SharesService = ReturnType<typeof createSharesService>;
