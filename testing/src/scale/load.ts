import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { multipart } from "../form.ts";
import { padded } from "../padded-file.ts";
import { png } from "../png.ts";
import type { Entry, Ledger } from "./ledger.ts";
import { oneOf, type Random } from "../random.ts";
import { type Answer, dataOf, type Transport } from "./transport.ts";

/** One user of the load with their items. Requests of one user follow each other. */
export interface LoadUser {
  name: string;
  headers: Record<string, string>;
  /** A folder for each type. */
  folders: Record<Entry["type"], string>;
}

/** What the load needs. Files: a video that can be decoded, and one in fragments as a recorder writes it. */
export interface LoadContext {
  transport: Transport;
  ledger: Ledger;
  files: { video: Buffer; recording: Buffer };
  /** Differences between the answers and the ledger that were found during the run. */
  faults: string[];
}

const API = "/api/v1";
const TUS = { "tus-resumable": "1.0.0" };
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
/** Longest time of one resumable upload, with all interruptions. */
const UPLOAD_MS = 180_000;

/** Creates an account with two folders. */
export async function createLoadUser({ transport }: LoadContext, name: string): Promise<LoadUser> {
  const body = { email: `${name}@scale.example`, password: "correct horse 7", username: name };
  const path = `${API}/auth/register`;
  const session = dataOf<{ idToken: string; refreshToken: string }>(
    await transport.send({ label: "register", method: "POST", path, body }),
    "register",
  );
  const headers = { idtoken: session.idToken, refreshtoken: session.refreshToken };
  const folder = async (kind: Entry["type"]): Promise<string> => {
    const body = { name: "Release", kind };
    const sent = { label: "folder", method: "POST", path: `${API}/workspace/personal/folders`, headers, body };
    return dataOf<{ id: string }>(await transport.send(sent), "folder").id;
  };
  return { name, headers, folders: { image: await folder("image"), video: await folder("video") } };
}

const entryOf = (user: LoadUser, type: Entry["type"], id: string, file: Buffer, isPlayable = true): Parameters<Ledger["created"]>[0] => ({
  id,
  owner: user.headers,
  type,
  sha256: sha(file),
  isPlayable,
});

async function uploadByForm({ transport, ledger }: LoadContext, user: LoadUser, random: Random): Promise<void> {
  const size = (): number => 16 + Math.floor(random() * 600);
  const file = png(size(), size(), [size() % 256, size() % 256, size() % 256]);
  const form = multipart({ fullFileName: "shot.png", title: `Shot ${size()}` }, { fileName: "shot.png", type: "image/png", bytes: file });
  const headers = { ...user.headers, ...form.headers };
  const path = `${API}/workspace/personal/files/image`;
  const answer = await transport.insist({ label: "upload by form", method: "POST", path, headers, body: form.payload });
  if (answer.status === 201) ledger.created(entryOf(user, "image", dataOf<{ id: string }>(answer, "upload").id, file));
}

/** Sends a file in parts as an interrupted client does: it asks for the offset after every failure. Returns whether it was completed. */
async function sendParts(
  context: LoadContext,
  user: LoadUser,
  random: Random,
  url: string,
  file: Buffer,
  isOpen: boolean,
): Promise<boolean> {
  const { transport, faults } = context;
  const until = performance.now() + UPLOAD_MS;
  let acknowledged = 0;
  while (performance.now() < until) {
    const head = await transport.insist({ label: "offset", method: "HEAD", path: url, headers: { ...user.headers, ...TUS } });
    const offset = Number(head.headers.get("upload-offset") ?? Number.NaN);
    if (head.status !== 200 || Number.isNaN(offset)) {
      faults.push(`The offset of an upload answered ${head.status}, after ${acknowledged} acknowledged bytes.`);
      return false;
    }
    if (offset < acknowledged) faults.push(`An upload has ${offset} bytes, and ${acknowledged} were acknowledged.`);
    if (offset === file.length) return true;
    const end = Math.min(file.length, offset + 1 + Math.floor(random() * Math.max(64_000, file.length / 2)));
    const part = await transport.send({
      label: "part of an upload",
      method: "PATCH",
      path: url,
      headers: {
        ...user.headers,
        ...TUS,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
        ...(isOpen && end === file.length ? { "upload-length": String(file.length) } : {}),
      },
      body: file.subarray(offset, end),
    });
    if (part.status === 204) acknowledged = Number(part.headers.get("upload-offset"));
    else await sleep(300);
  }
  faults.push(`An upload was not completed in ${UPLOAD_MS / 1_000} s.`);
  return false;
}

