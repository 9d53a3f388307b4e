import { z } from "zod";
import { CaptureRecord, Markers } from "./annotations.contract.ts";
import { FileName, FolderId, FolderRef, Id, IsoDate, Nothing, page, Paging, Person, Title, WorkspaceRef } from "./common.contract.ts";
import { Description, ItemSort, ItemType, Stage, Storyboard } from "./item-values.ts";
import { MARKERS_WIRE_BYTES_MAX, SEARCH_QUERY_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/**
 * An image, a video or a whiteboard. A whiteboard has no file; its drawing has own routes. URLs of media are signed, short-lived (at most 5 minutes) and private.
 * `originalImage`, `markers` and the capture's `sensitive` boxes are only sent to callers with write permission, and only in
 * the response for a single item. Lists omit them.
 */
export const Item = z.object({
  id: Id,
  workspaceId: Id,
  type: ItemType,
  title: z.string(),
  fullFileName: z.string(),
  refName: z.string(),
  parentId: Id.nullable(),
  stage: Stage,
  trash: z.boolean(),
  trashedAt: IsoDate.nullable(),
  /** Name of the folder that contained it before it was moved to the trash. Null for the root. */
  trashedFrom: z.string().nullable(),
  /** Time at which it is purged from the trash. Null outside the trash. */
  purgeAt: IsoDate.nullable(),
  favorite: z.boolean(),
  likes: z.int(),
  likedByMe: z.boolean(),
  views: z.int(),
  uniqueViews: z.int(),
  comments: z.int(),
  createdAt: IsoDate,
  updatedAt: IsoDate,
  owner: Person,
  mimeType: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration: z.number().nullable(),
  sourceUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** The larger of the two thumbnails (640 px wide), for dense screens. */
  thumbnailLargeUrl: z.string().nullable(),
  posterUrl: z.string().nullable(),
  /** A ThumbHash in base64, shown blurred while the image loads. Null until it is computed. */
  placeholder: z.string().nullable(),
  shareUrl: z.string().nullable(),
  /** Who can open it: only its space, everyone with the link, those who know the link's password, or the workspace's members. */
  access: z.enum(["private", "link", "password", "workspace"]),
  /** Who can open it by the link of a folder above it. `access` has this value while the item has no own link. */
  folderAccess: z.enum(["private", "link", "password", "workspace"]),
  /** Address of the captured page. Never shown to visitors. */
  pageUrl: z.string().nullable(),
  description: z.string(),
  /** Small frames for hover previews on a card. Null for images and until they exist. */
  storyboard: Storyboard.nullable(),
  /** Progress of the work behind `processing`, 0 to 1, or null without work. */
  progress: z.number().nullable(),
  /** Progress of edits that are rendered into it, 0 to 1, while the old video stays playable. Null otherwise. */
  updating: z.number().nullable(),
  /** Whether it is a recording that can be watched while it is recorded. */
  live: z.boolean(),
  /** Reason why `stage` is `failed`, as a sentence. Null otherwise. */
  failure: z.string().nullable(),
  /** Grows with every change of the image's pixels. `baseVersion` of a later change is compared with it. */
  pictureVersion: z.int(),
  /** Whether annotations are drawn into its image and the original is stored. Then `revert` can restore it. */
  annotated: z.boolean(),
  /** Signed address of the image without annotations, or null when it is not stored. */
  originalImage: z.string().nullable().optional(),
  /** The annotation document over `originalImage` (or over the image itself, when no original is stored). */
  markers: z.unknown().nullable().optional(),
  /** Metadata of the capture. Null for items that were not captured, where metadata is disabled, and in lists. */
  capture: CaptureRecord.nullable(),
  chapters: z.array(z.object({ timestamp: z.number(), name: z.string() })),
  chaptersEnabled: z.boolean(),
  permission: z.object({ read: z.boolean(), write: z.boolean() }),
});

const OfWorkspace = z.object({ workspaceId: WorkspaceRef });
const ItemOfWorkspace = z.object({ workspaceId: WorkspaceRef, itemId: Id });
const ById = z.object({ itemId: Id });

/** Parameters of the caller's view of a list. */
const ViewParameters = z.object({
  /** For owners and admins: the view of this member. Stars and likes remain the caller's own. */
  asMember: Id.optional(),
});

export const ItemView = z.enum(["folder", "all", "starred", "shared", "trash"]);

export const uploadImage = defineRoute({
  id: "items.uploadImage",
  method: "POST",
  path: "/workspace/{workspaceId}/files/image",
  summary: "Upload an image as a form; the file is streamed to the store",
  auth: "user",
  params: OfWorkspace,
  form: {
    file: { type: "file", description: "PNG, JPEG, WebP or GIF by content", required: true },
    title: { type: "string", description: "Title; the file's name without its ending when empty" },
    fullFileName: { type: "string", description: "File name that downloads get" },
    folderId: { type: "string", description: "Folder of the item; empty or `root` for the root" },
    pageUrl: { type: "string", description: "Address of the page that a capture came from" },
    capture: { type: "string", description: "Facts of the capture as JSON (`CaptureRecord`)" },
    markers: { type: "string", description: "Annotation document as JSON, when `file` is an annotated image" },
    original: { type: "file", description: "The image before it was annotated; available with write permission" },
  },
  response: Item,
  success: 201,
  errors: ["file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file", "storage-full"],
});

export const uploadVideo = defineRoute({
  id: "items.uploadVideo",
  method: "POST",
  path: "/workspace/{workspaceId}/files/video",
  summary: "Upload a video as a form; the file is streamed to the store. Use tus for large videos",
  auth: "user",
  params: OfWorkspace,
  form: {
    file: { type: "file", description: "MP4, MOV, WebM or MKV by content", required: true },
    title: { type: "string", description: "Title; the file's name without its ending when empty" },
    fullFileName: { type: "string", description: "File name that downloads get" },
    folderId: { type: "string", description: "Folder of the item; empty or `root` for the root" },
    pageUrl: { type: "string", description: "Address of the page that a recording came from" },
  },
  response: Item,
  success: 201,
  errors: ["file-too-large", "unsupported-file-type", "unreadable-file", "storage-full"],
});

export const replaceImage = defineRoute({
  id: "items.replaceImage",
  method: "PUT",
  path: "/workspace/{workspaceId}/files/image",
  summary: "Replace the image of `refName` by an annotated one: same link, new version. All renditions of the previous one are deleted",
  auth: "user",
  params: OfWorkspace,
  form: {
    blob: { type: "file", description: "The new image: PNG, JPEG, WebP or GIF by content", required: true },
    refName: { type: "string", description: "`refName` of the item", required: true },
    location: { type: "string", description: "Folder of the item, `root` for the root; empty to accept any" },
    markers: { type: "string", description: "Annotation document of the new image, as JSON" },
    keepOriginal: {
      type: "string",
      description: "`true` stores the first image as the original, `false` deletes it and the annotations; without it nothing changes",
    },
    baseVersion: {
      type: "string",
      description: "`pictureVersion` that the change is based on; `edit-conflict` when a newer version exists",
    },
  },
  response: Item,
  errors: ["edit-conflict", "file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file", "storage-full"],
});

export const saveOriginal = defineRoute({
  id: "items.saveOriginal",
  method: "POST",
  path: "/workspace/{workspaceId}/save-original",
  summary: "Store the current image as the original; a stored original does not change",
  auth: "user",
  params: OfWorkspace,
  body: z.object({
    /** `fullFileName` or `refName` of the item. If several items have the file name, the newest one. */
    fullFileName: z.string().min(1).max(300),
  }),
  response: z.object({ originalImage: z.string() }),
  errors: ["edit-conflict", "storage-full"],
});

export const revertItem = defineRoute({
  id: "items.revert",
  method: "POST",
  path: "/items/{itemId}/revert",
  summary: "Revert to the original image, and delete its annotations; or revert a video to its original or to one of its versions",
  auth: "user",
  params: ById,
  /** A version of a video. Without it: the original. */
  query: z.object({ versionId: Id.optional() }),
  response: Item,
  errors: ["no-original", "edit-conflict"],
});

export const retryItem = defineRoute({
  id: "items.retry",
  method: "POST",
  path: "/items/{itemId}/retry",
  summary: "Process a failed item again; refused when its file is damaged",
  auth: "user",
  params: ById,
  response: Nothing,
  errors: ["not-retryable"],
});

export const getImage = defineRoute({
  id: "items.getImage",
  method: "GET",
  path: "/workspace/{workspaceId}/files/image/{itemId}",
  summary: "One image",
  auth: "user",
  params: ItemOfWorkspace,
  query: ViewParameters,
  response: Item,
});

export const getVideo = defineRoute({
  id: "items.getVideo",
  method: "GET",
  path: "/workspace/{workspaceId}/files/video/{itemId}",
  summary: "One video",
  auth: "user",
  params: ItemOfWorkspace,
  query: ViewParameters,
  response: Item,
});

export const updateItem = defineRoute({
  id: "items.update",
  method: "PUT",
  path: "/workspace/{workspaceId}/files/{type}/{itemId}/single-data",
  summary: "Change some of an item's fields; `likes` and `views` are accepted and ignored",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef, type: ItemType, itemId: Id }),
  body: z.object({
    title: Title.optional(),
    fullFileName: FileName.optional(),
    description: Description.optional(),
    parentId: FolderRef.optional(),
    trash: z.boolean().optional(),
    stage: Stage.optional(),
    /** A text stores the current image as the original (once). Null deletes the original. */
    originalImage: z.string().max(4_000).nullable().optional(),
    /** The annotation document. Null removes it. */
    markers: Markers.nullable().optional(),
  }),
  bodyBytesMax: MARKERS_WIRE_BYTES_MAX + 64 * 1024,
  response: Item,
  errors: ["edit-conflict", "storage-full"],
});

