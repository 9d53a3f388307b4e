import { z } from "zod";
import { Id, IsoDate } from "./common.contract.ts";
import { ItemFormat } from "./downloads.contract.ts";
import { SAVE_ITEMS_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** The services that store files: a cloud drive and a file-sync service. */
export const SaveProvider = z.enum(["drive", "dropbox"]);
export type SaveProvider = z.infer<typeof SaveProvider>;

/**
 * Formats of a save. Images are converted to png, jpg, webp or pdf; GIFs, which may move, stay unchanged. Videos are stored as the MP4 that
 * plays everywhere when there is one, with `original` unchanged.
 */
export const SaveFormat = ItemFormat.extract(["original", "png", "jpg", "webp", "pdf"]);
export type SaveFormat = z.infer<typeof SaveFormat>;

/** Id of a folder at a service. */
const VendorFolderId = z.string().min(1, "Please choose a folder.").max(512, "We could not find that folder.");

/** Names of nested folders, separated by slashes; empty for none. */
const Subfolder = z
  .string()
  .trim()
  .max(120, "At most 120 characters.")
  .regex(/^[^\\:*?"<>|\u0000-\u001f]*$/u, "Not a folder name.")
  .refine((text) => !text.split("/").some((part) => part.trim() === ".." || part.trim() === "."), "Not a folder name.");

const VendorFolderName = z
  .string({ error: "Please enter a folder name." })
  .trim()
  .min(1, "Please enter a folder name.")
  .max(100, "At most 100 characters.")
  .regex(/^[^/\\:*?"<>|\u0000-\u001f]*$/u, "Not a folder name.")
  .refine((text) => text !== "." && text !== "..", "Not a folder name.");

/** A folder at a service. */
export const SaveFolder = z.object({ id: z.string(), name: z.string() });

const ProviderParams = z.object({ provider: SaveProvider });
const One = z.object({ saveId: Id });

export const listSaveFolders = defineRoute({
  id: "integrations.listFolders",
  method: "GET",
  path: "/integrations/{provider}/folders",
  summary: "Folders of the connected account inside a folder, by name. A cloud drive shows only folders that this server created",
  auth: "user",
  params: ProviderParams,
  query: z.object({
    /** The default is the root of the account. */
    parentId: VendorFolderId.optional(),
    cursor: z.string().max(4_096).optional(),
  }),
  response: z.object({ items: z.array(SaveFolder), nextCursor: z.string().nullable() }),
  errors: ["reconnect-needed", "too-many-requests", "provider-refused"],
});

export const createSaveFolder = defineRoute({
  id: "integrations.createFolder",
  method: "POST",
  path: "/integrations/{provider}/folders",
  summary: "Create a folder in the connected account; an existing one with this name is returned",
  auth: "user",
  params: ProviderParams,
  body: z.object({ name: VendorFolderName, parentId: VendorFolderId.optional() }),
  response: SaveFolder,
  success: 201,
  errors: ["reconnect-needed", "too-many-requests", "provider-refused", "provider-full"],
});

/** Name of a file without its ending. */
const FileStem = z.string().trim().min(1, "Please enter a file name.").max(200, "At most 200 characters.");

export const getSaveName = defineRoute({
  id: "integrations.getSaveName",
  method: "GET",
  path: "/integrations/{provider}/save-name",
  summary: "The name that an item would have now in a folder of the connected account. Nothing is created or reserved there",
  auth: "user",
  params: ProviderParams,
  query: z.object({
    itemId: Id,
    folderId: VendorFolderId.optional(),
    subfolder: Subfolder.optional(),
    format: SaveFormat.optional(),
    name: FileStem.optional(),
  }),
  response: z.object({
    fileName: z.string(),
    /** Whether the name has a number because a file or folder of the requested name exists. */
    isNumbered: z.boolean(),
  }),
  errors: ["reconnect-needed", "too-many-requests", "provider-refused"],
});

export const createSave = defineRoute({
  id: "integrations.save",
  method: "POST",
  path: "/integrations/{provider}/save",
  summary: "Save items to the connected account, in the background. A repeat with the same `Idempotency-Key` starts no second save",
  auth: "user",
  params: ProviderParams,
  body: z.object({
    itemIds: z.array(Id).min(1, "Please choose at least one item.").max(SAVE_ITEMS_MAX, `At most ${SAVE_ITEMS_MAX} items in one save.`),
    /** Target folder. The default is the root of the account. */
    folderId: VendorFolderId.optional(),
    /** Folders inside the target, created when missing. The default is the preferred subfolder, unless a folder is named. */
    subfolder: Subfolder.optional(),
    /** The default is the preferred download format. */
    format: SaveFormat.optional(),
    /** Whether everyone with the service's link may open the file. The default is the preference for cloud-drive uploads. */
    shareable: z.boolean().optional(),
    /** Name of the file without its ending, when one item is saved. The default is its own name. */
    name: FileStem.optional(),
  }),
  response: z.object({ saveId: Id }),
  success: 202,
  errors: ["reconnect-needed"],
});

/** State of a save. */
export const SaveState = z.enum(["running", "done", "failed", "cancelled"]);
export const SaveFileState = z.enum(["waiting", "running", "done", "failed", "cancelled"]);

/** One file of a save. */
export const SaveResult = z.object({
  itemId: Id,
  fileName: z.string(),
  state: SaveFileState,
  /** Bytes that the service has confirmed, and the size; the size of a converted image is known when its upload begins. */
  bytes: z.int(),
  size: z.int().nullable(),
  /** Address of the file at the service; null until it is stored, and for private files of the file-sync service. */
  url: z.string().nullable(),
  /** Sentence for the user when the file was not saved, or not shared. */
  error: z.string().nullable(),
  /** Code of the failure. */
  code: z.string().nullable(),
});

export const Save = z.object({
  id: Id,
  provider: SaveProvider,
  /** `done`: every file is stored. `failed`: at least one is not. */
  state: SaveState,
  /** Number of files that are stored, and of all files. */
  done: z.int(),
  total: z.int(),
  /** Confirmed bytes of all files, and the sum of their known sizes. */
  bytes: z.int(),
  totalBytes: z.int(),
  /** Names of the target folder and its subfolders, separated by slashes; empty for the root. */
  folder: z.string(),
  shareable: z.boolean(),
  createdAt: IsoDate,
  finishedAt: IsoDate.nullable(),
  results: z.array(SaveResult),
});

export const getSave = defineRoute({
  id: "integrations.getSave",
  method: "GET",
  path: "/integrations/saves/{saveId}",
  summary: "Progress of a save, and the addresses of its files",
  auth: "user",
  params: One,
  response: Save,
});

export const cancelSave = defineRoute({
  id: "integrations.cancelSave",
  method: "DELETE",
  path: "/integrations/saves/{saveId}",
  summary: "Cancel a save. Files that are stored at the service remain there",
  auth: "user",
  params: One,
  response: Save,
});

export const retrySave = defineRoute({
  id: "integrations.retrySave",
  method: "POST",
  path: "/integrations/saves/{saveId}/retry",
  summary: "Save the files of a failed or cancelled save that are not stored, to the same folder",
  auth: "user",
  params: One,
  response: Save,
});
