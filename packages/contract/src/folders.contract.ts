import { z } from "zod";
import { Flag, FolderId, FolderName, FolderRef, Id, IsoDate, page, WorkspaceRef } from "./common.contract.ts";
import { Item } from "./items.contract.ts";
import { BULK_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";
import { Workspace } from "./workspaces.contract.ts";

/** Kind of items that a folder accepts. The personal library has three trees, for images, videos and whiteboards. Workspaces have one mixed tree. */
export const FolderKind = z.enum(["image", "video", "board", "mixed"]);
export type FolderKind = z.output<typeof FolderKind>;

/** Colors of folders. The stored value is the same in both themes. */
export const FOLDER_COLORS = ["#E4572E", "#C98A1B", "#2F7D5B", "#2F6FB4", "#7A5AF0", "#B8447B", "#6A6975"] as const;

export const Folder = z.object({
  id: Id,
  workspaceId: Id,
  name: z.string(),
  nestLevel: z.int(),
  parentId: Id.nullable(),
  color: z.string(),
  kind: FolderKind,
  favorite: z.boolean(),
  /** Whether the folder has a link that opens it for others. */
  linked: z.boolean(),
  /** Number of folders directly inside. */
  children: z.int(),
  /** Number of items directly inside, without trash. */
  items: z.int(),
  /** Signed addresses of the small thumbnails of the two newest items. Empty when they were not requested. */
  thumbnails: z.array(z.string()),
  permission: z.object({ read: z.boolean(), write: z.boolean() }),
  createdAt: IsoDate,
});

const HEX_OR_NAME = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,30})?$/iu;

/**
 * The color of a folder. The portal offers {@link FOLDER_COLORS}. Other programs may send `#rgb`, `#rrggbb` or a name such as
 * `red`, which is stored unchanged. The server chooses a color for the empty text.
 */
export const FolderColor = z
  .string()
  .trim()
  .regex(HEX_OR_NAME, "Please choose one of the folder colours.")
  .transform((text) => FOLDER_COLORS.find((ours) => ours === text.toUpperCase()) ?? text);
const Color = FolderColor.nullable().optional();

const OfWorkspace = z.object({ workspaceId: WorkspaceRef });
const FolderOfWorkspace = z.object({ workspaceId: WorkspaceRef, folderId: Id });

export const listFolders = defineRoute({
  id: "folders.list",
  method: "GET",
  path: "/workspace/{workspaceId}/folders",
  summary: "Folders of a space that the caller may read, oldest first: the whole tree, or one level of it",
  auth: "user",
  params: OfWorkspace,
  query: z.object({
    kind: FolderKind.optional(),
    /**
     * One level: the direct children of this folder (`root` for the top level) with thumbnails, the folder itself and its ancestors. The
     * cost does not depend on the number of folders elsewhere.
     */
    level: FolderId.optional(),
    /** Only the folders that the caller starred, with thumbnails. */
    starred: Flag.optional(),
    /** Only the folders that have a link, with thumbnails. */
    linked: Flag.optional(),
    /** Includes thumbnails of the direct children of this folder (`root` for the top level). */
    thumbnailsOf: FolderId.optional(),
    /** For owners and admins: the view of this member. Stars and likes remain the caller's own. */
    asMember: Id.optional(),
  }),
  response: z.object({
    items: z.array(Folder),
    nextCursor: z.string().nullable(),
    /** With `level`: how many items of this kind are directly there. Absent at the root for a member with limited permissions. */
    itemsHere: z.number().int().optional(),
  }),
});

export const createFolder = defineRoute({
  id: "folders.create",
  method: "POST",
  path: "/workspace/{workspaceId}/folders",
  summary: "Create a folder. `nestLevel` is computed from the parent and ignored; `kind` is only used in the personal space",
  auth: "user",
  params: OfWorkspace,
  body: z.object({
    name: FolderName,
    parentId: FolderRef.optional(),
    color: Color,
    kind: FolderKind.optional(),
  }),
  response: Folder,
  success: 201,
  errors: ["folder-exists", "folder-too-deep"],
});

export const updateFolder = defineRoute({
  id: "folders.update",
  method: "PUT",
  path: "/workspace/{workspaceId}/folders/{folderId}",
  summary: "Rename, colour or move a folder",
  auth: "user",
  params: FolderOfWorkspace,
  body: z.object({ folder: z.object({ name: FolderName.optional(), color: Color, parentId: FolderRef.optional() }) }),
  response: Folder,
  errors: ["folder-exists", "folder-cycle", "folder-too-deep"],
});

