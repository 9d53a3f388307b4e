import { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import { type VendorAccess, type VendorAnswer, VendorError, type VendorRequest } from "../../../people/connections/index.ts";
import {
  type Piece,
  PIECE_TIMEOUT_MS,
  type PlannedFile,
  type Progress,
  type RemoteFile,
  type RemoteFolder,
  type UploadStore,
} from "./upload-store.ts";

const FOLDER_TYPE = "application/vnd.google-apps.folder";
const FILE_FIELDS = "id,name,webViewLink,size,sha256Checksum";
const IS_FOLDER = `mimeType = '${FOLDER_TYPE}'`;
const JSON_HEADERS = { "content-type": "application/json; charset=UTF-8" };
const PAGE = 1_000;

const Listed = z.object({
  nextPageToken: z.string().optional(),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
});
const File = z.object({
  id: z.string(),
  name: z.string(),
  webViewLink: z.string().optional(),
  trashed: z.boolean().optional(),
  size: z.coerce.number().optional(),
  sha256Checksum: z.string().optional(),
});
const Ids = z.object({ ids: z.array(z.string()).min(1) });

function read<S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new VendorError("drive", "unreachable", { answer });
  return parsed.data;
}

const fileOf = (answer: VendorAnswer): RemoteFile => {
  const { id, name, webViewLink, size, sha256Checksum } = read(File, answer);
  return { id, name, url: webViewLink ?? null, sizeBytes: size ?? null, digest: sha256Checksum ?? null };
};

