import { Readable } from "node:stream";
import { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import { type VendorAccess, type VendorAnswer, VendorError } from "../../../people/connections/index.ts";
import { PIECE_TIMEOUT_MS, type PlannedFile, type Progress, type RemoteFile, type UploadStore } from "./upload-store.ts";

const FOLDER_TYPE = "application/vnd.google-apps.folder";
const FILE_FIELDS = "id,name,webViewLink";
const PAGE = 1_000;

const Listed = z.object({
  nextPageToken: z.string().optional(),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
});
const File = z.object({ id: z.string(), name: z.string(), webViewLink: z.string().optional(), trashed: z.boolean().optional() });
const Ids = z.object({ ids: z.array(z.string()).min(1) });

function read<S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new VendorError("drive", "unreachable", { answer });
  return parsed.data;
}

const fileOf = (answer: VendorAnswer): RemoteFile => {
  const { id, name, webViewLink } = read(File, answer);
  return { id, name, url: webViewLink ?? null };
};

/** Quotes a text for a search. */
const quoted = (text: string): string => `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;

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
export function createDriveStore({ GOOGLE_API_URL }: Pick<Config, "GOOGLE_API_URL">): UploadStore {
  const files = `${GOOGLE_API_URL}/drive/v3/files`;
  const uploads = `${GOOGLE_API_URL}/upload/drive/v3/files`;
  const headers = { "content-type": "application/json; charset=UTF-8" };

  const search = async (access: VendorAccess, q: string, pageSize: number, pageToken: string | null) => {
    const query = new URLSearchParams({
      q,
      fields: "nextPageToken,files(id,name)",
      orderBy: "name",
      spaces: "drive",
      pageSize: String(pageSize),
    });
    if (pageToken !== null) query.set("pageToken", pageToken);
    return read(Listed, await access.request({ url: `${files}?${query.toString()}` }));
  };
  const inside = (parentId: string | null): string => `${quoted(parentId ?? "root")} in parents and trashed = false`;

  /** Returns the file with an id that was reserved for it; null when it does not exist. */
  async function existing(access: VendorAccess, { remoteId }: PlannedFile): Promise<RemoteFile | null> {
    if (remoteId === null) return null;
    try {
      return fileOf(await access.request({ url: `${files}/${encodeURIComponent(remoteId)}?fields=${FILE_FIELDS}` }));
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  /** Asks a session for its state, after the reserved id when the session has ended. */
  async function afterLoss(access: VendorAccess, file: PlannedFile): Promise<Progress> {
    const found = await existing(access, file);
    return found ? { kind: "stored", file: found } : { kind: "lost" };
  }

  async function put(access: VendorAccess, file: PlannedFile, request: Parameters<VendorAccess["request"]>[0]): Promise<Progress> {
    try {
      return progressOf(await access.request({ ...request, method: "PUT" }));
    } catch (error) {
      if (isGone(error) || isTakenId(error)) {
        const state = await afterLoss(access, file);
        // A vanished folder ends the session, too.
        if (state.kind === "lost" && file.folderId !== null) await store.folder(access, file.folderId);
        return state;
      }
      throw error;
    }
  }

  const store: UploadStore = {
    async listFolders(access, parentId, cursor) {
      const page = await search(access, `${inside(parentId)} and mimeType = '${FOLDER_TYPE}'`, PAGE, cursor);
      return { items: page.files, nextCursor: page.nextPageToken ?? null };
    },
    async ensureFolder(access, parentId, name) {
      const found = await search(access, `${inside(parentId)} and mimeType = '${FOLDER_TYPE}' and name = ${quoted(name)}`, 1, null);
      if (found.files[0]) return found.files[0];
      const body = JSON.stringify({ name, mimeType: FOLDER_TYPE, parents: [parentId ?? "root"] });
      return fileOf(await access.request({ method: "POST", url: `${files}?fields=${FILE_FIELDS}`, headers, body }));
    },
    async folder(access, folderId) {
      const found = read(File, await access.request({ url: `${files}/${encodeURIComponent(folderId)}?fields=${FILE_FIELDS},trashed` }));
      if (found.trashed === true) throw new VendorError("drive", "gone", { vendorCode: "trashed" });
      return { id: found.id, name: found.name };
    },
    isTaken: async (access, folderId, name) =>
      (await search(access, `${inside(folderId)} and name = ${quoted(name)}`, 1, null)).files.length > 0,
    reserve: async (access) =>
      read(Ids, await access.request({ url: `${files}/generateIds?count=1&space=drive&type=files` })).ids[0] ?? null,
    stored: existing,
    async begin(access, file) {
      const { folderId, name, remoteId, mimeType, sizeBytes } = file;
      try {
        const answer = await access.request({
          method: "POST",
          url: `${uploads}?uploadType=resumable&fields=${FILE_FIELDS}`,
          headers: { ...headers, "x-upload-content-type": mimeType, "x-upload-content-length": String(sizeBytes) },
          body: JSON.stringify({ ...(remoteId === null ? {} : { id: remoteId }), name, mimeType, parents: [folderId ?? "root"] }),
        });
        const session = answer.headers.get("location");
        if (session === null) throw new VendorError("drive", "unreachable", { answer });
        return { session };
      } catch (error) {
        const found = isTakenId(error) ? await existing(access, file) : null;
        if (found) return { kind: "stored", file: found };
        throw error;
      }
    },
    resume: (access, file, { session }) => put(access, file, { url: session, headers: { "content-range": `bytes */${file.sizeBytes}` } }),
    async send(access, file, session, piece) {
      const { offset, length } = piece;
      if (length === 0) return store.resume(access, file, { session, offset });
      const stream = await piece.open();
      const range = `bytes ${offset}-${offset + length - 1}/${file.sizeBytes}`;
      try {
        return await put(access, file, {
          url: session,
          headers: { "content-range": range, "content-length": String(length), "content-type": file.mimeType },
          body: Readable.toWeb(stream) as ReadableStream,
          timeoutMs: PIECE_TIMEOUT_MS,
        });
      } finally {
        stream.destroy();
      }
    },
    async share(access, { id, url }) {
      const body = JSON.stringify({ type: "anyone", role: "reader", allowFileDiscovery: false });
      await access.request({ method: "POST", url: `${files}/${encodeURIComponent(id)}/permissions?fields=id`, headers, body });
      return url;
    },
    async abandon(access, session) {
      await access.request({ method: "DELETE", url: session });
    },
  };
  return store;
}
