import { z } from "zod";
import { FileName, Id, IsoDate, Nothing, page, Paging, Person, Title, WorkspaceRef } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

export const ItemType = z.enum(["image", "video"]);
export const Stage = z.enum(["recording", "uploading", "processing", "ready", "failed"]);

/**
 * An image or a video. URLs of media are signed, short-lived (at most 5 minutes) and private.
 * `originalImage` and `markers` are given only to callers with write permission, else null.
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
  /** A ThumbHash in base64 for the blur-up while the picture loads; null until it is made. */
  placeholder: z.string().nullable(),
  shareUrl: z.string().nullable(),
  originalImage: z.string().nullable(),
  markers: z.unknown().nullable(),
  chapters: z.array(z.object({ timestamp: z.number(), name: z.string() })),
  chaptersEnabled: z.boolean(),
  permission: z.object({ read: z.boolean(), write: z.boolean() }),
});

const OfWorkspace = z.object({ workspaceId: WorkspaceRef });
const ImageOfWorkspace = z.object({ workspaceId: WorkspaceRef, itemId: Id });

export const ItemSort = z.enum(["name", "newest", "oldest"]);
export const ItemView = z.enum(["folder", "all", "starred", "shared", "trash"]);

export const uploadImage = defineRoute({
  id: "items.uploadImage",
  method: "POST",
  path: "/workspace/{workspaceId}/files/image",
  summary: "Upload a picture as a form, streamed to storage",
  auth: "user",
  params: OfWorkspace,
  form: {
    file: { type: "file", description: "PNG, JPEG, WebP or GIF by content", required: true },
    title: { type: "string", description: "Title; the file's name without its ending when empty" },
    fullFileName: { type: "string", description: "File name that downloads get" },
    folderId: { type: "string", description: "Folder to put it in; empty or `root` for the root" },
  },
  response: Item,
  success: 201,
  errors: ["file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file", "storage-full"],
});

export const getImage = defineRoute({
  id: "items.getImage",
  method: "GET",
  path: "/workspace/{workspaceId}/files/image/{itemId}",
  summary: "One picture",
  auth: "user",
  params: ImageOfWorkspace,
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
    parentId: Id.nullable().optional(),
    trash: z.boolean().optional(),
    stage: Stage.optional(),
  }),
  response: Item,
});

export const purgeImage = defineRoute({
  id: "items.purgeImage",
  method: "DELETE",
  path: "/workspace/{workspaceId}/files/image/single",
  summary: "Delete a picture for ever, its bytes and all renditions too",
  auth: "user",
  params: OfWorkspace,
  query: z.object({ imageId: Id, refName: z.string().max(300).optional(), folderId: z.string().max(64).optional() }),
  response: Nothing,
});

export const listItems = defineRoute({
  id: "items.list",
  method: "GET",
  path: "/workspace/{workspaceId}/items",
  summary: "A page of a space's items",
  auth: "user",
  params: OfWorkspace,
  query: z.object({
    type: ItemType.optional(),
    folderId: z.string().max(64).optional(),
    view: ItemView.default("folder"),
    sort: ItemSort.default("newest"),
    ...Paging,
  }),
  response: page(Item),
});

export const countItems = defineRoute({
  id: "items.count",
  method: "GET",
  path: "/workspace/{workspaceId}/counts",
  summary: "How many items each section of a space holds, and the bytes they take",
  auth: "user",
  params: OfWorkspace,
  response: z.object({ images: z.int(), videos: z.int(), shared: z.int(), trash: z.int(), storedBytes: z.int() }),
});