export const purgeImage = defineRoute({
  id: "items.purgeImage",
  method: "DELETE",
  path: "/workspace/{workspaceId}/files/image/single",
  summary: "Delete an image permanently with its file and all renditions",
  auth: "user",
  params: OfWorkspace,
  query: z.object({ imageId: Id, refName: z.string().max(300).optional(), folderId: FolderId.optional() }),
  response: Nothing,
});

export const purgeVideo = defineRoute({
  id: "items.purgeVideo",
  method: "DELETE",
  path: "/workspace/{workspaceId}/files/video/single",
  summary: "Delete a video permanently with its file and all renditions",
  auth: "user",
  params: OfWorkspace,
  query: z.object({ videoId: Id, refName: z.string().max(300).optional(), folderId: FolderId.optional() }),
  response: Nothing,
});

export const listItems = defineRoute({
  id: "items.list",
  method: "GET",
  path: "/workspace/{workspaceId}/items",
  summary: "Items of a space, by page",
  auth: "user",
  params: OfWorkspace,
  query: z.object({
    type: ItemType.optional(),
    folderId: FolderId.optional(),
    view: ItemView.default("folder"),
    /** Search words, as in the search. */
    q: z.string().max(SEARCH_QUERY_MAX).optional(),
    sort: ItemSort.default("newest"),
    /** For owners and admins: the view of this member. Stars and likes remain the caller's own. */
    asMember: Id.optional(),
    ...Paging,
  }),
  response: page(Item),
});

