import { createHash, type Hash, randomBytes } from "node:crypto";
import { Grants, type Refusal } from "./grants.ts";
import {
  clientOf,
  fieldsOf,
  json,
  objectOf,
  redirect,
  type RegisteredApp,
  type Sink,
  startVendorServer,
  type VendorReply,
  type VendorRequest,
  type VendorRequestHead,
  type VendorServer,
} from "./vendor-server.ts";

const FOLDER = "application/vnd.google-apps.folder";
/** Bytes of which each piece of an upload, except the last, is a multiple. */
const PIECE = 262_144;

/** A file or folder of the drive. */
interface DriveFile {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  trashed: boolean;
  isShared: boolean;
  appProperties: Record<string, string>;
  size: number;
  md5: string;
  sha256: string;
}

interface UploadSession {
  meta: Record<string, unknown>;
  type: string;
  total: number;
  received: number;
  /** Offset of the piece that is arriving; -1 without one. */
  start: number;
  md5: Hash;
  sha256: Hash;
  done: DriveFile | null;
}

/** Google's OAuth 2.0 and Drive v3. */
export interface GoogleDouble extends VendorServer {
  grants: Grants;
  files: Map<string, DriveFile>;
  /** Refuses uploads for lack of space. */
  isFull: boolean;
  /** Number of the next pieces in which a bit changes on arrival. */
  damages: number;
  /** Creates a folder, as the app did earlier. */
  addFolder(name: string, parent?: string): string;
  /** Removes a file or folder, as its user does. */
  delete(id: string): void;
  /** Ends all upload sessions, as the service does after a week. */
  endSessions(): void;
  /** Number of open upload sessions. */
  openSessions(): number;
}

const REFUSALS: Record<Refusal, [status: number, word: string]> = {
  client: [401, "invalid_client"],
  code: [400, "invalid_grant"],
  redirect: [400, "redirect_uri_mismatch"],
  verifier: [400, "invalid_grant"],
  refresh: [400, "invalid_grant"],
};

const failure = (status: number, reason: string, message: string): VendorReply =>
  json(status, { error: { code: status, message, errors: [{ domain: "global", reason, message }] } });
const TAKEN_ID = failure(409, "fileIdInUse", "A file already exists with the provided ID.");
const missing = (id: string): VendorReply => failure(404, "notFound", `File not found: ${id}.`);

/** Returns a file as the API presents it. */
const present = ({ id, name, mimeType, parents, trashed, appProperties, size, md5, sha256 }: DriveFile) => ({
  kind: "drive#file",
  id,
  name,
  mimeType,
  parents,
  trashed,
  appProperties,
  ...(mimeType === FOLDER ? {} : { size: String(size), md5Checksum: md5, sha256Checksum: sha256 }),
  webViewLink:
    mimeType === FOLDER ? `https://drive.google.com/drive/folders/${id}` : `https://drive.google.com/file/d/${id}/view?usp=drivesdk`,
});

/** Reads the range of a piece: start and end, which a question leaves out, and the total. */
const rangeOf = (headers: VendorRequest["headers"]): RegExpExecArray | null =>
  /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/u.exec(String(headers["content-range"] ?? ""));

function tokenReply(grants: Grants, request: VendorRequest): VendorReply {
  const fields = fieldsOf(request);
  const issued = grants.issue(clientOf(request, fields), fields);
  if (typeof issued === "string") {
    const [status, error] = REFUSALS[issued];
    return json(status, { error, error_description: "Bad Request" });
  }
  const isFirst = fields["grant_type"] === "authorization_code";
  return json(200, {
    access_token: issued.accessToken,
    expires_in: Math.round(grants.livesMs / 1_000),
    ...(isFirst && issued.refreshToken !== null ? { refresh_token: issued.refreshToken } : {}),
    scope: issued.scopes.join(" "),
    token_type: "Bearer",
  });
}

/** Files of one drive. */
class Drive {
  readonly files = new Map<string, DriveFile>();
  readonly sessions = new Map<string, UploadSession>();
  isFull = false;
  damages = 0;

  add(given: Record<string, unknown>, more: Partial<DriveFile> = {}): DriveFile {
    const file: DriveFile = {
      id: randomBytes(14).toString("base64url"),
      name: String(given["name"] ?? "Untitled"),
      mimeType: String(given["mimeType"] ?? "application/octet-stream"),
      parents: (given["parents"] as string[] | undefined) ?? ["root"],
      trashed: false,
      isShared: false,
      appProperties: (given["appProperties"] as Record<string, string> | undefined) ?? {},
      size: 0,
      md5: "",
      sha256: "",
      ...more,
    };
    this.files.set(file.id, file);
    return file;
  }

