import { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import { type VendorAccess, type VendorAnswer, VendorError } from "../../../people/connections/index.ts";
import {
  type Piece,
  PIECE_TIMEOUT_MS,
  type PlannedFile,
  type Progress,
  type RemoteFile,
  type RemoteFolder,
  type UploadStore,
} from "./upload-store.ts";

const Metadata = z.object({
  ".tag": z.string().optional(),
  id: z.string(),
  name: z.string(),
  path_display: z.string(),
  size: z.number().optional(),
  content_hash: z.string().optional(),
});
const Listed = z.object({
  entries: z.array(z.object({ ".tag": z.string(), id: z.string().optional(), name: z.string() })),
  cursor: z.string(),
  has_more: z.boolean(),
});
const Created = z.object({ metadata: z.object({ id: z.string(), name: z.string() }) });
const Started = z.object({ session_id: z.string() });
const Link = z.object({ url: z.string() });
const Links = z.object({ links: z.array(Link) });
const Offset = z.object({ ".tag": z.string(), correct_offset: z.int().optional() });
const AppendFailure = z.object({ error: Offset });
const FinishFailure = z.object({ error: z.object({ lookup_failed: Offset }) });

/** Maximum number of pages of a folder that one request reads until it finds a folder. */
const PAGES_MAX = 10;

function read<S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new VendorError("dropbox", "unreachable", { answer });
  return parsed.data;
}

/** Encodes an argument for a header, which has ASCII characters only. */
const forHeader = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\u007f-\uffff]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns why a session did not accept a piece; null for other failures. */
function misplaced(error: unknown): z.output<typeof Offset> | null {
  if (!(error instanceof VendorError) || error.answer?.status !== 409) return null;
  const { json } = error.answer;
  const found = AppendFailure.safeParse(json).data?.error;
  if (found && found[".tag"] !== "lookup_failed") return found;
  return FinishFailure.safeParse(json).data?.error.lookup_failed ?? null;
}

type DropboxAddresses = Pick<Config, "DROPBOX_API_URL" | "DROPBOX_CONTENT_URL">;

const fileOf = ({ path_display, name, size, content_hash }: z.output<typeof Metadata>): RemoteFile => ({
  id: path_display,
  name,
  url: null,
  sizeBytes: size ?? null,
  digest: content_hash ?? null,
});

const gone = (): VendorError => new VendorError("dropbox", "gone", { vendorCode: "path/not_found" });
const isGone = (error: unknown): boolean => error instanceof VendorError && error.kind === "gone";

/** Dropbox's API, version 2 (dropbox.com/developers/documentation/http). */
class DropboxStore implements UploadStore {
  readonly digestKind = "blocks";
  readonly #api: string;
  readonly #content: string;

  constructor({ DROPBOX_API_URL, DROPBOX_CONTENT_URL }: DropboxAddresses) {
    this.#api = `${DROPBOX_API_URL}/2/`;
    this.#content = `${DROPBOX_CONTENT_URL}/2/files/upload_session/`;
  }

