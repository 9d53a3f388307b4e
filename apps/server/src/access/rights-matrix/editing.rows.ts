import {
  addBoardImage,
  API_BASE,
  boardLivePath,
  createBoard,
  exportBoard,
  getBoard,
  getBoardItem,
  getBoardVersion,
  listBoardImages,
  listBoards,
  listBoardsHere,
  listBoardVersions,
  restoreBoardVersion,
  saveBoardVersion,
  trashBoard,
  updateBoard,
  addEditAsset,
  copyEditAsset,
  deleteVersions,
  getEdits,
  listVersions,
  putEdits,
  renderEdits,
  cancelRender,
  getPointer,
  putPointer,
  type PointerTrack,
} from "@stillreel/contract";
import { wholeVideo } from "@stillreel/video-editor/core";
import { queryText, to } from "./requests.ts";
import { type Group, row, type RequestContext } from "./request-context.ts";

const document = wholeVideo(1);

/** Creates a video with edits to save. */
async function edited(context: RequestContext): Promise<string> {
  const itemId = await context.video();
  const { data, owner } = context.fixture;
  if (context.isDone && !context.isTwin) await data(owner, putEdits, { params: { itemId }, body: { version: 0, document } });
  return itemId;
}

/** Edits and versions of videos. */
export const EDITING: Group = {
  title: "Editing videos",
  rows: [
    row(getEdits, ({ videoId: itemId }) => to(getEdits, { params: { itemId } })),
    row(putEdits, async (context) => to(putEdits, { params: { itemId: await context.video() }, body: { version: 0, document } })),
    row(addEditAsset, async (context) => {
      const request = to(addEditAsset, { params: { itemId: await context.video() } });
      return context.form(request, {}, context.picture);
    }),
    row(
      copyEditAsset,
      async (context) => {
        const [itemId, { id: sourceItemId }] = [await context.video(), await context.item()];
        return to(copyEditAsset, { params: { itemId }, body: { sourceItemId } });
      },
      { note: "also needs read permission on the image, which is in the space of the video" },
    ),
    row(renderEdits, async (context) => to(renderEdits, { params: { itemId: await edited(context) }, body: { as: "same" } }), {
      note: "a copy also needs write permission on the folder of the video",
    }),
    row(getPointer, ({ videoId: itemId }) => to(getPointer, { params: { itemId } })),
    row(putPointer, async (context) => {
      const body: PointerTrack = { moves: [[0.1, 0.5, 0.5]], clicks: [] };
      return to(putPointer, { params: { itemId: await context.video() }, body });
    }),
    row(cancelRender, async (context) => to(cancelRender, { params: { itemId: await context.video() } })),
    row(listVersions, ({ videoId: itemId }) => to(listVersions, { params: { itemId } })),
    row(deleteVersions, async (context) => to(deleteVersions, { params: { itemId: await context.video() } })),
  ],
};

/** Creates a whiteboard with a version. */
async function versioned(context: RequestContext): Promise<string> {
  const boardId = await context.board();
  const { data, owner } = context.fixture;
  if (!context.isTwin) await data(owner, saveBoardVersion, { params: { boardId }, body: { name: "Version" } });
  return boardId;
}

/** Whiteboards. A link opens only its board. */
export const BOARDS: Group = {
  title: "Whiteboards",
  rows: [
    row(listBoards, ({ workspaceId }) => to(listBoards, { query: { workspaceId, limit: 200 } }), {
      shows: ({ target }) => target.boardId,
    }),
    row(listBoardsHere, ({ workspaceId }) => to(listBoardsHere, { query: { workspaceId } })),
    row(createBoard, ({ workspaceId, folderId }) => to(createBoard, { body: { title: "Board", workspaceId, folderId } })),
    row(getBoard, ({ boardId, boardShare }) => to(getBoard, { params: { boardId }, query: boardShare })),
    row(getBoardItem, ({ boardId, boardShare }) => to(getBoardItem, { params: { boardId }, query: boardShare })),
    row(updateBoard, async (context) => to(updateBoard, { params: { boardId: await context.board() }, body: { title: "New" } })),
    row(trashBoard, async (context) => to(trashBoard, { params: { boardId: await context.board() } })),
    row(exportBoard, ({ boardId, boardShare }) => to(exportBoard, { params: { boardId }, query: { format: "excalidraw", ...boardShare } })),
    row(addBoardImage, async (context) => {
      const request = to(addBoardImage, { params: { boardId: await context.board() } });
      return context.form(request, {}, context.picture);
    }),
    row(listBoardImages, ({ boardId, boardShare }) => to(listBoardImages, { params: { boardId }, query: boardShare })),
    row(listBoardVersions, ({ boardId }) => to(listBoardVersions, { params: { boardId } })),
    row(saveBoardVersion, async (context) => to(saveBoardVersion, { params: { boardId: await context.board() }, body: {} })),
    row(getBoardVersion, async (context) => to(getBoardVersion, { params: { boardId: await versioned(context), n: 1 } })),
    row(restoreBoardVersion, async (context) => to(restoreBoardVersion, { params: { boardId: await versioned(context), n: 1 } })),
    {
      address: "GET /api/v1/whiteboards/:boardId/live",
      note: "a WebSocket; those who may not change the board only receive",
      send: ({ boardId, boardShare }) => ({
        method: "GET",
        url: `${API_BASE}${boardLivePath(boardId)}${queryText(boardShare)}`,
        isSocket: true,
      }),
    },
  ],
};
