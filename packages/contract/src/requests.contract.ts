import { z } from "zod";
import { Id, IsoDate, Nothing, page, Paging, Person, Title, WorkspaceRef } from "./common.contract.ts";
import { Item } from "./items.contract.ts";
import { graphemes } from "./graphemes.ts";
import { EMAIL_MAX, EMAIL_PATTERN, NAME_MAX, PASSWORD_MAX, RECORDING_MAX_S } from "./limits.ts";
import { REQUEST_ITEMS_MAX, REQUEST_MESSAGE_MAX, REQUEST_TITLE_MAX } from "./request-values.ts";
import { defineRoute } from "./route.ts";

/** What visitors may send: a recording of the screen or of the camera, or a file. */
export const RequestKind = z.enum(["screen", "camera", "file"]);
export type RequestKind = z.output<typeof RequestKind>;

/** Whether a request accepts uploads. `full`: all its positions are used. */
export const RequestState = z.enum(["open", "full", "closed"]);
export type RequestState = z.output<typeof RequestState>;

const RequestTitle = Title.refine((text) => graphemes(text) <= REQUEST_TITLE_MAX, `At most ${REQUEST_TITLE_MAX} characters.`);
const Message = z
  .string()
  .trim()
  .refine((text) => graphemes(text) <= REQUEST_MESSAGE_MAX, `At most ${REQUEST_MESSAGE_MAX} characters.`);
const Kinds = z
  .array(RequestKind)
  .min(1, "Choose at least one way to send.")
  .max(3)
  .refine((kinds) => new Set(kinds).size === kinds.length, "Name each way to send once.");
const MaxItems = z.int().min(1).max(REQUEST_ITEMS_MAX).nullable();
const MaxSeconds = z.int().min(1).max(RECORDING_MAX_S).nullable();
const RequestPassword = z.string().min(1).max(PASSWORD_MAX).nullable();

/** Facts that a visitor sends with an upload, as texts in the metadata of tus. */
export const RequestSender = z.object({
  senderName: z
    .string({ error: "Please enter a name." })
    .trim()
    .min(1, "Please enter a name.")
    .refine((text) => graphemes(text) <= NAME_MAX && text.length <= 4 * NAME_MAX, `At most ${NAME_MAX} characters.`)
    // eslint-disable-next-line no-control-regex -- control characters and direction overrides could disguise a name
    .refine((text) => !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u.test(text), "Control characters are not allowed."),
  senderEmail: z
    .string()
    .trim()
    .max(EMAIL_MAX)
    .refine((text) => text === "" || EMAIL_PATTERN.test(text), "Enter an e-mail address like name@company.com.")
    .default(""),
  note: Message.default(""),
  source: RequestKind,
});

/** A request for recordings or files, for the user who made it. */
export const RecordingRequest = z.object({
  id: Id,
  slug: z.string(),
  url: z.string(),
  title: z.string(),
  message: z.string(),
  kinds: z.array(RequestKind),
  /** The space that receives the items: a workspace, or `personal`. */
  workspaceId: z.string(),
  /** Null for the personal library. */
  workspaceName: z.string().nullable(),
  /** Null for the root of the space, and while the folder is in the trash. */
  folder: z.object({ id: Id, name: z.string(), color: z.string() }).nullable(),
  maxItems: z.int().nullable(),
  maxSeconds: z.int().nullable(),
  expiresAt: IsoDate.nullable(),
  hasPassword: z.boolean(),
  /** Picture of the link preview; null for the asker's profile picture. */
  pictureUrl: z.string().nullable(),
  state: RequestState,
  /** Number of items that arrived, and of those that the user has not opened. */
  arrived: z.int().nonnegative(),
  unopened: z.int().nonnegative(),
  /** How often visitors opened the page. */
  openings: z.int().nonnegative(),
  /** Time of the newest item. */
  lastAt: IsoDate.nullable(),
  createdAt: IsoDate,
});
export type RecordingRequest = z.output<typeof RecordingRequest>;

/** An item that arrived by a request. */
export const RequestedItem = z.object({
  item: Item,
  senderName: z.string(),
  /** Address of the sender for answers; empty when they gave none. */
  senderEmail: z.string(),
  note: z.string(),
  source: RequestKind,
  sentAt: IsoDate,
  isNew: z.boolean(),
});