export const countItems = defineRoute({
  id: "items.count",
  method: "GET",
  path: "/workspace/{workspaceId}/counts",
  summary: "Number of items in each section of a space, and their bytes",
  auth: "user",
  params: OfWorkspace,
  query: ViewParameters,
  response: z.object({
    images: z.int(),
    videos: z.int(),
    boards: z.int(),
    shared: z.int(),
    starred: z.int(),
    trash: z.int(),
    storedBytes: z.int(),
    /** Bytes that emptying the trash frees. */
    trashBytes: z.int(),
    /** Days after which items in the trash are purged. */
    trashDays: z.int(),
  }),
});

export const favoriteItem = defineRoute({
  id: "items.favorite",
  method: "POST",
  path: "/items/{itemId}/favorite",
  summary: "Star or unstar an item; without a body the star is toggled",
  auth: "user",
  params: ById,
  body: z.object({ favorite: z.boolean().optional() }),
  response: z.object({ favorite: z.boolean() }),
});

const Target = z.object({ workspaceId: WorkspaceRef.optional(), folderId: FolderRef.optional() });

export const copyItem = defineRoute({
  id: "items.copy",
  method: "POST",
  path: "/items/{itemId}/copy",
  summary: "Copy an item, by default into its own space and folder; the copy has no link, comments or stars",
  auth: "user",
  params: ById,
  body: Target,
  response: Item,
  success: 201,
});

export const moveItem = defineRoute({
  id: "items.move",
  method: "POST",
  path: "/items/{itemId}/move",
  summary: "Move an item to another folder or space; its link does not change",
  auth: "user",
  params: ById,
  body: Target,
  response: Item,
});

export const addFromPersonal = defineRoute({
  id: "items.addFromPersonal",
  method: "POST",
  path: "/workspace/{workspaceId}/files/{type}/add-from-personal",
  summary: "Copy an item of the caller's personal space into a workspace",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef, type: ItemType }),
  query: z.object({ itemId: Id, folderId: FolderId.optional() }),
  response: Item,
  success: 201,
});
