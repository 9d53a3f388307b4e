import { z } from "zod";
import { CaptureFacts } from "./annotations.contract.ts";
import { Id, IsoDate, Nothing, page, Paging, Person, WorkspaceRef } from "./common.contract.ts";
import { FolderSort, ItemSort, ItemType } from "./item-values.ts";
import { PASSWORD_MAX } from "./limits.ts";
import { ReportReason } from "./report-values.ts";
import { defineRoute } from "./route.ts";

/** The removal of a link by an administrator. */
export const LinkRemoval = z.object({ at: IsoDate, reason: ReportReason });

export const ShareVisibility = z.enum(["link", "workspace", "private"]);

/** The order in which the page of a folder lists. */
export const SharedOrder = z.object({ items: ItemSort, folders: FolderSort });

/** A share link and its settings. `slug` has 128 random bits and is never reused after deletion. */
export const Share = z.object({
  slug: z.string(),
  shareUrl: z.string(),
  visibility: ShareVisibility,
  hasPassword: z.boolean(),
  expiresAt: IsoDate.nullable(),
  maxViews: z.int().nullable(),
  allowComments: z.boolean(),
  allowDownload: z.boolean(),
  /** Whether visitors see the metadata of a capture: page, time, browser, screen. */
  showCapture: z.boolean(),
  /** Null for the link of an item. */
  order: SharedOrder.nullable(),
  /** How often visitors opened the link, and when last: counts only, nothing about the visitors. */
  opened: z.int(),
  openedAt: IsoDate.nullable(),
  createdAt: IsoDate,
  /** When and why an administrator removed the link; null when it works. */
  removal: LinkRemoval.nullable(),
});

/** Item data for a visitor with a link. URLs are signed and expire within 5 minutes. */
export const SharedItem = z.object({
  kind: z.literal("item"),
  slug: z.string(),
  shareUrl: z.string(),
  item: z.object({
    id: Id,
    type: ItemType,
    title: z.string(),
    stage: z.enum(["recording", "uploading", "processing", "ready", "failed"]),
    mimeType: z.string(),
    size: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration: z.number().nullable(),
    sourceUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    posterUrl: z.string().nullable(),
    createdAt: IsoDate,
    owner: Person.omit({ id: true }),
    description: z.string(),
    likes: z.int(),
    likedByMe: z.boolean(),
    views: z.int(),
    comments: z.int(),
    /** Whether it is being recorded and can be watched meanwhile. */
    live: z.boolean(),
    /** Address of the captured page, and the capture's metadata, if the owner shows them. */
    pageUrl: z.string().nullable(),
    capture: CaptureFacts.nullable(),
  }),
  allowComments: z.boolean(),
  allowDownload: z.boolean(),
});

/** A folder inside a shared folder. */
export const SharedFolderTile = z.object({
  id: Id,
  name: z.string(),
  color: z.string(),
  /** Number of items directly inside that the link shows. */
  items: z.int(),
  /** Signed addresses of the small thumbnails of its newest items. */
  thumbnails: z.array(z.string()),
});

/** An item in the list of a shared folder. */
export const SharedFolderItem = SharedItem.shape.item
  .pick({
    id: true,
    type: true,
    title: true,
    stage: true,
    width: true,
    height: true,
    duration: true,
    thumbnailUrl: true,
    posterUrl: true,
    createdAt: true,
    comments: true,
    live: true,
  })
  .extend({ thumbnailLargeUrl: z.string().nullable(), placeholder: z.string().nullable() });

/** A shared folder, or a folder inside it, with its folders and the first items. */
export const SharedFolder = z.object({
  kind: z.literal("folder"),
  slug: z.string(),
  shareUrl: z.string(),
  folder: z.object({
    id: Id,
    name: z.string(),
    color: z.string(),
    /** Null for the shared folder itself. */
    parentId: Id.nullable(),
    /** Names of the workspace and of the folders above. Only folders inside the shared one have an id. */
    path: z.array(z.object({ id: Id.nullable(), name: z.string() })),
    images: z.int(),
    videos: z.int(),
    boards: z.int(),
    /** Bytes of everything that a download contains. */
    size: z.int(),
    /** Creation of the newest item; null without items. */
    updatedAt: IsoDate.nullable(),
    owner: Person.omit({ id: true }),
    /** The workspace; null for a personal library. */
    workspace: z.object({ name: z.string() }).nullable(),
  }),
  folders: z.array(SharedFolderTile),
  items: z.array(SharedFolderItem),
  nextCursor: z.string().nullable(),
  allowComments: z.boolean(),
  allowDownload: z.boolean(),
});

