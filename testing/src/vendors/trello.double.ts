import { randomBytes } from "node:crypto";
import type { Grants } from "./grants.ts";
import {
  fieldsOf,
  json,
  multipartOf,
  startVendorServer,
  text,
  type VendorReply,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server.ts";

/** A board with its lists. */
interface TrelloBoard {
  id: string;
  name: string;
  lists: { id: string; name: string }[];
}

/** An attachment of a card: a link or a file. */
interface TrelloAttachment {
  name: string;
  url: string;
  isUpload: boolean;
  bytes: Buffer | null;
}

/** A created card. */
interface TrelloCard {
  id: string;
  name: string;
  desc: string;
  idList: string;
  idBoard: string;
  attachments: TrelloAttachment[];
}

/** The API of Trello. Its permissions come from the sign-in of Atlassian. */
export interface TrelloDouble extends VendorServer {
  grants: Grants;
  boards: TrelloBoard[];
  cards: Map<string, TrelloCard>;
  /** Removes a board, as its user does. */
  deleteBoard(id: string): void;
}

const DESCRIPTION_MAX = 16_384;
/** Largest file of a free workspace. */
const FILE_MAX = 10 * 1024 ** 2;
const newId = (): string => randomBytes(12).toString("hex");
const missing = (): VendorReply => text(404, "The requested resource was not found.");

/** The state of one member's boards. */
class Boards {
  readonly boards: TrelloBoard[] = [
    {
      id: newId(),
      name: "Roadmap",
      lists: [
        { id: newId(), name: "To do" },
        { id: newId(), name: "Done" },
      ],
    },
  ];
  readonly cards = new Map<string, TrelloCard>();

  lists(boardId: string): VendorReply {
    const board = this.boards.find(({ id }) => id === boardId);
    return board
      ? json(
          200,
          board.lists.map((list, index) => ({ ...list, pos: index + 1 })),
        )
      : missing();
  }

  create(fields: Record<string, string>): VendorReply {
    const idList = fields["idList"] ?? "";
    const board = this.boards.find(({ lists }) => lists.some(({ id }) => id === idList));
    if (!board) return text(400, "invalid value for idList");
    const [name, desc] = [fields["name"] ?? "", fields["desc"] ?? ""];
    if (desc.length > DESCRIPTION_MAX) return text(400, "invalid value for desc");
    const id = newId();
    this.cards.set(id, { id, name, desc, idList, idBoard: board.id, attachments: [] });
    const shortUrl = `https://trello.com/c/${id.slice(0, 8)}`;
    return json(200, { id, name, desc, idList, idBoard: board.id, shortUrl, url: `${shortUrl}/1-card` });
  }

  async attach(cardId: string, request: VendorRequest, query: Record<string, string>): Promise<VendorReply> {
    const card = this.cards.get(cardId);
    if (!card) return missing();
    if (!request.headers["content-type"]?.includes("multipart")) {
      const { url, name } = { ...query, ...fieldsOf(request) } as Record<string, string | undefined>;
      if (!url) return text(400, "Must provide either url or file");
      card.attachments.push({ name: name ?? url, url, isUpload: false, bytes: null });
      return json(200, { id: newId(), name: name ?? url, url, isUpload: false, bytes: null });
    }
    const { files, fields } = await multipartOf(request);
    const file = files.find(({ field }) => field === "file");
    if (!file) return text(400, "Must provide either url or file");
    if (file.bytes.length > FILE_MAX) return text(413, "Attachment too large");
    const [id, name] = [newId(), fields["name"] ?? file.name];
    const url = `https://trello.com/1/cards/${cardId}/attachments/${id}/download/${encodeURIComponent(file.name)}`;
    card.attachments.push({ name, url, isUpload: true, bytes: file.bytes });
    return json(200, { id, name, url, isUpload: true, bytes: file.bytes.length, mimeType: fields["mimeType"] ?? file.type });
  }
}

/** Starts the double of Trello's API. @param grants permissions that Atlassian's sign-in gives for it */
export async function startTrello(grants: Grants): Promise<TrelloDouble> {
  const state = new Boards();
  const server = await startVendorServer((request) => {
    const { method, path } = request;
    const grant = grants.of(request);
    if (typeof grant === "string") return text(401, "invalid token");
    const query = Object.fromEntries(request.query);
    if (method === "POST" && !grant.scopes.includes("write:board:trello")) return text(401, "unauthorized permission requested");
    if (path === "/1/members/me") return json(200, { id: "5abbe4b7ddc1b351", username: "annexample", fullName: "Ann Example" });
    if (path === "/1/members/me/boards")
      return json(
        200,
        state.boards.map(({ id, name }) => ({ id, name, url: `https://trello.com/b/${id}` })),
      );
    if (path === "/1/cards" && method === "POST") return state.create({ ...query, ...fieldsOf(request) });
    const lists = /^\/1\/boards\/([^/]+)\/lists$/u.exec(path);
    if (lists) return state.lists(lists[1] ?? "");
    const attachments = /^\/1\/cards\/([^/]+)\/attachments$/u.exec(path);
    return attachments && method === "POST" ? state.attach(attachments[1] ?? "", request, query) : missing();
  });
  return {
    ...server,
    grants,
    boards: state.boards,
    cards: state.cards,
    deleteBoard: (id) => {
      const at = state.boards.findIndex((board) => board.id === id);
      if (at >= 0) state.boards.splice(at, 1);
    },
  };
}
