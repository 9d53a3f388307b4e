import { verify } from "@node-rs/argon2";
import { type OpenedRequest, RequestSender, type FolderKind } from "@stillreel/contract";
import { canAnswer, canArrive, canOpenRequest, type RequestFacts } from "../../access/policies/requests.policy.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import { createUnlockSigner, unlockCookieHeaders, type UnlockSigner, type Visitor } from "../../access/visitors/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import { absentUser, type UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { parseInput } from "../../platform/http/issues.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { presentOpened } from "./requests.present.ts";
import * as repo from "./requests.repo.ts";

/** A slug is 16 random bytes in base64url; other values are not queried. */
const SLUG = /^[A-Za-z0-9_-]{22}$/u;

/** The modules that the functions of this file use. */
export interface AnswersDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of">;
  states: Pick<AccountStates, "isActive">;
  limits: RateLimits;
  notifier: Notifier;
}

interface Context extends AnswersDeps {
  ports: Ports;
  signer: UnlockSigner;
}

/** An open request with its asker, who will own the items. */
export interface Admission {
  requestId: string;
  asker: UserActor;
  workspaceId: string;
  folderId: string | null;
  /** The type that the folder accepts; null for the root. */
  folderKind: FolderKind | null;
  title: string;
  sender: Sender;
}

type Sender = ReturnType<typeof RequestSender.parse>;

/** An item that arrived, as its content shows. */
export interface Arrival {
  itemId: string;
  requestId: string;
  type: "image" | "video";
  durationMs: number | null;
}

/** Returns the asker as the actor whose permissions limit what visitors may add. */
const askerOf = ({ user_id: id, home_id: homeId }: repo.RequestRow): UserActor => absentUser(id, homeId);

/** Returns whether the asker's account is active and may still add to the target. */
async function mayAdd({ states, memberships, rights }: Context, row: repo.RequestRow): Promise<boolean> {
  const asker = askerOf(row);
  if (!(await states.isActive(asker))) return false;
  try {
    const workspace = await memberships.resolve(asker, row.workspace_id);
    return (await rights.of(asker, workspace)).onFolder(row.folder_id).write;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return false;
    throw error;
  }
}

async function factsOf(context: Context, row: repo.RequestRow, cookie: string | undefined): Promise<RequestFacts> {
  const { signer, ports } = context;
  const { slug, password_hash: passwordHash, state } = row;
  const unlocked = passwordHash !== null && signer.opens(cookie, slug, passwordHash, ports.clock.now());
  return { state, askerMayAdd: await mayAdd(context, row), hasPassword: passwordHash !== null, unlocked };
}

/** Returns the request of a link. @throws AppError `not-found` */
async function bySlug({ ports }: Context, slug: string): Promise<repo.RequestRow> {
  const row = SLUG.test(slug) ? await repo.findBySlug(ports.db, slug, ports.clock.now()) : undefined;
  if (!row) throw new AppError("not-found");
  return row;
}

/** Returns what a visitor sees of a request. @throws AppError `not-found`, `password-required` */
async function open(context: Context, slug: string, { unlockCookie }: Visitor): Promise<OpenedRequest> {
  const row = await bySlug(context, slug);
  const facts = await factsOf(context, row, unlockCookie);
  const decision = canOpenRequest(facts);
  if (!decision.ok) throw new AppError(decision.code);
  return shownTo(context, row, facts);
}

function shownTo({ ports }: Context, row: repo.RequestRow, { askerMayAdd, hasPassword, unlocked }: RequestFacts): OpenedRequest {
  const { MAX_UPLOAD_BYTES: maxVideoBytes, MAX_IMAGE_BYTES: image } = ports.config;
  const isReadable = !hasPassword || unlocked;
  return presentOpened(row, { askerMayAdd, isReadable, maxVideoBytes, maxImageBytes: Math.min(image, maxVideoBytes) });
}

/** The page of a request: its facts without the password, and whether a password is missing. */
export interface RequestPage {
  opened: OpenedRequest;
  isLocked: boolean;
}

/** Returns what the page of a request needs, and counts the opening. A locked page shows title and asker only. */
async function page(context: Context, slug: string, { actor, unlockCookie }: Visitor): Promise<RequestPage> {
  const row = await bySlug(context, slug);
  const facts = await factsOf(context, row, unlockCookie);
  if (actor.kind !== "user" || actor.id !== row.user_id) await repo.countOpening(context.ports.db, slug);
  const isLocked = !canOpenRequest(facts).ok;
  const opened = shownTo(context, row, facts);
  return { opened: isLocked ? { ...opened, title: row.title } : opened, isLocked };
}

/** Checks the password. Returns what the request asks for and the cookie's value. @throws AppError `wrong-password` */
async function unlock(
  context: Context,
  slug: string,
  password: string,
  ip: string,
): Promise<{ opened: OpenedRequest; cookie: string | null }> {
  const { limits, signer, ports } = context;
  const row = await bySlug(context, slug);
  const { password_hash: passwordHash } = row;
  if (passwordHash === null) return { opened: shownTo(context, row, await factsOf(context, row, undefined)), cookie: null };
  // Counted before the comparison, so that parallel requests cannot exceed the limit; a correct password resets it.
  const guesses = { key: `share-unlock:${slug}:${ip}`, rule: RATE_RULES["share-unlock"] };
  await limits.take(guesses);
  if (!(await verify(passwordHash, password))) throw new AppError("wrong-password", { message: "Wrong password. Please try again." });
  await limits.clear([guesses.key]);
  const cookie = signer.sign(slug, passwordHash, ports.clock.now());
  return { opened: shownTo(context, row, await factsOf(context, row, cookie)), cookie };
}