async function uploadByParts(context: LoadContext, user: LoadUser, random: Random, isRecording: boolean): Promise<void> {
  const { transport, ledger, files } = context;
  const file = isRecording ? padded(files.recording, 1_000) : padded(files.video, 1_000 + Math.floor(random() * 6_000_000));
  const metadata = { type: "video", fullFileName: "film.mp4", ...(isRecording ? { recording: "true" } : {}) };
  const created = await transport.insist({
    label: "start of an upload",
    method: "POST",
    path: "/uploads",
    headers: {
      ...user.headers,
      ...TUS,
      ...(isRecording ? { "upload-defer-length": "1" } : { "upload-length": String(file.length) }),
      "upload-metadata": Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(","),
    },
  });
  if (created.status !== 201) return;
  const path = new URL(created.headers.get("location") ?? "", transport.url).pathname;
  if (await sendParts(context, user, random, path, file, isRecording))
    ledger.created(entryOf(user, "video", created.headers.get("item-id") ?? "", file, !isRecording));
}

const only = <T>(values: ReadonlySet<T>): T | undefined => (values.size === 1 ? [...values][0] : undefined);

const isAcknowledged = ({ status }: Answer): boolean => status !== null && status < 300;

async function bulk(context: LoadContext, user: LoadUser, entry: Entry, action: "trash" | "restore" | "delete"): Promise<void> {
  const state = ({ trash: "trashed", restore: "live", delete: "gone" } as const)[action];
  const path = `${API}/workspace/personal/items/${action}`;
  // Recorded first: the request may be executed without an answer.
  context.ledger.changed(entry, state, false);
  const answer = await context.transport.insist({
    label: action,
    method: "POST",
    path,
    headers: user.headers,
    body: { itemIds: [entry.id] },
  });
  if (isAcknowledged(answer)) context.ledger.changed(entry, state, true);
}

async function move(context: LoadContext, user: LoadUser, entry: Entry, random: Random): Promise<void> {
  const folder = oneOf(random, [user.folders[entry.type], "root"]);
  const path = `${API}/workspace/personal/folders/${folder}/move-items`;
  context.ledger.moved(entry, folder, false);
  const answer = await context.transport.insist({
    label: "move",
    method: "PUT",
    path,
    headers: user.headers,
    body: { itemIds: [entry.id] },
  });
  if (isAcknowledged(answer)) context.ledger.moved(entry, folder, true);
}

async function comment(context: LoadContext, user: LoadUser, entry: Entry): Promise<void> {
  const path = `${API}/items/${entry.id}/comments`;
  const answer = await context.transport.send({ label: "comment", method: "POST", path, headers: user.headers, body: { text: "Seen." } });
  context.ledger.commented(entry, isAcknowledged(answer));
}

/** Follows the addresses to the bytes of an original: the first one of the API leads to a signed one, and that to the store. */
async function original({ transport }: LoadContext, { id, owner }: Entry): Promise<Answer> {
  const path = `${API}/items/${id}/download?format=original`;
  let answer = await transport.insist({ label: "download", path, headers: owner });
  for (let location = answer.headers.get("location"); location !== null; location = answer.headers.get("location")) {
    const { href, origin } = new URL(location, transport.url);
    answer = await transport.insist({ label: origin === transport.url ? "address of bytes" : "bytes of the store", path: href });
  }
  return answer;
}

/** Reads an original and returns what is wrong with it, or null. */
export async function faultOfOriginal(context: LoadContext, entry: Entry): Promise<string | null> {
  const answer = await original(context, entry);
  const what = `The original of ${entry.id} (${entry.type})`;
  if (answer.status !== 200) return `${what} answered ${answer.status} ${answer.body.toString("utf8", 0, 200)}`;
  return sha(answer.body) === entry.sha256 ? null : `${what} has other bytes.`;
}

async function view(context: LoadContext, entry: Entry): Promise<void> {
  const fault = await faultOfOriginal(context, entry);
  if (fault !== null) context.faults.push(fault);
}

async function read({ transport }: LoadContext, user: LoadUser, random: Random): Promise<void> {
  const path = oneOf(random, [
    "workspace/personal/items?view=all",
    "workspace/personal/counts",
    "search?q=shot",
    "workspace/personal/items?view=trash",
  ]);
  await transport.insist({ label: "read", path: `${API}/${path}`, headers: user.headers });
}

/** Executes one random action of a user. */
export async function act(context: LoadContext, user: LoadUser, random: Random): Promise<void> {
  const own = [...context.ledger.entries.values()].filter(({ owner }) => owner === user.headers);
  const live = own.filter(({ states }) => only(states) === "live");
  const trashed = own.filter(({ states }) => only(states) === "trashed");
  const choice = random();
  if (choice < 0.22 || live.length < 3) return uploadByForm(context, user, random);
  if (choice < 0.3) return uploadByParts(context, user, random, false);
  if (choice < 0.36) return uploadByParts(context, user, random, true);
  if (choice < 0.46) return move(context, user, oneOf(random, live), random);
  if (choice < 0.54) return comment(context, user, oneOf(random, live));
  if (choice < 0.6) return bulk(context, user, oneOf(random, live), "trash");
  if (choice < 0.64 && trashed.length > 0) return bulk(context, user, oneOf(random, trashed), "restore");
  if (choice < 0.7 && trashed.length > 0) return bulk(context, user, oneOf(random, trashed), "delete");
  if (choice < 0.85) return view(context, oneOf(random, live));
  return read(context, user, random);
}
