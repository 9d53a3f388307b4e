import { z } from "zod";
import { BoardCanvas, BoardDocument, BoardElement, Coordinate, ElementId } from "./board-elements.contract.ts";
import {
  BOARD_EXPORTS,
  BOARD_FORMAT,
  BOARD_MESSAGE_BYTES_MAX,
  BOARD_BYTES_MAX,
  BOARD_ELEMENTS_MAX,
  BOARD_TEMPLATES,
  BOARD_UPDATE_ELEMENTS_MAX,
} from "./board-values.ts";
import { FolderId, FolderRef, Id, IsoDate, Nothing, page, Paging, Person, Title, WorkspaceRef } from "./common.contract.ts";
import { Item } from "./items.contract.ts";
import { defineRoute } from "./route.ts";

/**
 * An image that is stored with a board. The address is signed and expires within 5 minutes. Frames of videos are returned only to callers
 * who may open the video.
 */
export const BoardImage = z.object({
  fileId: z.string(),
  mimeType: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
  /** Second at which the video shows this frame, for frames that the server took after an edit. Elements have the second before it. */
  at: z.number().optional(),
  url: z.string(),
});
export type BoardImage = z.output<typeof BoardImage>;

/** What the reader of a board may do. */
export const BoardRole = z.enum(["view", "comment", "edit"]);
export type BoardRole = z.output<typeof BoardRole>;

/** A board as the API returns it. `seq` grows with each stored change. */
export const BoardView = z.object({
  item: Item,
  document: BoardDocument,
  seq: z.int(),
  role: BoardRole,
  images: z.array(BoardImage),
});
export type BoardView = z.output<typeof BoardView>;

const OfBoard = z.object({ boardId: Id });
/** Slug of a link that grants access to a visitor. */
const ByShare = { share: z.string().max(200).optional() };
const GivenDocument = z
  .unknown()
  .refine((given) => !(typeof given === "object" && given !== null && "format" in given && Number(given.format) > BOARD_FORMAT), {
    error: "This board was made by a newer version of Stillreel.",
    abort: true,
  })
  .refine(
    (given) =>
      !(
        typeof given === "object" &&
        given !== null &&
        "elements" in given &&
        Array.isArray(given.elements) &&
        given.elements.length > BOARD_ELEMENTS_MAX
      ),
    { error: `At most ${BOARD_ELEMENTS_MAX} elements.`, abort: true },
  )
  .pipe(BoardDocument);

export const listBoards = defineRoute({
  id: "boards.list",
  method: "GET",
  path: "/whiteboards",
  summary: "Whiteboards of a space, the newest first; without `workspaceId` those of the personal library",
  auth: "user",
  query: z.object({ workspaceId: WorkspaceRef.optional(), folderId: FolderId.optional(), ...Paging }),
  response: page(Item),
});

export const listBoardsHere = defineRoute({
  id: "boards.here",
  method: "GET",
  path: "/whiteboards/here",
  summary: "Whiteboards of a space that people have open now, with their number; without `workspaceId` those of the personal library",
  auth: "user",
  query: z.object({ workspaceId: WorkspaceRef.optional() }),
  response: z.object({ boards: z.array(z.object({ boardId: Id, people: z.int().min(1) })) }),
});

export const createBoard = defineRoute({
  id: "boards.create",
  method: "POST",
  path: "/whiteboards",
  summary: "Create a whiteboard, empty, from a template or with a document",
  auth: "user",
  body: z.object({
    title: Title,
    workspaceId: WorkspaceRef.optional(),
    folderId: FolderRef.optional(),
    template: z.enum(BOARD_TEMPLATES).optional(),
    document: GivenDocument.optional(),
  }),
  bodyBytesMax: 3 * BOARD_BYTES_MAX,
  response: Item,
  success: 201,
  errors: ["storage-full", "board-full"],
});

export const getBoard = defineRoute({
  id: "boards.get",
  method: "GET",
  path: "/whiteboards/{boardId}",
  summary: "A whiteboard with its drawing",
  auth: "optional",
  params: OfBoard,
  query: z.object(ByShare),
  response: BoardView,
});