export const deleteFolder = defineRoute({
  id: "folders.delete",
  method: "DELETE",
  path: "/workspace/{workspaceId}/folders/{folderId}",
  summary: "Move a folder with its subfolders to the trash; items move to the root, or with `withItems=true` to the trash",
  auth: "user",
  params: FolderOfWorkspace,
  query: z.object({ currentFolderId: FolderId.optional(), withItems: Flag.default(false) }),
  response: z.object({ folders: z.int(), items: z.int() }),
});

/** Maximum number of folders that {@link listDeletedFolders} returns. */
export const DELETED_FOLDERS_MAX = 500;

/** A folder in the trash, with the folders and items that would return with it. */
export const DeletedFolder = z.object({
  id: Id,
  workspaceId: Id,
  name: z.string(),
  color: z.string(),
  kind: FolderKind,
  deletedAt: IsoDate,
  /** Time at which it is purged from the trash. */
  purgeAt: IsoDate,
  /** Name of the folder that contained it. Null at the root, and when the caller may not read that folder. */
  parentName: z.string().nullable(),
  /** Number of folders that were inside, at any depth. */
  folders: z.int(),
  /** Number of readable items that are still where the deletion left them. */
  items: z.int(),
  permission: z.object({ read: z.boolean(), write: z.boolean() }),
});

export const listDeletedFolders = defineRoute({
  id: "folders.listDeleted",
  method: "GET",
  path: "/workspace/{workspaceId}/trash/folders",
  summary: `Folders in the trash of a space, the newest first, at most ${DELETED_FOLDERS_MAX}`,
  auth: "user",
  params: OfWorkspace,
  query: z.object({
    /** For owners and admins: the view of this member. */
    asMember: Id.optional(),
  }),
  response: z.object({ items: z.array(DeletedFolder) }),
});

export const restoreFolder = defineRoute({
  id: "folders.restore",
  method: "POST",
  path: "/workspace/{workspaceId}/folders/{folderId}/restore",
  summary: "Restore a folder from the trash with its subfolders, and with the items that were not moved after its deletion",
  auth: "user",
  params: FolderOfWorkspace,
  response: z.object({
    id: Id,
    /** Differs from the former name when another folder has it meanwhile. */
    name: z.string(),
    /** Null for the root: the former one, or when the former parent is gone or not writable. */
    parentId: Id.nullable(),
    /** Number of folders and of items that are back. */
    folders: z.int(),
    items: z.int(),
  }),
  errors: ["folder-restored"],
});

export const moveItems = defineRoute({
  id: "folders.moveItems",
  method: "PUT",
  path: "/workspace/{workspaceId}/folders/{folderId}/move-items",
  summary: "Move items into a folder (`root` for the root), all or none. Items that are there already count as moved",
  auth: "user",
  params: FolderOfWorkspace,
  body: z.object({ itemIds: z.array(Id).min(1, "Please choose at least one item.").max(BULK_MAX), fromFolderId: FolderRef.optional() }),
  response: z.object({ moved: z.int() }),
  errors: ["move-conflict"],
});

export const favoriteFolder = defineRoute({
  id: "folders.favorite",
  method: "POST",
  path: "/workspace/{workspaceId}/folders/{folderId}/favorite",
  summary: "Star or unstar a folder; without a body the star is toggled",
  auth: "user",
  params: FolderOfWorkspace,
  body: z.object({ favorite: z.boolean().optional() }),
  response: z.object({ favorite: z.boolean() }),
});

export const getWorkspace = defineRoute({
  id: "workspaces.get",
  method: "GET",
  path: "/workspace/single/{workspaceId}",
  summary: "A workspace (or the personal space) with one folder's contents",
  auth: "user",
  params: OfWorkspace,
  query: z.object({
    folderId: FolderId.optional(),
    /** `level`: `allFolders` has only the path to the folder, its direct children and the caller's starred folders. */
    tree: z.enum(["whole", "level"]).default("whole"),
    /** For owners and admins: the view of this member. Stars and likes remain the caller's own. */
    asMember: Id.optional(),
  }),
  response: z.object({
    workspace: Workspace,
    currentFolder: Folder.nullable(),
    folders: z.array(Folder),
    files: page(Item),
    allFolders: z.array(Folder),
  }),
});
