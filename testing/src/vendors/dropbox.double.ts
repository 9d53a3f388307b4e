import { createHash, randomBytes } from "node:crypto";
import { Grants, type Refusal } from "./grants.ts";
import {
  clientOf,
  fieldsOf,
  json,
  objectOf,
  redirect,
  type RegisteredApp,
  startVendorServer,
  text,
  type VendorReply,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server.ts";

/** Maximum bytes of one request of an upload. */
const PIECE_MAX = 150 * 1024 ** 2;
/** Bytes of a block of the content hash. */
const BLOCK = 4 * 1024 ** 2;

/** A file of the Dropbox. */
interface DropboxFile {
  id: string;
  path: string;
  size: number;
  sha256: string;
  contentHash: string;
}

/** Hashes of the bytes of a file: of all, and of the joined hashes of its blocks of 4 MiB. */
class Hashes {
  size = 0;
  readonly #whole = createHash("sha256");
  readonly #blocks: Buffer[] = [];
  #block = createHash("sha256");

  add(bytes: Buffer): this {
    this.#whole.update(bytes);
    for (let at = 0; at < bytes.length;) {
      const room = BLOCK - (this.size % BLOCK);
      const part = bytes.subarray(at, at + room);
      this.#block.update(part);
      this.size += part.length;
      at += part.length;
      if (part.length < room) continue;
      this.#blocks.push(this.#block.digest());
      this.#block = createHash("sha256");
    }
    return this;
  }

  facts(): Pick<DropboxFile, "size" | "sha256" | "contentHash"> {
    const last = this.size % BLOCK === 0 ? [] : [this.#block.copy().digest()];
    const joined = createHash("sha256").update(Buffer.concat([...this.#blocks, ...last]));
    return { size: this.size, sha256: this.#whole.copy().digest("hex"), contentHash: joined.digest("hex") };
  }
}

interface UploadSession {
  hashes: Hashes;
  isClosed: boolean;
}

/** Dropbox's OAuth 2.0, its API and its uploads, on one origin. */
export interface DropboxDouble extends VendorServer {
  grants: Grants;
  /** Files by their path in lower case. */
  files: Map<string, DropboxFile>;
  /** Displayed paths of folders by their path in lower case. */
  folders: Map<string, string>;
  /** Addresses of shared links by path in lower case. */
  links: Map<string, string>;
  isFull: boolean;
  /** Number of the next pieces in which a bit changes on arrival. */
  damages: number;
  /** Creates a folder and returns its id. */
  addFolder(path: string): string;
  /** Moves a folder, as its user does. */
  renameFolder(id: string, path: string): void;
}

const REFUSALS: Record<Refusal, string> = {
  client: "invalid_client",
  code: "invalid_grant",
  redirect: "invalid_grant",
  verifier: "invalid_grant",
  refresh: "invalid_grant",
};

const failure = (status: number, summary: string, error: object): VendorReply => json(status, { error_summary: `${summary}/..`, error });
const tag = (name: string, more: object = {}) => ({ ".tag": name, ...more });
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const present = ({ id, path, size, contentHash }: DropboxFile) => ({
  name: nameOf(path),
  id,
  rev: id.slice(3, 18),
  size,
  path_lower: path.toLowerCase(),
  path_display: path,
  is_downloadable: true,
  content_hash: contentHash,
});

interface Commit {
  path: string;
  mode?: string;
  autorename?: boolean;
}
interface Cursor {
  session_id: string;
  offset: number;
}

/** The state of one Dropbox. */
class Box {
  readonly files = new Map<string, DropboxFile>();
  readonly folders = new Map<string, string>();
  /** Paths of folders in lower case by their ids. */
  readonly folderIds = new Map<string, string>();
  readonly links = new Map<string, string>();
  readonly sessions = new Map<string, UploadSession>();
  isFull = false;
  damages = 0;

  /** Stores a file, with another name when the path is taken. Returns the word of a failure. */
  commit({ path, autorename = false }: Commit, hashes: Hashes): DropboxFile | string {
    if (this.isFull) return "insufficient_space";
    if (!/^(?:\/[^/]+)+$/u.test(path)) return "malformed_path";
    let free = path;
    for (let copy = 1; this.files.has(free.toLowerCase()); copy += 1) {
      if (!autorename) return "conflict";
      free = path.replace(/(\.[^./]*)?$/u, ` (${copy})$1`);
    }
    const file = { id: `id:${randomBytes(12).toString("hex")}`, path: free, ...hashes.facts() };
    this.files.set(free.toLowerCase(), file);
    // Missing folders on the path are created.
    for (let at = free.lastIndexOf("/"); at > 0; at = free.lastIndexOf("/", at - 1)) {
      const folder = free.slice(0, at);
      if (!this.folders.has(folder.toLowerCase())) this.addFolder(folder);
    }
    return file;
  }

  /** Creates a folder and returns its id. */
  addFolder(path: string): string {
    const id = `id:${randomBytes(12).toString("hex")}`;
    this.folders.set(path.toLowerCase(), path);
    this.folderIds.set(id, path.toLowerCase());
    return id;
  }

  /** Moves a folder without its files; its id stays. */
  renameFolder(id: string, path: string): void {
    this.folders.delete(this.folderIds.get(id) ?? "");
    this.folders.set(path.toLowerCase(), path);
    this.folderIds.set(id, path.toLowerCase());
  }

  #folder(key: string) {
    const path = this.folders.get(key);
    if (path === undefined) return null;
    const [id = ""] = [...this.folderIds].find(([, one]) => one === key) ?? [];
    return tag("folder", { name: nameOf(path), path_lower: key, path_display: path, id });
  }

  /** Answers with the file or folder of a path or an id. */
  metadata(path: string): VendorReply {
    const key = path.startsWith("id:") ? (this.folderIds.get(path) ?? path) : path.toLowerCase();
    const file = [...this.files.values()].find(({ id, path: one }) => id === path || one.toLowerCase() === key);
    const found = file ? tag("file", present(file)) : this.#folder(key);
    return found ? json(200, found) : failure(409, "path/not_found", tag("path", { path: tag("not_found") }));
  }

  start(body: Buffer, close: boolean): VendorReply {
    if (this.isFull) return failure(409, "insufficient_space", tag("insufficient_space"));
    const id = `pid_upload_session:${randomBytes(12).toString("hex")}`;
    this.sessions.set(id, { hashes: new Hashes().add(body), isClosed: close });
    return json(200, { session_id: id });
  }

  /** Returns why a piece cannot be added, or null. */
  #misplaced(session: UploadSession | undefined, { offset }: Cursor, isAppend: boolean): object | null {
    if (!session) return tag("not_found");
    if (offset !== session.hashes.size) return tag("incorrect_offset", { correct_offset: session.hashes.size });
    return isAppend && session.isClosed ? tag("closed") : null;
  }

  append(cursor: Cursor, body: Buffer, close: boolean): VendorReply {
    const session = this.sessions.get(cursor.session_id);
    const refused = this.#misplaced(session, cursor, true);
    if (refused || !session) return failure(409, Object.values(refused ?? {})[0] as string, refused ?? {});
    if (this.damages > 0) {
      this.damages -= 1;
      body[0] = (body[0] ?? 0) ^ 1;
    }
    session.hashes.add(body);
    session.isClosed = close;
    return json(200, null);
  }

  finish(cursor: Cursor, commit: Commit, body: Buffer): VendorReply {
    const session = this.sessions.get(cursor.session_id);
    const refused = this.#misplaced(session, cursor, false);
    if (refused || !session) {
      return failure(409, `lookup_failed/${Object.values(refused ?? {})[0] as string}`, tag("lookup_failed", { lookup_failed: refused }));
    }
    const stored = this.commit(commit, session.hashes.add(body));
    if (typeof stored === "string") return failure(409, `path/${stored}`, tag("path", { path: tag(stored) }));
    // A finished session is unknown from now on.
    this.sessions.delete(cursor.session_id);
    return json(200, present(stored));
  }

  delete(path: string): VendorReply {
    const file = this.files.get(path.toLowerCase());
    if (!file) return failure(409, "path_lookup/not_found", tag("path_lookup", { path_lookup: tag("not_found") }));
    this.files.delete(path.toLowerCase());
    return json(200, { metadata: tag("file", present(file)) });
  }

  createFolder({ path = "", autorename = false }: Partial<Commit>): VendorReply {
    const key = path.toLowerCase();
    if (this.folders.has(key) && !autorename) {
      const conflict = tag("path", { path: tag("conflict", { conflict: tag("folder") }) });
      return failure(409, "path/conflict/folder", conflict);
    }
    const id = this.addFolder(path);
    return json(200, { metadata: { name: nameOf(path), path_lower: key, path_display: path, id } });
  }

  list(path: string): VendorReply {
    const key = path.toLowerCase();
    if (key !== "" && !this.folders.has(key)) return failure(409, "path/not_found", tag("path", { path: tag("not_found") }));
    const isInside = (one: string): boolean => one.startsWith(`${key}/`) && !one.slice(key.length + 1).includes("/");
    const folders = [...this.folders.keys()].filter(isInside).map((one) => this.#folder(one));
    const files = [...this.files].filter(([one]) => isInside(one)).map(([, file]) => tag("file", present(file)));
    return json(200, { entries: [...folders, ...files], cursor: "end", has_more: false });
  }

  link(path: string): VendorReply {
    const key = path.toLowerCase();
    const file = this.files.get(key);
    if (!file) return failure(409, "path/not_found", tag("path", { path: tag("not_found") }));
    if (this.links.has(key)) return failure(409, "shared_link_already_exists", tag("shared_link_already_exists"));
    const url = `https://www.dropbox.com/scl/fi/${file.id.slice(3)}/${encodeURIComponent(nameOf(file.path))}?dl=0`;
    this.links.set(key, url);
    return json(200, tag("file", { url, id: file.id, name: nameOf(file.path), path_lower: key }));
  }

  listLinks(path: string): VendorReply {
    const key = path.toLowerCase();
    const url = this.links.get(key);
    return json(200, { links: url === undefined ? [] : [tag("file", { url, path_lower: key })], has_more: false });
  }
}

function tokenReply(grants: Grants, request: VendorRequest): VendorReply {
  const fields = fieldsOf(request);
  const issued = grants.issue(clientOf(request, fields), fields);
  if (typeof issued === "string") return json(issued === "client" ? 401 : 400, { error: REFUSALS[issued], error_description: "refused" });
  const isFirst = fields["grant_type"] === "authorization_code";
  return json(200, {
    access_token: issued.accessToken,
    token_type: "bearer",
    expires_in: Math.round(grants.livesMs / 1_000),
    ...(isFirst ? { refresh_token: issued.refreshToken, scope: issued.scopes.join(" "), account_id: "dbid:AAH4f99", uid: "1" } : {}),
  });
}

/** Answers a call whose argument is in a header and whose body has bytes. */
function contentReply(box: Box, { path, headers, body }: VendorRequest): VendorReply {
  const argument = JSON.parse(String(headers["dropbox-api-arg"] ?? "{}")) as Commit & { cursor: Cursor; commit: Commit; close?: boolean };
  if (headers["content-type"] !== "application/octet-stream") return text(400, 'Bad HTTP "Content-Type" header');
  if (body.length > PIECE_MAX) return failure(409, "payload_too_large", tag("payload_too_large"));
  const method = path.slice("/2/files/".length);
  if (method === "upload_session/start") return box.start(body, argument.close ?? false);
  if (method === "upload_session/append_v2") return box.append(argument.cursor, body, argument.close ?? false);
  if (method === "upload_session/finish") return box.finish(argument.cursor, argument.commit, body);
  const stored = box.commit(argument, new Hashes().add(body));
  if (typeof stored !== "string") return json(200, present(stored));
  return failure(409, `path/${stored}`, tag("path", { reason: tag(stored) }));
}

function rpcReply(box: Box, grants: Grants, accessToken: string, request: VendorRequest): VendorReply {
  const method = request.path.slice("/2/".length);
  const argument = objectOf(request) as { path?: string; autorename?: boolean };
  if (method === "users/get_current_account" || method === "auth/token/revoke") {
    // These calls have no argument, and Dropbox refuses a content type without a body.
    if (request.body.length === 0 && request.headers["content-type"] !== undefined)
      return text(400, "Error in call to API function: no body");
    if (method === "auth/token/revoke") return json(200, grants.revoke(accessToken) ? null : {});
    const name = { given_name: "Ann", surname: "Example", familiar_name: "Ann", display_name: "Ann Example", abbreviated_name: "AE" };
    return json(200, {
      account_id: "dbid:AAH4f99",
      name,
      email: "ann@dropbox.example",
      email_verified: true,
      disabled: false,
      locale: "en",
    });
  }
  if (method === "files/get_metadata") return box.metadata(argument.path ?? "");
  if (method === "files/delete_v2") return box.delete(argument.path ?? "");
  if (method === "files/create_folder_v2") return box.createFolder(argument);
  if (method === "files/list_folder") return box.list(argument.path ?? "");
  if (method === "sharing/create_shared_link_with_settings") return box.link(argument.path ?? "");
  if (method === "sharing/list_shared_links") return box.listLinks(argument.path ?? "");
  return text(400, `Unknown API function: "${method}"`);
}

/** Starts the double of Dropbox. */
export async function startDropbox(app: RegisteredApp): Promise<DropboxDouble> {
  const isOffline = (query: URLSearchParams): boolean => query.get("token_access_type") === "offline";
  const grants = new Grants(app, { rotates: false, separator: " ", isOffline });
  const box = new Box();
  const server = await startVendorServer((request) => {
    if (request.path === "/oauth2/authorize") return redirect(grants.authorize(request.query));
    if (request.path === "/oauth2/token") return tokenReply(grants, request);
    const grant = grants.of(request);
    if (grant === "expired") return failure(401, "expired_access_token", tag("expired_access_token"));
    if (grant === "unknown") return failure(401, "invalid_access_token", tag("invalid_access_token"));
    const isContent = /^\/2\/files\/upload(?:_session\/(?:start|append_v2|finish))?$/u.test(request.path);
    return isContent ? contentReply(box, request) : rpcReply(box, grants, grant.accessToken, request);
  });
  return {
    ...server,
    grants,
    files: box.files,
    folders: box.folders,
    links: box.links,
    addFolder: (path) => box.addFolder(path),
    renameFolder: (id, path) => box.renameFolder(id, path),
    get isFull() {
      return box.isFull;
    },
    set isFull(value) {
      box.isFull = value;
    },
    get damages() {
      return box.damages;
    },
    set damages(value) {
      box.damages = value;
    },
  };
}