export const getBoardItem = defineRoute({
  id: "boards.getItem",
  method: "GET",
  path: "/whiteboards/{boardId}/item",
  summary: "A whiteboard as an item, without its drawing",
  auth: "optional",
  params: OfBoard,
  query: z.object(ByShare),
  response: Item,
});

export const updateBoard = defineRoute({
  id: "boards.update",
  method: "PUT",
  path: "/whiteboards/{boardId}",
  summary: "Change the title, or merge a document: newer elements replace older ones, other users' changes stay",
  auth: "user",
  params: OfBoard,
  body: z.object({ title: Title.optional(), document: GivenDocument.optional() }),
  bodyBytesMax: 3 * BOARD_BYTES_MAX,
  response: BoardView,
  errors: ["storage-full", "board-full"],
});

export const trashBoard = defineRoute({
  id: "boards.trash",
  method: "DELETE",
  path: "/whiteboards/{boardId}",
  summary: "Move a whiteboard to the trash",
  auth: "user",
  params: OfBoard,
  response: Nothing,
});

export const exportBoard = defineRoute({
  id: "boards.export",
  method: "GET",
  path: "/whiteboards/{boardId}/export",
  summary: "A whiteboard as a file. Items that the caller may not open appear as empty frames",
  auth: "optional",
  params: OfBoard,
  query: z.object({ format: z.enum(BOARD_EXPORTS), ...ByShare }),
  response: Nothing,
});

export const addBoardImage = defineRoute({
  id: "boards.addImage",
  method: "POST",
  path: "/whiteboards/{boardId}/images",
  summary:
    "Store an image for a whiteboard. Equal images are stored once. A frame of a video is shown only to people who may open the video",
  auth: "user",
  params: OfBoard,
  form: {
    file: { type: "file", description: "PNG, JPEG, GIF or WebP", required: true },
    itemId: { type: "string", description: "The video that the image is a frame of" },
  },
  response: BoardImage,
  success: 201,
  errors: ["file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file", "storage-full"],
});

export const listBoardImages = defineRoute({
  id: "boards.images",
  method: "GET",
  path: "/whiteboards/{boardId}/images",
  summary: "Current addresses of the images of a whiteboard, and of the items on it that the caller may open",
  auth: "optional",
  params: OfBoard,
  query: z.object(ByShare),
  response: z.object({
    images: z.array(BoardImage),
    /** Items on the board. `url` is null when the caller may not open the item; then all other fields are null, too. */
    items: z.array(
      z.object({
        itemId: Id,
        type: z.enum(["image", "video", "board"]).nullable(),
        title: z.string().nullable(),
        owner: z.string().nullable(),
        comments: z.int().nullable(),
        duration: z.number().nullable(),
        /** Page of the item in the portal. */
        pageUrl: z.string().nullable(),
        /** The image, or the poster of a video. */
        url: z.string().nullable(),
      }),
    ),
  }),
});

/** A stored state of a board. `n` counts from 1. */
export const BoardVersion = z.object({
  n: z.int(),
  name: z.string().nullable(),
  createdAt: IsoDate,
  /** People who changed the board since the version before. */
  by: z.array(Person),
  elements: z.int(),
});
export type BoardVersion = z.output<typeof BoardVersion>;

export const listBoardVersions = defineRoute({
  id: "boards.versions",
  method: "GET",
  path: "/whiteboards/{boardId}/versions",
  summary: "Stored versions of a whiteboard, the newest first",
  auth: "user",
  params: OfBoard,
  response: z.object({ items: z.array(BoardVersion) }),
});

export const saveBoardVersion = defineRoute({
  id: "boards.saveVersion",
  method: "POST",
  path: "/whiteboards/{boardId}/versions",
  summary: "Store the present state as a version. Named versions are not deleted automatically",
  auth: "user",
  params: OfBoard,
  body: z.object({ name: Title.optional() }),
  response: BoardVersion,
  success: 201,
});

const OfVersion = OfBoard.extend({ n: z.coerce.number().int().min(1) });

