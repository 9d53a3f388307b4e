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
import { loseTarget } from "../../shared/data/save-targets.ts";
import { captureById, markCapture, pictureOf } from "./capture-store.ts";
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

/** Time limit of a request: half a minute plus the transfer time on a slow line, so that the queue is not blocked. */
const patience = (picture: Blob): AbortSignal => AbortSignal.timeout(30_000 + picture.size / 50);

/** Creates the item. Text fields come first: the server reads the form as a stream and stores files on arrival. */
async function create(capture: StoredCapture): Promise<SentItem> {
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
  const options = { headers: { "idempotency-key": capture.idempotencyKey }, signal: patience(base) };
  return sent(capture, await api.call(uploadImage, args, options), null);
}

/** Receives the name of a closed save target. */
type Lose = (name: string) => void;

/** Creates the item in its folder, or in the root of the personal space when folder or workspace is closed. */
async function createSomewhere(capture: StoredCapture, lose: Lose): Promise<SentItem> {
  try {
    return await create(capture);
  } catch (error) {
    if (spaceOf(capture) !== PERSONAL && isLocationClosed(error)) {
      // A new key: the retry must not receive the stored refusal.
      const elsewhere = { workspaceId: null, folderId: null, idempotencyKey: crypto.randomUUID() };
      lose(await loseTarget({ workspaceId: spaceOf(capture), folderId: capture.folderId }));
      await markCapture(capture.id, () => elsewhere);
      return create({ ...capture, ...elsewhere });
    }
    if (capture.folderId === null || !isApiError(error, "not-found", "validation-failed")) throw error;
    await markCapture(capture.id, () => ({ folderId: null }));
    return create({ ...capture, folderId: null });
  }
}

/** Returns the item when an earlier replacement succeeded and only its response was lost. */
async function hasArrived(capture: StoredCapture, item: SentItem): Promise<Item | null> {
  if (capture.triedRevision !== capture.revision || item.pictureVersion === null) return null;
  const now = await api.call(getImage, { params: { workspaceId: spaceOf(capture), itemId: item.itemId } });
  const isOurs =
    now.pictureVersion === item.pictureVersion + 1 && (!capture.keepOriginal || isSameDocument(now.markers, capture.savedDocument));
  return isOurs ? now : null;
}

/** Replaces the pixels of the item; the link stays the same. */
async function replace(capture: StoredCapture, item: SentItem): Promise<SentItem> {
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
    return sent(capture, await api.call(replaceImage, args, { signal: patience(picture) }), item.shareUrl);
  } catch (error) {
    const arrived = isApiError(error, "edit-conflict") ? await hasArrived(capture, item) : null;
    if (arrived) return sent(capture, arrived, item.shareUrl);
    throw error;
  }
}

/** Sends title and folder if they have changed since the last upload. */
async function describe(capture: StoredCapture, item: SentItem): Promise<SentItem> {
  const isTitled = item.title === capture.title.trim();
  const isFiled = item.folderId === capture.folderId;
  if (isTitled && isFiled) return item;
  const body = {
    ...(isTitled ? {} : { title: capture.title, fullFileName: capture.fileName }),
    ...(isFiled ? {} : { parentId: capture.folderId }),
  };
  const params = { workspaceId: spaceOf(capture), type: "image" as const, itemId: item.itemId };
  const updated = await api.call(updateItem, { params, body });
  return { ...item, title: updated.title, folderId: updated.parentId, pictureVersion: updated.pictureVersion };
}

/** Creates a new item for a saved capture whose item no longer exists. */
async function createAgain(capture: StoredCapture, lose: Lose): Promise<SentItem> {
  const idempotencyKey = crypto.randomUUID();
  await markCapture(capture.id, () => ({ item: null, idempotencyKey }));
  return createSomewhere({ ...capture, item: null, idempotencyKey }, lose);
}

/** Sends title and folder; when the item may not be changed any more, creates a new item where the user may write. */
async function describeSomewhere(capture: StoredCapture, item: SentItem, lose: Lose): Promise<SentItem> {
  try {
    return await describe(capture, item);
  } catch (error) {
    if (spaceOf(capture) === PERSONAL || !isLocationClosed(error)) throw error;
    return createAgain(capture, lose);
  }
}