  /** Whether a parent exists. */
  has(parents: unknown): boolean {
    const [parent = "root"] = (parents as string[] | undefined) ?? [];
    return parent === "root" || this.files.get(parent)?.trashed === false;
  }

  /** Answers a search: of a parent, a type, a name and properties of the app. */
  list(query: URLSearchParams): VendorReply {
    const q = query.get("q") ?? "";
    const plain = (quoted: string): string => quoted.replaceAll(/\\(.)/gu, "$1");
    const parent = /'((?:[^'\\]|\\.)*)' in parents/u.exec(q)?.[1];
    const name = /\bname = '((?:[^'\\]|\\.)*)'/u.exec(q)?.[1];
    const property = /appProperties has \{ ?key='([^']*)' and value='([^']*)' ?\}/u.exec(q);
    const found = [...this.files.values()]
      .filter((file) => !q.includes(FOLDER) || file.mimeType === FOLDER)
      .filter((file) => !q.includes("trashed = false") || !file.trashed)
      .filter((file) => parent === undefined || file.parents.includes(plain(parent)))
      .filter((file) => name === undefined || file.name === plain(name))
      .filter((file) => property === null || file.appProperties[property[1] ?? ""] === property[2])
      .toSorted((a, b) => a.name.localeCompare(b.name));
    const size = Number(query.get("pageSize") ?? 100);
    const from = Number(query.get("pageToken") ?? 0);
    const next = from + size < found.length ? { nextPageToken: String(from + size) } : {};
    return json(200, { kind: "drive#fileList", incompleteSearch: false, files: found.slice(from, from + size).map(present), ...next });
  }

  /** Begins a resumable upload. */
  begin(request: VendorRequest): VendorReply {
    const meta = objectOf(request);
    if (!this.has(meta["parents"])) return missing(String((meta["parents"] as string[])[0]));
    if (this.isFull) return failure(403, "storageQuotaExceeded", "The user's Drive storage quota has been exceeded.");
    if (this.files.has(String(meta["id"]))) return TAKEN_ID;
    const id = randomBytes(16).toString("base64url");
    const [type, total] = [request.headers["x-upload-content-type"], request.headers["x-upload-content-length"]];
    this.sessions.set(id, {
      meta,
      type: String(type ?? "application/octet-stream"),
      total: Number(total ?? 0),
      received: 0,
      start: -1,
      md5: createHash("md5"),
      sha256: createHash("sha256"),
      done: null,
    });
    return { status: 200, headers: { location: `${request.origin}/upload/drive/v3/files?uploadType=resumable&upload_id=${id}` } };
  }

  /** Returns where the bytes of a piece go; null when the piece is refused, and for requests without one. */
  sinkOf(session: UploadSession, { headers }: VendorRequestHead): Sink | null {
    const [, start, end] = rangeOf(headers) ?? [null, "0", String(session.total - 1)];
    if (start === undefined || session.done || this.isFull || Number(start) !== session.received) return null;
    const stop = Number(end) + 1;
    if (stop !== session.total && (stop - Number(start)) % PIECE !== 0) return null;
    session.start = session.received;
    let isDamaged = this.damages > 0;
    if (isDamaged) this.damages -= 1;
    return (bytes) => {
      if (isDamaged) bytes[0] = (bytes[0] ?? 0) ^ 1;
      isDamaged = false;
      session.md5.update(bytes);
      session.sha256.update(bytes);
      session.received += bytes.length;
    };
  }

  /** Answers a piece of a resumable upload, or reports what has arrived. */
  continue(session: UploadSession, { headers, length }: VendorRequest): VendorReply {
    const range = rangeOf(headers);
    if (session.done && (range === null || range[1] === undefined)) return json(200, present(session.done));
    const isQuestion = range !== null && range[1] === undefined && !(session.total === 0 && length === 0);
    if (isQuestion) return this.#progress(session);
    const start = Number(range?.[1] ?? 0);
    if (this.isFull) return failure(403, "storageQuotaExceeded", "The user's Drive storage quota has been exceeded.");
    if (start !== session.start) return failure(400, "badRequest", "Invalid range, or not a multiple of 256 KiB.");
    session.start = -1;
    const isLast = session.received === session.total;
    if (!this.has(session.meta["parents"])) return missing(String((session.meta["parents"] as string[])[0]));
    if (!isLast) return this.#progress(session);
    const { id } = session.meta;
    if (this.files.has(String(id))) return TAKEN_ID;
    const mimeType = String(session.meta["mimeType"] ?? session.type);
    const facts = { size: session.received, md5: session.md5.digest("hex"), sha256: session.sha256.digest("hex") };
    session.done = this.add({ ...session.meta, mimeType }, typeof id === "string" ? { ...facts, id } : facts);
    return json(200, present(session.done));
  }

  #progress({ received }: UploadSession): VendorReply {
    return { status: 308, headers: received === 0 ? {} : { range: `bytes=0-${received - 1}` } };
  }
}

