import {
  BOARD_FORMAT,
  BOARD_UPDATE_ELEMENTS_MAX,
  BoardCanvas,
  type BoardDocument,
  type BoardRole,
  type createBoard,
  Item,
  type listBoards,
  type ServerArgs,
  type ServerResult,
} from "@stillreel/contract";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { folderRef } from "../../platform/http/folder-ref.ts";
import { Written as WrittenResponse, writerOf } from "../../platform/http/implement.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { enter, enterToEdit, type Entry, type Visit } from "./boards.access.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import { visitorItem } from "./boards.present.ts";
import * as repo from "./changes.repo.ts";
import type { Changes } from "./changes.service.ts";
import { readElements } from "./elements.plan.ts";
import type { BoardImages } from "./images.service.ts";
import { templateOf } from "./templates.ts";

type PresentedItem = ServerResult<typeof createBoard>;

interface Context {
  ports: Ports;
  deps: BoardsDeps;
  changes: Changes;
  images: BoardImages;
}

const writeItem = writerOf(Item);

/** Joins the parts of a board to the response. The elements are the stored texts, so that thousands of them are not written again. */
function written(item: PresentedItem, { seq, elements, canvas }: repo.BoardState, role: BoardRole, images: unknown): WrittenResponse {
  const document = `{"format":${BOARD_FORMAT},"elements":${elements},"canvas":${JSON.stringify(canvas)}}`;
  return new WrittenResponse(
    `{"item":${writeItem(item)},"document":${document},"seq":${seq},"role":${JSON.stringify(role)},"images":${JSON.stringify(images)}}`,
  );
}

/** Returns the item as the caller may see it. */
function itemFor({ ports, deps }: Context, { by, callerId }: Entry): Promise<PresentedItem> | PresentedItem {
  return by.kind === "member" ? deps.items.shown(by.actor, by.found) : visitorItem(deps.media, ports.publicUrl(), callerId, by.row);
}

async function view(context: Context, entry: Entry): Promise<WrittenResponse> {
  const { ports, images } = context;
  const [item, state, files] = await Promise.all([
    itemFor(context, entry),
    repo.readState(ports.db, entry.boardId, null),
    images.list(entry),
  ]);
  if (!state) throw new AppError("not-found");
  return written(item, state, entry.role, files);
}

/** Returns a board with its drawing. @throws AppError `not-found`, `unauthenticated`, `password-required`, `link-removed` */
async function get(context: Context, visit: Visit): Promise<{ response: WrittenResponse; admission: string | null }> {
  const entry = await enter(context.deps, visit, "content");
  if (entry.by.kind === "member") await context.deps.items.markOpened(entry.boardId);
  return { response: await view(context, entry), admission: entry.admission };
}

/** Returns a board as an item, without its drawing. @throws AppError `not-found`, `unauthenticated`, `password-required`, `link-removed` */
async function getItem(context: Context, visit: Visit): Promise<PresentedItem> {
  const entry = await enter(context.deps, visit);
  if (entry.by.kind === "member") await context.deps.items.markOpened(entry.boardId);
  return itemFor(context, entry);
}

/**
 * Merges a document. A repeated one changes nothing.
 * @throws AppError `board-full` when it does not fit; what fits is stored
 */
export async function mergeDocument(
  { changes }: Pick<Context, "changes">,
  boardId: string,
  userId: string | null,
  { elements: given, canvas }: { elements: BoardDocument["elements"]; canvas?: BoardDocument["canvas"] | undefined },
): Promise<void> {
  const { elements, refused } = readElements(given);
  let isFull = false;
  for (let from = 0; from === 0 || from < elements.length; from += BOARD_UPDATE_ELEMENTS_MAX) {
    const page = elements.slice(from, from + BOARD_UPDATE_ELEMENTS_MAX);
    const applied = await changes.apply(boardId, { participant: null, userId, elements: page, canvas: from === 0 ? canvas : undefined });
    isFull ||= applied.full.length > 0;
  }
  const [first] = refused;
  if (first) throw new AppError(first.code, { message: first.message });
  if (isFull) throw new AppError("board-full");
}

async function list({ deps }: Context, actor: UserActor, query: ServerArgs<typeof listBoards>["query"]) {
  const { workspaceId = "personal", folderId, cursor, limit } = query;
  const view = folderId === undefined ? ("all" as const) : ("folder" as const);
  return deps.items.list(actor, workspaceId, { type: "board", view, folderId, sort: "newest", cursor, limit });
}

async function create(context: Context, actor: UserActor, body: ServerArgs<typeof createBoard>["body"]): Promise<PresentedItem> {
  const { ports, deps } = context;
  await deps.limits.take({ key: `board:${actor.id}`, rule: { max: 120, windowS: 60 } });
  const workspace = await deps.memberships.resolve(actor, body.workspaceId ?? "personal");
  const document = body.document ?? templateOf(body.template ?? "blank");
  const boardId = await ports.db.transaction(async (tx) => {
    const id = await deps.items.createBoard(tx, actor, { workspace, folderId: folderRef(body.folderId), title: body.title });
    await repo.insertBoard(tx, id, BoardCanvas.parse(document.canvas));
    return id;
  });
  if (document.elements.length > 0) await mergeDocument(context, boardId, actor.id, document);
  deps.events.publish({ type: "items", workspaceId: workspace.id, itemIds: [boardId] });
  return deps.items.one(actor, boardId);
}

/** Changes the title, or merges a document. @throws AppError `not-found`, `forbidden`, `board-full` */
async function update(
  context: Context,
  actor: UserActor,
  boardId: string,
  { title, document }: { title?: string | undefined; document?: BoardDocument | undefined },
): Promise<WrittenResponse> {
  const { deps } = context;
  const entry = await enterToEdit(deps, actor, boardId);
  if (title !== undefined) await deps.items.update(actor, entry.workspaceId, "board", boardId, { title });
  if (document !== undefined) await mergeDocument(context, boardId, actor.id, document);
  return view(context, title === undefined ? entry : await enterToEdit(deps, actor, boardId));
}

async function trash({ deps }: Context, actor: UserActor, boardId: string, ip: string): Promise<void> {
  const { workspaceId } = await enterToEdit(deps, actor, boardId);
  const { failed } = await deps.items.bulk(actor, workspaceId, { kind: "trash" }, { itemIds: [boardId] }, ip);
  if (failed.length > 0) throw new AppError("not-found");
}

/** Creates the service of whiteboards: create, read, merge, trash. */
export function createBoardsService(ports: Ports, deps: BoardsDeps, changes: Changes, images: BoardImages) {
  const context: Context = { ports, deps, changes, images };
  return {
    list: list.bind(null, context),
    create: create.bind(null, context),
    get: get.bind(null, context),
    getItem: getItem.bind(null, context),
    view: view.bind(null, context),
    update: update.bind(null, context),
    trash: trash.bind(null, context),
  };
}

export type BoardsService = ReturnType<typeof createBoardsService>;
