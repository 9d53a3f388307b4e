import { isApiError } from "@stillreel/client";
import {
  CaptureRecord,
  type ClientResult,
  getImage,
  getShare,
  getUserData,
  PageUrl,
  replaceImage,
  updateItem,
  uploadImage,
} from "@stillreel/contract";
import { api } from "../../shared/data/api.ts";
import type { CaptureFailure } from "../core/capture-failure.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { type ServerWatch, watchServer } from "../../shared/data/server-probe.ts";
import { loseTarget } from "../../shared/data/save-targets.ts";
import { startSave } from "./start-save.ts";
import { captureById, markCapture, pictureOf } from "./capture-store.ts";
import type { SaveStart } from "../core/save-failure.ts";
import type { RejectReason, SentItem, StoredCapture } from "../core/stored-capture.ts";
import { isOwnedBy, type Owner, ownerNow, rememberOwner } from "../../shared/data/owner.ts";
import { failureOf, isDrawnOn, isLocationClosed, isSameDocument, rejectionOf } from "./send-capture.plan.ts";

const PERSONAL = "personal";
/** Returns the target space of a capture as used in API paths. */
const spaceOf = ({ workspaceId }: StoredCapture): string => workspaceId ?? PERSONAL;
/** Name of the lock that allows one upload at a time in the whole extension. The browser releases it when its holder terminates. */
const LOCK = "captures.send";

type Item = ClientResult<typeof getImage>;

/** Result of an attempt to send a capture. */
export type SendOutcome =
  | {
      ok: true;
      capture: StoredCapture;
      item: SentItem;
      /** Name of the requested save target when it is closed; null when the capture is in its target. */
      lost: string | null;
      /** The save to the service that the capture names; null without one. */
      save: SaveStart | null;
    }
  /** The server would refuse the same request again. */
  | { ok: false; kind: "rejected"; reason: RejectReason }
  /** It is sent automatically later. */
  | { ok: false; kind: "later"; reason: CaptureFailure }
  /** It does not exist, or belongs to another user. */
  | { ok: false; kind: "gone" };

const sent = (capture: StoredCapture, item: Item, shareUrl: string | null): SentItem => ({
  itemId: item.id,
  refName: item.refName,
  pictureVersion: item.pictureVersion,
  shareUrl: item.shareUrl ?? shareUrl,
  title: item.title,
  folderId: item.parentId,
  keepOriginal: capture.keepOriginal,
  revision: capture.revision,
});

/** One attempt to send a capture. */
interface Attempt {
  /** Ends every request of the attempt when the server stops answering. */
  signal: AbortSignal;
  /** Receives the name of a closed save target. */
  lose: (name: string) => void;
}

/** Limits an upload to half a minute plus the transfer time on a slow line, so that the queue is not blocked. */
const uploadSignal = ({ signal }: Attempt, picture: Blob): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(30_000 + picture.size / 50)]);

/** Creates the item. Text fields come first: the server reads the form as a stream and stores files on arrival. */
async function create(capture: StoredCapture, attempt: Attempt): Promise<SentItem> {
  const { keepCaptureFacts } = await readPreferences();
  const [base, flat] = await Promise.all([pictureOf(capture.id, "base"), pictureOf(capture.id, "flat")]);
  if (!base) throw new Error("The capture has no picture.");
  const form = new FormData();
  form.append("title", capture.title);
  form.append("fullFileName", capture.fileName);
  if (capture.folderId !== null) form.append("folderId", capture.folderId);
  if (keepCaptureFacts) {
    const pageUrl = PageUrl.safeParse(capture.pageUrl ?? undefined);
    if (pageUrl.success) form.append("pageUrl", pageUrl.data);
    const record = CaptureRecord.safeParse(capture.record);
    if (record.success) form.append("capture", JSON.stringify(record.data));
  }
  const isFlattened = isDrawnOn(capture.savedDocument) && flat !== null;
  const keepsOriginal = isFlattened && capture.keepOriginal;
  if (keepsOriginal) form.append("markers", JSON.stringify(capture.savedDocument));
  form.append("file", isFlattened ? flat : base, capture.fileName);
  if (keepsOriginal) form.append("original", base, "original.png");
  const args = { params: { workspaceId: spaceOf(capture) }, body: form };
  const options = { headers: { "idempotency-key": capture.idempotencyKey }, signal: uploadSignal(attempt, base) };
  return sent(capture, await api.call(uploadImage, args, options), null);
}