const ItemOfWorkspace = z.object({ workspaceId: WorkspaceRef, itemId: Id });

/** The terms of a link that can be changed. */
const TERMS = {
  visibility: ShareVisibility.optional(),
  /** A new password, or null to remove it. */
  password: z.string().min(1).max(PASSWORD_MAX).nullable().optional(),
  expiresAt: IsoDate.nullable().optional(),
  maxViews: z.int().min(1).max(1_000_000).nullable().optional(),
  allowComments: z.boolean().optional(),
  allowDownload: z.boolean().optional(),
};

export const getShare = defineRoute({
  id: "shares.get",
  method: "GET",
  path: "/workspace/share/{workspaceId}/{itemId}",
  summary: "The item's share link, created by the first request",
  auth: "user",
  params: ItemOfWorkspace,
  response: Share,
});

export const updateShare = defineRoute({
  id: "shares.update",
  method: "PUT",
  path: "/workspace/share/{workspaceId}/{itemId}",
  summary: "Change the settings of the item's share link, which is created if it does not exist",
  auth: "user",
  params: ItemOfWorkspace,
  body: z.object({ ...TERMS, showCapture: z.boolean().optional() }),
  response: Share,
});

export const deleteShare = defineRoute({
  id: "shares.delete",
  method: "DELETE",
  path: "/workspace/share/deleteLink/{workspaceId}/{itemId}",
  summary: "Delete the link immediately; its slug is never used again. A link that an administrator removed cannot be deleted",
  auth: "user",
  params: ItemOfWorkspace,
  response: Nothing,
  errors: ["link-removed"],
});

export const getShared = defineRoute({
  id: "shares.getShared",
  method: "GET",
  path: "/shared/{slug}",
  summary: "The item or folder of a link, for a visitor",
  auth: "optional",
  params: z.object({ slug: z.string().min(1).max(64) }),
  query: z.object({
    /** For the link of a folder: a folder inside it, or an item inside it. */
    folderId: Id.optional(),
    itemId: Id.optional(),
    limit: Paging.limit,
  }),
  response: z.union([SharedItem, SharedFolder]),
  errors: ["password-required", "link-removed"],
});

export const unlockShared = defineRoute({
  id: "shares.unlock",
  method: "POST",
  path: "/shared/{slug}/unlock",
  summary: "Open a password-protected link; sets a cookie for this link alone",
  auth: "optional",
  params: z.object({ slug: z.string().min(1).max(64) }),
  body: z.object({ password: z.string().max(PASSWORD_MAX) }),
  response: z.union([SharedItem, SharedFolder]),
  errors: ["wrong-password", "password-required", "link-removed"],
});

const FolderOfWorkspace = z.object({ workspaceId: WorkspaceRef, folderId: Id });

export const getFolderShare = defineRoute({
  id: "shares.getFolder",
  method: "GET",
  path: "/workspace/share/{workspaceId}/folder/{folderId}",
  summary: "The folder's share link, created by the first request. It shows the folder and everything below it",
  auth: "user",
  params: FolderOfWorkspace,
  response: Share,
});

export const updateFolderShare = defineRoute({
  id: "shares.updateFolder",
  method: "PUT",
  path: "/workspace/share/{workspaceId}/folder/{folderId}",
  summary: "Change the settings of the folder's share link, which is created if it does not exist",
  auth: "user",
  params: FolderOfWorkspace,
  body: z.object({ ...TERMS, order: SharedOrder.optional() }),
  response: Share,
});

export const deleteFolderShare = defineRoute({
  id: "shares.deleteFolder",
  method: "DELETE",
  path: "/workspace/share/{workspaceId}/folder/{folderId}",
  summary: "Delete the folder's link immediately; its slug is never used again. A link that an administrator removed cannot be deleted",
  auth: "user",
  params: FolderOfWorkspace,
  response: Nothing,
  errors: ["link-removed"],
});

export const listSharedItems = defineRoute({
  id: "shares.listItems",
  method: "GET",
  path: "/shared/{slug}/items",
  summary: "Items of a shared folder, or of a folder inside it, in the order of the link",
  auth: "optional",
  params: z.object({ slug: z.string().min(1).max(64) }),
  query: z.object({ folderId: Id.optional(), ...Paging }),
  response: page(SharedFolderItem),
  errors: ["password-required", "link-removed"],
});