/** Quotes a text for a search. */
const quoted = (text: string): string => `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;

const inside = (parentId: string | null): string => `${quoted(parentId ?? "root")} in parents and trashed = false`;

const isGone = (error: unknown): boolean => error instanceof VendorError && error.kind === "gone";
const isTakenId = (error: unknown): boolean => error instanceof VendorError && error.answer?.status === 409;

/** Number of stored bytes that an answer reports by its header `Range`; none without it. */
function offsetOf({ headers }: VendorAnswer): number {
  const last = /^bytes=0-(\d+)$/u.exec(headers.get("range") ?? "")?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

const progressOf = (answer: VendorAnswer): Progress =>
  answer.status === 308 ? { kind: "at", offset: offsetOf(answer) } : { kind: "stored", file: fileOf(answer) };

/** Google Drive v3 with resumable uploads (developers.google.com/workspace/drive/api/guides/manage-uploads). */
class DriveStore implements UploadStore {
  readonly digestKind = "sha256";
  readonly #files: string;
  readonly #uploads: string;

  constructor({ GOOGLE_API_URL }: Pick<Config, "GOOGLE_API_URL">) {
    this.#files = `${GOOGLE_API_URL}/drive/v3/files`;
    this.#uploads = `${GOOGLE_API_URL}/upload/drive/v3/files`;
  }

  #addressOf(id: string, more: string): string {
    return `${this.#files}/${encodeURIComponent(id)}${more}`;
  }

  async #search(access: VendorAccess, q: string, pageSize: number, pageToken: string | null) {
    const fields = "nextPageToken,files(id,name)";
    const query = new URLSearchParams({ q, fields, orderBy: "name", spaces: "drive", pageSize: String(pageSize) });
    if (pageToken !== null) query.set("pageToken", pageToken);
    return read(Listed, await access.request({ url: `${this.#files}?${query.toString()}` }));
  }

  /** Sends a piece or a question about a session. A session that has ended is lost, unless its file exists. */
  async #put(access: VendorAccess, file: PlannedFile, request: VendorRequest): Promise<Progress> {
    try {
      return progressOf(await access.request({ ...request, method: "PUT" }));
    } catch (error) {
      if (!isGone(error) && !isTakenId(error)) throw error;
      const found = await this.stored(access, file);
      if (found) return { kind: "stored", file: found };
      // A vanished folder ends the session, too.
      if (file.folderId !== null) await this.folder(access, file.folderId);
      return { kind: "lost" };
    }
  }

  async listFolders(access: VendorAccess, parentId: string | null, cursor: string | null) {
    const page = await this.#search(access, `${inside(parentId)} and ${IS_FOLDER}`, PAGE, cursor);
    return { items: page.files, nextCursor: page.nextPageToken ?? null };
  }

  async findFolder(access: VendorAccess, parentId: string | null, name: string): Promise<RemoteFolder | null> {
    const found = await this.#search(access, `${inside(parentId)} and ${IS_FOLDER} and name = ${quoted(name)}`, 1, null);
    return found.files[0] ?? null;
  }

  async ensureFolder(access: VendorAccess, parentId: string | null, name: string): Promise<RemoteFolder> {
    const found = await this.findFolder(access, parentId, name);
    if (found) return found;
    const body = JSON.stringify({ name, mimeType: FOLDER_TYPE, parents: [parentId ?? "root"] });
    const { id, name: stored } = fileOf(
      await access.request({ method: "POST", url: `${this.#files}?fields=${FILE_FIELDS}`, headers: JSON_HEADERS, body }),
    );
    return { id, name: stored };
  }

  async folder(access: VendorAccess, folderId: string): Promise<RemoteFolder> {
    const found = read(File, await access.request({ url: this.#addressOf(folderId, `?fields=${FILE_FIELDS},trashed`) }));
    if (found.trashed === true) throw new VendorError("drive", "gone", { vendorCode: "trashed" });
    return { id: found.id, name: found.name };
  }

  async isTaken(access: VendorAccess, folderId: string | null, name: string): Promise<boolean> {
    return (await this.#search(access, `${inside(folderId)} and name = ${quoted(name)}`, 1, null)).files.length > 0;
  }

  async reserve(access: VendorAccess): Promise<string | null> {
    const answer = await access.request({ url: `${this.#files}/generateIds?count=1&space=drive&type=files` });
    return read(Ids, answer).ids[0] ?? null;
  }

  async stored(access: VendorAccess, { remoteId }: PlannedFile): Promise<RemoteFile | null> {
    if (remoteId === null) return null;
    try {
      return fileOf(await access.request({ url: this.#addressOf(remoteId, `?fields=${FILE_FIELDS}`) }));
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  async begin(access: VendorAccess, file: PlannedFile): Promise<{ session: string } | { kind: "stored"; file: RemoteFile }> {
    const { folderId, name, remoteId, mimeType, sizeBytes } = file;
    try {
      const answer = await access.request({
        method: "POST",
        url: `${this.#uploads}?uploadType=resumable&fields=${FILE_FIELDS}`,
        headers: { ...JSON_HEADERS, "x-upload-content-type": mimeType, "x-upload-content-length": String(sizeBytes) },
        body: JSON.stringify({ ...(remoteId === null ? {} : { id: remoteId }), name, mimeType, parents: [folderId ?? "root"] }),
      });
      const session = answer.headers.get("location");
      if (session === null) throw new VendorError("drive", "unreachable", { answer });
      return { session };
    } catch (error) {
      const found = isTakenId(error) ? await this.stored(access, file) : null;
      if (found) return { kind: "stored", file: found };
      throw error;
    }
  }

  resume(access: VendorAccess, file: PlannedFile, { session }: { session: string }): Promise<Progress> {
    return this.#put(access, file, { url: session, headers: { "content-range": `bytes */${file.sizeBytes}` } });
  }

  async send(access: VendorAccess, file: PlannedFile, session: string, { offset, length, open, signal }: Piece): Promise<Progress> {
    if (length === 0) return this.resume(access, file, { session });
    const body = await open();
    try {
      return await this.#put(access, file, {
        url: session,
        headers: {
          "content-range": `bytes ${offset}-${offset + length - 1}/${file.sizeBytes}`,
          "content-length": String(length),
          "content-type": file.mimeType,
        },
        body: body.stream,
        signal,
        timeoutMs: PIECE_TIMEOUT_MS,
      });
    } finally {
      await body.close();
    }
  }

  async share(access: VendorAccess, { id, url }: RemoteFile): Promise<string | null> {
    const body = JSON.stringify({ type: "anyone", role: "reader", allowFileDiscovery: false });
    await access.request({ method: "POST", url: this.#addressOf(id, "/permissions?fields=id"), headers: JSON_HEADERS, body });
    return url;
  }

  async remove(access: VendorAccess, { id }: RemoteFile): Promise<void> {
    try {
      await access.request({ method: "DELETE", url: this.#addressOf(id, "") });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  async abandon(access: VendorAccess, session: string): Promise<void> {
    await access.request({ method: "DELETE", url: session });
  }
}

/** Creates the store of Google Drive. */
export const createDriveStore = (config: Pick<Config, "GOOGLE_API_URL">): UploadStore => new DriveStore(config);
