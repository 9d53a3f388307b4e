import { z } from "zod";
import { CaptureFacts } from "./annotations.contract.ts";
import { Id, IsoDate, Nothing, Person, WorkspaceRef } from "./common.contract.ts";
import { PASSWORD_MAX } from "./limits.ts";
import { ReportReason } from "./report-values.ts";
import { defineRoute } from "./route.ts";

/** The removal of a link by an administrator. */
export const LinkRemoval = z.object({ at: IsoDate, reason: ReportReason });

export const ShareVisibility = z.enum(["link", "workspace", "private"]);

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
  createdAt: IsoDate,
  /** When and why an administrator removed the link; null when it works. */
  removal: LinkRemoval.nullable(),
});

/** Item data for a visitor with a link. URLs are signed and expire within 5 minutes. */
export const SharedItem = z.object({
  slug: z.string(),
  shareUrl: z.string(),
  item: z.object({
    id: Id,
    type: z.enum(["image", "video"]),
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

const ItemOfWorkspace = z.object({ workspaceId: WorkspaceRef, itemId: Id });

export const getShare = defineRoute({
  id: "shares.get",
  method: "GET",
  path: "/workspace/share/{workspaceId}/{itemId}",
  summary: "The item's share link, made on first asking",
  auth: "user",
  params: ItemOfWorkspace,
  response: Share,
});

export const updateShare = defineRoute({
  id: "shares.update",
  method: "PUT",
  path: "/workspace/share/{workspaceId}/{itemId}",
  summary: "Change the terms of the item's share link; makes the link if there is none",
  auth: "user",
  params: ItemOfWorkspace,
  body: z.object({
    visibility: ShareVisibility.optional(),
    /** A new password, or null to remove it. */
    password: z.string().min(1).max(PASSWORD_MAX).nullable().optional(),
    expiresAt: IsoDate.nullable().optional(),
    maxViews: z.int().min(1).max(1_000_000).nullable().optional(),
    allowComments: z.boolean().optional(),
    allowDownload: z.boolean().optional(),
    showCapture: z.boolean().optional(),
  }),
  response: Share,
});

export const deleteShare = defineRoute({
  id: "shares.delete",
  method: "DELETE",
  path: "/workspace/share/deleteLink/{workspaceId}/{itemId}",
  summary: "Kill the link at once; its slug is never given out again. A link that an administrator removed stays",
  auth: "user",
  params: ItemOfWorkspace,
  response: Nothing,
  errors: ["link-removed"],
});

export const getShared = defineRoute({
  id: "shares.getShared",
  method: "GET",
  path: "/shared/{slug}",
  summary: "What a visitor with the link sees",
  auth: "optional",
  params: z.object({ slug: z.string().min(1).max(64) }),
  response: SharedItem,
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
  response: SharedItem,
  errors: ["wrong-password", "password-required", "link-removed"],
});