function driveReply(drive: Drive, request: VendorRequest): VendorReply {
  const { method, path, query } = request;
  if (path === "/drive/v3/about") {
    if (!query.has("fields")) return failure(400, "required", "The 'fields' parameter is required for this method.");
    const user = { kind: "drive#user", displayName: "Ann Example", emailAddress: "ann@gmail.example", permissionId: "0123", me: true };
    const limit = drive.isFull ? "1024" : "16106127360";
    return json(200, { user, storageQuota: { limit, usage: "1024", usageInDrive: "1024", usageInDriveTrash: "0" } });
  }
  if (path === "/drive/v3/files/generateIds") {
    const ids = Array.from({ length: Number(query.get("count") ?? 10) }, () => randomBytes(14).toString("base64url"));
    return json(200, { kind: "drive#generatedIds", space: "drive", ids });
  }
  if (path === "/drive/v3/files" && method === "GET") return drive.list(query);
  if (path === "/drive/v3/files" && method === "POST") {
    const meta = objectOf(request);
    if (!drive.has(meta["parents"])) return missing(String((meta["parents"] as string[])[0]));
    return json(200, present(drive.add(meta)));
  }
  if (path === "/upload/drive/v3/files" && method === "POST") return drive.begin(request);
  const [, id = "", part] = /^\/drive\/v3\/files\/([^/]+)(\/permissions)?$/u.exec(path) ?? [];
  const file = drive.files.get(id);
  if (!file) return missing(id);
  if (part !== undefined && method === "POST") {
    const { type, role } = objectOf(request);
    if (type !== "anyone" || role !== "reader") return failure(400, "badRequest", "Bad permission");
    file.isShared = true;
    return json(200, { kind: "drive#permission", id: "anyoneWithLink" });
  }
  if (method === "PATCH") file.trashed = objectOf(request)["trashed"] === true;
  if (method === "DELETE") drive.files.delete(id);
  return method === "DELETE" ? { status: 204 } : json(200, present(file));
}

/** Starts the double of Google. */
export async function startGoogle(app: RegisteredApp): Promise<GoogleDouble> {
  const grants = new Grants(app, { rotates: false, separator: " ", isOffline: (query) => query.get("access_type") === "offline" });
  const drive = new Drive();
  const answer = (request: VendorRequest): VendorReply => {
    const { method, path, query } = request;
    if (path === "/o/oauth2/v2/auth") return redirect(grants.authorize(query));
    if (path === "/token") return tokenReply(grants, request);
    if (path === "/revoke") return grants.revoke(fieldsOf(request)["token"] ?? "") ? json(200, {}) : json(400, { error: "invalid_token" });
    // The address of a session is a secret itself, so it needs no token.
    const uploadId = query.get("upload_id");
    if (uploadId !== null) {
      const session = drive.sessions.get(uploadId);
      if (!session) return failure(404, "notFound", "Upload session not found");
      if (method !== "DELETE") return drive.continue(session, request);
      drive.sessions.delete(uploadId);
      return { status: 499 };
    }
    return typeof grants.of(request) === "string" ? failure(401, "authError", "Invalid Credentials") : driveReply(drive, request);
  };
  const server = await startVendorServer(answer, (head) => {
    const session = head.method === "PUT" ? drive.sessions.get(head.query.get("upload_id") ?? "") : undefined;
    return session ? drive.sinkOf(session, head) : null;
  });
  return {
    ...server,
    grants,
    files: drive.files,
    addFolder: (name, parent = "root") => drive.add({ name, mimeType: FOLDER, parents: [parent] }).id,
    delete: (id) => void drive.files.delete(id),
    endSessions: () => drive.sessions.clear(),
    openSessions: () => [...drive.sessions.values()].filter(({ done }) => done === null).length,
    get isFull() {
      return drive.isFull;
    },
    set isFull(value) {
      drive.isFull = value;
    },
    get damages() {
      return drive.damages;
    },
    set damages(value) {
      drive.damages = value;
    },
  };
}