export const getBoardVersion = defineRoute({
  id: "boards.version",
  method: "GET",
  path: "/whiteboards/{boardId}/versions/{n}",
  summary: "The drawing of a stored version",
  auth: "user",
  params: OfVersion,
  response: z.object({ version: BoardVersion, document: BoardDocument }),
});

export const restoreBoardVersion = defineRoute({
  id: "boards.restoreVersion",
  method: "POST",
  path: "/whiteboards/{boardId}/versions/{n}/restore",
  summary: "Restore a stored version. The present state is stored as a version first, and open pages show the change",
  auth: "user",
  params: OfVersion,
  response: BoardView,
});

/* Messages of the WebSocket `/api/v1/whiteboards/{boardId}/live?share=`. Each is one JSON text. */

/** Path of the socket below the API base. */
export const boardLivePath = (boardId: string): string => `/whiteboards/${boardId}/live`;

const Presence = z.object({
  /** Position on the canvas; null when the pointer has left it. */
  pointer: z.object({ x: Coordinate, y: Coordinate, tool: z.enum(["pointer", "laser"]) }).nullable(),
  selected: z.array(ElementId).max(200),
  /** Visible part of the canvas, for people who follow this participant. */
  view: z.object({ x: Coordinate, y: Coordinate, zoom: z.number().min(0.01).max(100) }).nullable(),
});
export type BoardPresence = z.output<typeof Presence>;

/** What a client sends. */
export const BoardClientMessage = z.discriminatedUnion("type", [
  /** First message. `since` is the last `seq` that the client has stored, or null for the whole board. */
  z.object({ type: z.literal("hello"), since: z.int().min(0).nullable() }),
  /** A change. `id` is chosen by the client, grows, and is returned by `ack` or `refused`. Sending it again has no further effect. */
  z.object({
    type: z.literal("update"),
    id: z.int().min(0),
    elements: z.array(BoardElement).max(BOARD_UPDATE_ELEMENTS_MAX),
    canvas: BoardCanvas.optional(),
  }),
  Presence.extend({ type: z.literal("presence") }),
  z.object({ type: z.literal("ping") }),
]);
export type BoardClientMessage = z.output<typeof BoardClientMessage>;

/** A person on a board. `id` names one open page. `colour` is an index of the portal's colours of participants. */
export const BoardParticipant = Presence.extend({
  id: z.string(),
  /** Null for a visitor without an account. */
  person: Person.nullable(),
  colour: z.int().min(0),
});
export type BoardParticipant = z.output<typeof BoardParticipant>;

/** What the server sends. */
export type BoardServerMessage =
  /** Response to `hello`: elements that changed after `since` (all elements without `since`), and the people on the board. */
  | {
      type: "welcome";
      self: string;
      seq: number;
      /** Whether `elements` is the whole board. False: only changes after `since`, deleted elements included. */
      isWhole: boolean;
      elements: BoardElement[];
      canvas: BoardCanvas;
      role: BoardRole;
      participants: BoardParticipant[];
    }
  /** The change is stored. Elements of it that lost against newer ones follow as `update`. */
  | { type: "ack"; id: number; seq: number }
  /**
   * The change was refused. `code` is an error code of the API. `retryAfterMs` is set when the client may send it again. With `elements` only
   * these elements were refused: the others are stored, and `ack` follows.
   */
  | { type: "refused"; id: number; code: string; message: string; retryAfterMs: number | null; elements?: string[] }
  | { type: "update"; seq: number; elements: BoardElement[]; canvas?: BoardCanvas; by: string | null }
  | { type: "presence"; participant: BoardParticipant }
  | { type: "left"; id: string }
  /** The caller's rights changed. */
  | { type: "role"; role: BoardRole }
  /** The board is deleted, in the trash, or no longer readable. The socket is closed afterwards. */
  | { type: "gone" }
  | { type: "pong" };

/** Maximum length of a message of a client, as the server enforces it. */
export const BOARD_SOCKET_PAYLOAD_MAX = BOARD_MESSAGE_BYTES_MAX;