  #call(access: VendorAccess, method: string, argument: unknown): Promise<VendorAnswer> {
    const headers = { "content-type": "application/json" };
    return access.request({ method: "POST", url: `${this.#api}${method}`, headers, body: JSON.stringify(argument) });
  }

  #send(
    access: VendorAccess,
    method: string,
    argument: unknown,
    piece?: { body: ReadableStream; length: number; signal: AbortSignal },
  ): Promise<VendorAnswer> {
    return access.request({
      method: "POST",
      url: `${this.#content}${method}`,
      headers: {
        "content-type": "application/octet-stream",
        ...(piece ? { "content-length": String(piece.length) } : {}),
        "dropbox-api-arg": forHeader(argument),
      },
      ...(piece ? { body: piece.body, signal: piece.signal } : {}),
      timeoutMs: PIECE_TIMEOUT_MS,
    });
  }

  /** Returns a file or folder by its id or path; null when it does not exist. */
  async #metadata(access: VendorAccess, path: string): Promise<z.output<typeof Metadata> | null> {
    try {
      return read(Metadata, await this.#call(access, "files/get_metadata", { path }));
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  /** Returns the current path of a folder: a renamed one is found by its id. @throws VendorError `gone` */
  async #pathOf(access: VendorAccess, folderId: string | null): Promise<string> {
    if (folderId === null) return "";
    const found = await this.#metadata(access, folderId);
    if (!found) throw gone();
    return found.path_display;
  }

  async #finish(access: VendorAccess, file: PlannedFile, session: string): Promise<Progress> {
    const path = `${await this.#pathOf(access, file.folderId)}/${file.name}`;
    const argument = {
      cursor: { session_id: session, offset: file.sizeBytes },
      commit: { path, mode: "add", autorename: true, mute: true },
    };
    return { kind: "stored", file: fileOf(read(Metadata, await this.#send(access, "finish", argument))) };
  }

  async listFolders(access: VendorAccess, parentId: string | null, cursor: string | null) {
    let next = cursor;
    for (let pages = 1; ; pages += 1) {
      const answer =
        next === null
          ? await this.#call(access, "files/list_folder", { path: await this.#pathOf(access, parentId), limit: 2_000 })
          : await this.#call(access, "files/list_folder/continue", { cursor: next });
      const page = read(Listed, answer);
      const items = page.entries
        .filter((entry) => entry[".tag"] === "folder")
        .map(({ id = "", name }) => ({ id, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name));
      next = page.has_more ? page.cursor : null;
      if (items.length > 0 || next === null || pages === PAGES_MAX) return { items, nextCursor: next };
    }
  }

  /** Returns the folder at a path; null for a file, and when nothing is there. */
  async #folderAt(access: VendorAccess, path: string): Promise<RemoteFolder | null> {
    const found = await this.#metadata(access, path);
    return found?.[".tag"] === "folder" ? { id: found.id, name: found.name } : null;
  }

  async findFolder(access: VendorAccess, parentId: string | null, name: string): Promise<RemoteFolder | null> {
    return this.#folderAt(access, `${await this.#pathOf(access, parentId)}/${name}`);
  }

  async ensureFolder(access: VendorAccess, parentId: string | null, name: string): Promise<RemoteFolder> {
    const path = `${await this.#pathOf(access, parentId)}/${name}`;
    const found = await this.#folderAt(access, path);
    if (found) return found;
    try {
      return read(Created, await this.#call(access, "files/create_folder_v2", { path, autorename: false })).metadata;
    } catch (error) {
      // Another save may have created it.
      const now = error instanceof VendorError && error.answer?.status === 409 ? await this.#folderAt(access, path) : null;
      if (now) return now;
      throw error;
    }
  }

  async folder(access: VendorAccess, folderId: string): Promise<RemoteFolder> {
    const found = await this.#metadata(access, folderId);
    if (found?.[".tag"] !== "folder") throw gone();
    return { id: found.id, name: found.name };
  }

  async isTaken(access: VendorAccess, folderId: string | null, name: string): Promise<boolean> {
    return (await this.#metadata(access, `${await this.#pathOf(access, folderId)}/${name}`)) !== null;
  }

  async reserve(): Promise<null> {
    return null;
  }

  /** Returns the file whose name was free before its upload. */
  async stored(access: VendorAccess, file: PlannedFile): Promise<RemoteFile | null> {
    const found = await this.#metadata(access, `${await this.#pathOf(access, file.folderId)}/${file.name}`);
    return found?.[".tag"] === "file" && found.size === file.sizeBytes ? fileOf(found) : null;
  }

  async begin(access: VendorAccess): Promise<{ session: string }> {
    return { session: read(Started, await this.#send(access, "start", { close: false })).session_id };
  }

  // The service reports a wrong offset with the right one when the next piece arrives.
  async resume(_access: VendorAccess, _file: PlannedFile, { offset }: { offset: number }): Promise<Progress> {
    return { kind: "at", offset };
  }

  async send(access: VendorAccess, file: PlannedFile, session: string, piece: Piece): Promise<Progress> {
    const end = piece.offset + piece.length;
    try {
      if (piece.length > 0) await this.#append(access, session, piece);
      return end < file.sizeBytes ? { kind: "at", offset: end } : await this.#finish(access, file, session);
    } catch (error) {
      const reason = misplaced(error);
      if (reason?.correct_offset !== undefined) return { kind: "at", offset: reason.correct_offset };
      if (reason?.[".tag"] !== "not_found" && reason?.[".tag"] !== "closed") throw error;
      // The service forgets a session when it is finished: the file exists when the last answer was lost.
      const found = await this.stored(access, file);
      return found ? { kind: "stored", file: found } : { kind: "lost" };
    }
  }

  async #append(access: VendorAccess, session: string, { offset, length, open, signal }: Piece): Promise<void> {
    const body = await open();
    try {
      await this.#send(
        access,
        "append_v2",
        { cursor: { session_id: session, offset }, close: false },
        { body: body.stream, length, signal },
      );
    } finally {
      await body.close();
    }
  }

  async share(access: VendorAccess, { id }: RemoteFile): Promise<string | null> {
    try {
      const settings = { audience: "public", access: "viewer", allow_download: true };
      return read(Link, await this.#call(access, "sharing/create_shared_link_with_settings", { path: id, settings })).url;
    } catch (error) {
      if (!(error instanceof VendorError) || !error.vendorCode.startsWith("shared_link_already_exists")) throw error;
      return read(Links, await this.#call(access, "sharing/list_shared_links", { path: id, direct_only: true })).links[0]?.url ?? null;
    }
  }

  async remove(access: VendorAccess, { id }: RemoteFile): Promise<void> {
    try {
      await this.#call(access, "files/delete_v2", { path: id });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  // Sessions end after a week; there is no call that ends one.
  async abandon(): Promise<void> {}
}

/** Creates the store of Dropbox. */
export const createDropboxStore = (config: DropboxAddresses): UploadStore => new DropboxStore(config);