export const listRequests = defineRoute({
  id: "requests.list",
  method: "GET",
  path: "/requests",
  summary: "The caller's requests for recordings, newest first, with the numbers of open and closed ones",
  auth: "user",
  query: z.object({ ...Paging, state: z.enum(["open", "closed"]).optional() }),
  response: page(RecordingRequest).extend({ open: z.int().nonnegative(), closed: z.int().nonnegative() }),
});

export const createRequest = defineRoute({
  id: "requests.create",
  method: "POST",
  path: "/requests",
  summary: "Create a link by which visitors without an account send recordings or files into a folder",
  auth: "user",
  body: z.object({
    workspaceId: WorkspaceRef.default("personal"),
    folderId: Id.nullable().default(null),
    title: RequestTitle,
    message: Message.default(""),
    kinds: Kinds.default(["screen", "camera", "file"]),
    maxItems: MaxItems.default(null),
    maxSeconds: MaxSeconds.default(null),
    expiresAt: IsoDate.nullable().default(null),
    password: RequestPassword.default(null),
  }),
  response: RecordingRequest,
  success: 201,
});

export const updateRequest = defineRoute({
  id: "requests.update",
  method: "PUT",
  path: "/requests/{requestId}",
  summary: "Change, close or reopen a request; absent fields do not change",
  auth: "user",
  params: z.object({ requestId: Id }),
  body: z.object({
    /** Where further items arrive: a folder of the same space, or null for its root. Items that have arrived are not moved. */
    folderId: Id.nullable().optional(),
    title: RequestTitle.optional(),
    message: Message.optional(),
    kinds: Kinds.optional(),
    maxItems: MaxItems.optional(),
    maxSeconds: MaxSeconds.optional(),
    expiresAt: IsoDate.nullable().optional(),
    password: RequestPassword.optional(),
    closed: z.boolean().optional(),
    /** Only removal: a picture is uploaded. */
    picture: z.null().optional(),
  }),
  response: RecordingRequest,
});

export const uploadRequestPicture = defineRoute({
  id: "requests.uploadPicture",
  method: "POST",
  path: "/requests/{requestId}/picture",
  summary: "Set the picture that chat apps show for the link of a request: JPG, JPEG or PNG by content",
  auth: "user",
  params: z.object({ requestId: Id }),
  form: { file: { type: "file", description: "The picture", required: true } },
  response: RecordingRequest,
  errors: ["unsupported-file-type", "file-too-large", "image-too-large", "unreadable-file"],
});

export const deleteRequest = defineRoute({
  id: "requests.delete",
  method: "DELETE",
  path: "/requests/{requestId}",
  summary: "Delete a request. Its link becomes invalid; items that arrived remain",
  auth: "user",
  params: z.object({ requestId: Id }),
  response: Nothing,
});

export const listRequestedItems = defineRoute({
  id: "requests.listItems",
  method: "GET",
  path: "/requests/{requestId}/items",
  summary: "The items that arrived by a request and that the caller may read, newest first",
  auth: "user",
  params: z.object({ requestId: Id }),
  query: z.object(Paging),
  response: page(RequestedItem),
});

/** What a visitor with the link of a request sees. */
export const OpenedRequest = z.object({
  slug: z.string(),
  title: z.string(),
  message: z.string(),
  kinds: z.array(RequestKind),
  maxSeconds: z.int().nullable(),
  /** Maximum size of a video and of an image, in bytes. */
  maxVideoBytes: z.int(),
  maxImageBytes: z.int(),
  expiresAt: IsoDate.nullable(),
  /** Number of items that can still be sent; null without a limit. */
  left: z.int().nonnegative().nullable(),
  state: RequestState,
  asker: Person.omit({ id: true }),
  /** Picture that the asker attached. */
  pictureUrl: z.string().nullable(),
  /** Null for a personal library. */
  workspace: z.object({ name: z.string() }).nullable(),
});
export type OpenedRequest = z.output<typeof OpenedRequest>;

const Slug = z.object({ slug: z.string().min(1).max(64) });

export const openRequest = defineRoute({
  id: "requests.open",
  method: "GET",
  path: "/requests/by-slug/{slug}",
  summary: "Data of a request, for a visitor with its link",
  auth: "optional",
  params: Slug,
  response: OpenedRequest,
  errors: ["password-required"],
});

export const unlockRequest = defineRoute({
  id: "requests.unlock",
  method: "POST",
  path: "/requests/by-slug/{slug}/unlock",
  summary: "Open a request with a password; sets a cookie for this request alone",
  auth: "optional",
  params: Slug,
  body: z.object({ password: z.string().max(PASSWORD_MAX) }),
  response: OpenedRequest,
  errors: ["wrong-password"],
});