async function makeOrChange(capture: StoredCapture, lose: Lose): Promise<SentItem> {
  let item = capture.item;
  if (item === null) {
    const made = await createSomewhere(capture, lose);
    // The server repeats the response of the earlier attempt: newer pixels must be sent after it.
    const isRepeat = capture.triedRevision !== null && capture.triedRevision !== capture.revision;
    item = isRepeat ? { ...made, revision: capture.triedRevision as number } : made;
    await markCapture(capture.id, () => ({ item }));
  }
  // Changes found on the way, such as a deleted folder, apply from here on.
  const known = (await captureById(capture.id)) ?? capture;
  if (item.revision === capture.revision) return describeSomewhere(known, item, lose);
  try {
    item = await replace(capture, item);
  } catch (error) {
    // The item was deleted, or its workspace is read-only now.
    const isClosed = spaceOf(capture) !== PERSONAL && isApiError(error, "forbidden");
    if (!isClosed && !isApiError(error, "not-found")) throw error;
    item = await createAgain(known, lose);
  }
  await markCapture(capture.id, () => ({ item }));
  return describeSomewhere((await captureById(capture.id)) ?? capture, item, lose);
}

async function withLink(capture: StoredCapture, item: SentItem): Promise<SentItem> {
  if (item.shareUrl !== null) return item;
  const { shareUrl } = await api.call(getShare, { params: { workspaceId: spaceOf(capture), itemId: item.itemId } });
  return { ...item, shareUrl };
}

/**
 * Assigns the capture to the current user; an unowned capture becomes theirs. Stores the attempt before the first byte is
 * sent: after a crash it shows that a response may have been lost.
 * @returns the capture with the data of an earlier attempt
 */
async function claim(capture: StoredCapture, owner: Owner): Promise<StoredCapture | null> {
  if (capture.discardedAt !== null || !isOwnedBy(capture.owner, owner)) return null;
  let mark = owner.mark;
  if (owner.marks.length === 1) {
    mark = (await api.call(getUserData, {})).id;
    await rememberOwner(owner.mark, mark);
  }
  let earlier = capture.triedRevision;
  const claimed = await markCapture(capture.id, ({ item, revision, triedRevision }) => {
    earlier = triedRevision;
    const tried = item === null ? (triedRevision ?? revision) : revision;
    return { owner: mark, upload: { state: "sending" }, ...(item?.revision !== revision && { triedRevision: tried }) };
  });
  return claimed && { ...claimed, triedRevision: earlier };
}

async function attempt(id: string, wantsLink: boolean): Promise<SendOutcome> {
  const [before, owner] = await Promise.all([captureById(id), ownerNow()]);
  if (!before) return { ok: false, kind: "gone" };
  if (owner === null) {
    await markCapture(id, () => ({ upload: { state: "waiting" } }));
    return { ok: false, kind: "later", reason: "signed-out" };
  }
  try {
    const capture = await claim(before, owner);
    if (!capture) return { ok: false, kind: "gone" };
    let lost: string | null = null;
    let item = await makeOrChange(capture, (name) => (lost = name));
    if (wantsLink) item = await withLink((await captureById(id)) ?? capture, item);
    const done = await markCapture(id, (now) => ({
      item,
      triedRevision: null,
      touchedAt: Date.now(),
      // The capture was saved again during the upload: the newer pixels follow.
      upload: { state: now.revision === item.revision ? "done" : "waiting" },
    }));
    return done ? { ok: true, capture: done, item, lost } : { ok: false, kind: "gone" };
  } catch (error) {
    const reason = rejectionOf(error);
    await markCapture(id, () => ({ upload: reason ? { state: "failed", reason } : { state: "waiting" } }));
    return reason ? { ok: false, kind: "rejected", reason } : { ok: false, kind: "later", reason: failureOf(error) };
  }
}

/** Sends a capture in its last saved state. Never throws for server or network errors. */
export async function sendCapture(id: string, { wantsLink = false } = {}): Promise<SendOutcome> {
  return navigator.locks.request(LOCK, () => attempt(id, wantsLink));
}