/** Creates the item in its folder, or in the root of the personal space when folder or workspace is closed. */
async function createSomewhere(capture: StoredCapture, attempt: Attempt): Promise<SentItem> {
  try {
    return await create(capture, attempt);
  } catch (error) {
    if (spaceOf(capture) !== PERSONAL && isLocationClosed(error)) {
      // A new key: the retry must not receive the stored refusal.
      const elsewhere = { workspaceId: null, folderId: null, idempotencyKey: crypto.randomUUID() };
      attempt.lose(await loseTarget({ workspaceId: spaceOf(capture), folderId: capture.folderId }));
      await markCapture(capture.id, () => elsewhere);
      return create({ ...capture, ...elsewhere }, attempt);
    }
    if (capture.folderId === null || !isApiError(error, "not-found", "validation-failed")) throw error;
    await markCapture(capture.id, () => ({ folderId: null }));
    return create({ ...capture, folderId: null }, attempt);
  }
}

/** Returns the item when an earlier replacement succeeded and only its response was lost. */
async function hasArrived(capture: StoredCapture, item: SentItem, { signal }: Attempt): Promise<Item | null> {
  if (capture.triedRevision !== capture.revision || item.pictureVersion === null) return null;
  const now = await api.call(getImage, { params: { workspaceId: spaceOf(capture), itemId: item.itemId } }, { signal });
  const isOurs =
    now.pictureVersion === item.pictureVersion + 1 && (!capture.keepOriginal || isSameDocument(now.markers, capture.savedDocument));
  return isOurs ? now : null;
}

/** Replaces the pixels of the item; the link stays the same. */
async function replace(capture: StoredCapture, item: SentItem, attempt: Attempt): Promise<SentItem> {
  const picture = (await pictureOf(capture.id, "flat")) ?? (await pictureOf(capture.id, "base"));
  if (!picture) throw new Error("The capture has no picture.");
  const form = new FormData();
  form.append("refName", item.refName);
  form.append("keepOriginal", String(capture.keepOriginal));
  if (capture.keepOriginal) form.append("markers", JSON.stringify(capture.savedDocument ?? { version: 1, crop: null, shapes: [] }));
  if (item.pictureVersion !== null) form.append("baseVersion", String(item.pictureVersion));
  form.append("blob", picture, capture.fileName);
  try {
    const args = { params: { workspaceId: spaceOf(capture) }, body: form };
    return sent(capture, await api.call(replaceImage, args, { signal: uploadSignal(attempt, picture) }), item.shareUrl);
  } catch (error) {
    const arrived = isApiError(error, "edit-conflict") ? await hasArrived(capture, item, attempt) : null;
    if (arrived) return sent(capture, arrived, item.shareUrl);
    throw error;
  }
}

/** Sends title and folder if they have changed since the last upload. */
async function describe(capture: StoredCapture, item: SentItem, { signal }: Attempt): Promise<SentItem> {
  const isTitled = item.title === capture.title.trim();
  const isFiled = item.folderId === capture.folderId;
  if (isTitled && isFiled) return item;
  const body = {
    ...(isTitled ? {} : { title: capture.title, fullFileName: capture.fileName }),
    ...(isFiled ? {} : { parentId: capture.folderId }),
  };
  const params = { workspaceId: spaceOf(capture), type: "image" as const, itemId: item.itemId };
  const updated = await api.call(updateItem, { params, body }, { signal });
  return { ...item, title: updated.title, folderId: updated.parentId, pictureVersion: updated.pictureVersion };
}

/** Creates a new item for a saved capture whose item no longer exists. */
async function createAgain(capture: StoredCapture, attempt: Attempt): Promise<SentItem> {
  const idempotencyKey = crypto.randomUUID();
  await markCapture(capture.id, () => ({ item: null, idempotencyKey }));
  return createSomewhere({ ...capture, item: null, idempotencyKey }, attempt);
}

/** Sends title and folder; when the item may not be changed any more, creates a new item where the user may write. */
async function describeSomewhere(capture: StoredCapture, item: SentItem, attempt: Attempt): Promise<SentItem> {
  try {
    return await describe(capture, item, attempt);
  } catch (error) {
    if (spaceOf(capture) === PERSONAL || !isLocationClosed(error)) throw error;
    return createAgain(capture, attempt);
  }
}

