import { z } from "zod";
import { Id, WorkspaceRef } from "./common.contract.ts";
import { ItemType } from "./item-values.ts";
import { defineRoute } from "./route.ts";

export const uploadFromTool = defineRoute({
  id: "uploads.simple",
  method: "POST",
  path: "/uploads/simple",
  summary: "Upload an image or a video from a program such as ShareX, Flameshot or curl, and return its link",
  auth: "user",
  query: z.object({
    workspaceId: WorkspaceRef.default("personal"),
    /** Whether everyone with the link can open the item. With `false`, `url` is the page for those who may read it. */
    link: z.enum(["true", "false"]).default("true"),
    /** `text` answers with the address alone. */
    format: z.enum(["json", "text"]).default("json"),
  }),
  form: {
    file: { type: "file", description: "PNG, JPEG, WebP, GIF, MP4, MOV, WebM or MKV by content", required: true },
    title: { type: "string", description: "Title; the file's name without its ending when empty" },
    folderId: { type: "string", description: "Folder of the item; empty or `root` for the root" },
  },
  response: z.object({
    id: Id,
    type: ItemType,
    title: z.string(),
    /** The link, or the page of the item. */
    url: z.string(),
  }),
  success: 201,
  errors: ["file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file", "storage-full"],
});