/**
 * Returns the asker and the target for an upload of a visitor. Whether a position is free is decided by {@link reserve}.
 * @throws AppError `not-found`, `request-closed`, `password-required`, `validation-failed`
 */
async function admit(
  context: Context,
  slug: string,
  visitor: Pick<Visitor, "unlockCookie">,
  given: Readonly<Record<string, string | null | undefined>>,
): Promise<Admission> {
  const row = await bySlug(context, slug);
  const decision = canAnswer(await factsOf(context, row, visitor.unlockCookie));
  if (!decision.ok) throw new AppError(decision.code);
  const fields = ["senderName", "senderEmail", "note", "source"].flatMap((name) => (given[name] == null ? [] : [[name, given[name]]]));
  const sender = parseInput(RequestSender, Object.fromEntries(fields)) as Sender;
  if (!row.kinds.includes(sender.source)) throw invalid("source", "This request does not ask for that.", "not-requested");
  const { id: requestId, workspace_id: workspaceId, folder_id: folderId, folder_kind: folderKind, title } = row;
  return { requestId, asker: askerOf(row), workspaceId, folderId, folderKind, title, sender };
}

/** Returns the asker of an upload that continues. @throws AppError `request-closed` when the request accepts nothing any more */
async function askerWhileOpen(context: Context, requestId: string): Promise<UserActor> {
  const { ports } = context;
  const row = await repo.findById(ports.db, requestId, ports.clock.now());
  if (!row || row.state === "closed" || !(await mayAdd(context, row))) throw new AppError("request-closed");
  return askerOf(row);
}

/** Returns the asker of an upload that ended. @throws AppError `not-found` when the request was deleted */
async function askerAfterwards({ ports }: Context, requestId: string): Promise<UserActor> {
  const row = await repo.findById(ports.db, requestId, ports.clock.now());
  if (!row) throw new AppError("not-found");
  return askerOf(row);
}

/**
 * Reserves a position for an upload, in the transaction that creates it. The lock makes parallel uploads count one after the other.
 * @throws AppError `request-closed`, `request-full`
 */
async function reserve({ ports }: Context, tx: Executor, itemId: string, { requestId, sender }: Admission): Promise<void> {
  const now = ports.clock.now();
  const row = (await repo.lockRequest(tx, requestId)) ? await repo.findById(tx, requestId, now) : undefined;
  if (!row || row.state === "closed") throw new AppError("request-closed");
  if (row.state === "full") throw new AppError("request-full");
  await repo.insertItem(tx, { ...sender, itemId, requestId, createdAt: now });
}

/**
 * Accepts an item, in the transaction that completes it, and notifies the asker. The position of the upload itself is free: it is counted
 * while the upload is in progress.
 * @throws AppError `request-closed`, `request-full`, `request-too-long`, `unsupported-file-type`
 */
async function arrive(context: Context, tx: Executor, { itemId, requestId, type, durationMs }: Arrival): Promise<Notified[]> {
  const { ports, notifier } = context;
  const now = ports.clock.now();
  const row = (await repo.lockRequest(tx, requestId)) ? await repo.findById(tx, requestId, now) : undefined;
  const known = await repo.findItem(tx, itemId);
  if (!row || !known || row.state === "closed") throw new AppError("request-closed");
  if (row.max_items !== null && row.arrived >= row.max_items) throw new AppError("request-full");
  const decision = canArrive({ type, durationMs, source: known.source }, row.max_seconds);
  if (!decision.ok) throw new AppError(decision.code);
  await repo.markSent(tx, itemId, now);
  const details = { senderName: known.senderName };
  const event = { kind: "request", subjectId: requestId, itemId, workspaceId: row.workspace_id, actorId: null, details } as const;
  return notifier.add(tx, { ...event, userIds: [row.user_id] });
}

/** Creates the service for visitors: what is requested, and uploads that answer it. */
export function createAnswers(ports: Ports, deps: AnswersDeps) {
  const context: Context = { ...deps, ports, signer: createUnlockSigner(ports.keys.derive("request-unlock")) };
  return {
    open: open.bind(null, context),
    page: page.bind(null, context),
    unlock: unlock.bind(null, context),
    admit: admit.bind(null, context),
    askerWhileOpen: askerWhileOpen.bind(null, context),
    askerAfterwards: askerAfterwards.bind(null, context),
    reserve: reserve.bind(null, context),
    arrive: arrive.bind(null, context),
    /** Notifies the open pages of the asker after the commit. */
    publish: deps.notifier.publish,
    release: repo.releaseItem,
    /** Returns the headers that set the unlock cookie. */
    cookiesOf: (slug: string, value: string): string[] => unlockCookieHeaders(slug, value, ports.publicUrl().startsWith("https:")),
  };
}

export type Answers = ReturnType<typeof createAnswers>;