async function makeOrChange(capture: StoredCapture, attempt: Attempt): Promise<SentItem> {
  let item = capture.item;
  if (item === null) {
    const made = await createSomewhere(capture, attempt);
    // The server repeats the response of the earlier attempt: newer pixels must be sent after it.
    const isRepeat = capture.triedRevision !== null && capture.triedRevision !== capture.revision;
    item = isRepeat ? { ...made, revision: capture.triedRevision as number } : made;
    await markCapture(capture.id, () => ({ item }));
  }
  // Changes found on the way, such as a deleted folder, apply from here on.
  const known = (await captureById(capture.id)) ?? capture;
  if (item.revision === capture.revision) return describeSomewhere(known, item, attempt);
  try {
    item = await replace(capture, item, attempt);
  } catch (error) {
    // The item was deleted, or its workspace is read-only now.
    const isClosed = spaceOf(capture) !== PERSONAL && isApiError(error, "forbidden");
    if (!isClosed && !isApiError(error, "not-found")) throw error;
    item = await createAgain(known, attempt);
  }
  await markCapture(capture.id, () => ({ item }));
  return describeSomewhere((await captureById(capture.id)) ?? capture, item, attempt);
}

async function withLink(capture: StoredCapture, item: SentItem, { signal }: Attempt): Promise<SentItem> {
  if (item.shareUrl !== null) return item;
  const { shareUrl } = await api.call(getShare, { params: { workspaceId: spaceOf(capture), itemId: item.itemId } }, { signal });
  return { ...item, shareUrl };
}

/**
 * Assigns the capture to the current user; an unowned capture becomes theirs. Stores the attempt before the first byte is
 * sent: after a crash it shows that a response may have been lost.
 * @returns the capture with the data of an earlier attempt
 */
async function claim(capture: StoredCapture, owner: Owner, { signal }: Attempt): Promise<StoredCapture | null> {
  if (capture.discardedAt !== null || !isOwnedBy(capture.owner, owner)) return null;
  let mark = owner.mark;
  if (owner.marks.length === 1) {
    mark = (await api.call(getUserData, {}, { signal })).id;
    if (!(await rememberOwner(owner.mark, mark))) throw new Error("Another user has signed in.");
  }
  let earlier = capture.triedRevision;
  const claimed = await markCapture(capture.id, ({ item, revision, triedRevision }) => {
    earlier = triedRevision;
    const tried = item === null ? (triedRevision ?? revision) : revision;
    return { owner: mark, upload: { state: "sending" }, ...(item?.revision !== revision && { triedRevision: tried }) };
  });
  return claimed && { ...claimed, triedRevision: earlier };
}

/**
 * Watches the server during the first attempt to send a revision. A repeated attempt is only limited in time: on a very slow line the
 * first one may have been abandoned although the server answers.
 */
const watchFirst = ({ triedRevision, revision }: StoredCapture): ServerWatch =>
  triedRevision === revision ? { signal: new AbortController().signal, end: () => undefined } : watchServer();

async function send(before: StoredCapture, owner: Owner, attempt: Attempt, wantsLink: boolean): Promise<SentItem | null> {
  const capture = await claim(before, owner, attempt);
  if (!capture) return null;
  const item = await makeOrChange(capture, attempt);
  return wantsLink ? withLink((await captureById(capture.id)) ?? capture, item, attempt) : item;
}

async function attemptOf(id: string, wantsLink: boolean): Promise<SendOutcome> {
  const [before, owner] = await Promise.all([captureById(id), ownerNow()]);
  if (!before) return { ok: false, kind: "gone" };
  if (owner === null) {
    await markCapture(id, () => ({ upload: { state: "waiting" } }));
    return { ok: false, kind: "later", reason: "signed-out" };
  }
  const watch = watchFirst(before);
  try {
    let lost: string | null = null;
    const item = await send(before, owner, { signal: watch.signal, lose: (name) => (lost = name) }, wantsLink);
    if (!item) return { ok: false, kind: "gone" };
    const current = (await captureById(id)) ?? before;
    const save = current.saveTo ? await startSave(current, item, current.saveTo, watch.signal) : null;
    const done = await markCapture(id, (now) => ({
      item,
      saveTo: null,
      triedRevision: null,
      touchedAt: Date.now(),
      // The capture was saved again during the upload: the newer pixels follow.
      upload: { state: now.revision === item.revision ? "done" : "waiting" },
    }));
    return done ? { ok: true, capture: done, item, lost, save } : { ok: false, kind: "gone" };
  } catch (error) {
    const reason = rejectionOf(error);
    await markCapture(id, () => ({ upload: reason ? { state: "failed", reason } : { state: "waiting" } }));
    return reason ? { ok: false, kind: "rejected", reason } : { ok: false, kind: "later", reason: failureOf(error) };
  } finally {
    watch.end();
  }
}

/** Sends a capture in its last saved state. Never throws for server or network errors. */
export async function sendCapture(id: string, { wantsLink = false } = {}): Promise<SendOutcome> {
  return navigator.locks.request(LOCK, () => attemptOf(id, wantsLink));
}
