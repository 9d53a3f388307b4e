import {
  addBoardImage,
  API_BASE,
  BOARD_EXPORTS,
  createBoard,
  exportBoard,
  getBoard,
  getBoardItem,
  getBoardVersion,
  isUuid,
  listBoardImages,
  listBoards,
  listBoardsHere,
  listBoardVersions,
  restoreBoardVersion,
  saveBoardVersion,
  trashBoard,
  updateBoard,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { visitorOf } from "../../access/visitors/index.ts";
import { contentDisposition } from "../../platform/http/file-headers.ts";
import { implement, signedIn, withoutEmpty } from "../../platform/http/implement.ts";
import { parseInput } from "../../platform/http/issues.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { acceptForms } from "../../platform/http/multipart.ts";
import type { BoardsService } from "./boards.service.ts";
import type { BoardExports } from "./exports.service.ts";
import type { BoardImages } from "./images.service.ts";
import type { LiveBoards } from "./live.service.ts";
import type { BoardVersions } from "./versions.service.ts";

const ExportQuery = z.object({ format: z.enum(BOARD_EXPORTS), share: z.string().max(200).optional() });

export interface BoardsRoutesDeps {
  boards: BoardsService;
  images: BoardImages;
  versions: BoardVersions;
  exports: BoardExports;
  listHere: LiveBoards["listHere"];
  /** Returns the cookies that admit a visitor of a link again. */
  cookiesOf(slug: string, admission: string): string[];
}

/** Registers the routes of whiteboards, except the socket. */
export async function boardsRoutes(
  app: FastifyInstance,
  { boards, images, versions, exports, listHere, cookiesOf }: BoardsRoutesDeps,
): Promise<void> {
  implement(app, listBoards, { needs: "item.list" }, ({ query }, { actor }) => boards.list(signedIn(actor), query));
  implement(app, listBoardsHere, { needs: "item.list" }, async ({ query }, { actor }) => ({
    boards: await listHere(signedIn(actor), query.workspaceId ?? "personal"),
  }));
  implement(app, createBoard, { needs: "folder.add" }, ({ body }, { actor }) => boards.create(signedIn(actor), body));
  implement(app, getBoard, { needs: "item.view" }, async ({ params, query: { share } }, { request, reply }) => {
    const { response, admission } = await boards.get({ visitor: visitorOf(request, share), boardId: params.boardId, share });
    if (admission !== null && share !== undefined) void reply.header("set-cookie", cookiesOf(share, admission));
    return response;
  });
  implement(app, getBoardItem, { needs: "item.view" }, ({ params, query: { share } }, { request }) =>
    boards.getItem({ visitor: visitorOf(request, share), boardId: params.boardId, share }),
  );
  implement(app, updateBoard, { needs: "item.write" }, ({ params, body }, { actor }) =>
    boards.update(signedIn(actor), params.boardId, body),
  );
  implement(app, trashBoard, { needs: "item.write" }, async ({ params }, { actor, request }) => {
    await boards.trash(signedIn(actor), params.boardId, request.ip);
    return {};
  });
  exportRoute(app, exports);
  implement(app, listBoardImages, { needs: "item.view" }, ({ params, query: { share } }, { request }) =>
    images.addresses({ visitor: visitorOf(request, share), boardId: params.boardId, share }),
  );
  await app.register(async (scope) => {
    acceptForms(scope);
    implement(scope, addBoardImage, { needs: "item.write" }, ({ params }, { actor, request, reply }) =>
      images.add({ actor: signedIn(actor), request, reply }, params.boardId),
    );
  });
  implement(app, listBoardVersions, { needs: "item.write" }, ({ params }, { actor }) => versions.list(signedIn(actor), params.boardId));
  implement(app, saveBoardVersion, { needs: "item.write" }, ({ params, body }, { actor }) =>
    versions.save(signedIn(actor), params.boardId, body.name),
  );
  implement(app, getBoardVersion, { needs: "item.write" }, ({ params }, { actor }) =>
    versions.get(signedIn(actor), params.boardId, params.n),
  );
  implement(app, restoreBoardVersion, { needs: "item.write" }, async ({ params }, { actor }) =>
    boards.view(await versions.restore(signedIn(actor), params.boardId, params.n)),
  );
}

/** Registers the export. Its response is a file. */
function exportRoute(app: FastifyInstance, exports: BoardExports): void {
  app.get<{ Params: { boardId: string } }>(
    `${API_BASE}/whiteboards/:boardId/export`,
    { config: { route: exportBoard, needs: "item.view" }, exposeHeadRoute: false },
    async (request, reply) => {
      const { boardId } = request.params;
      if (!isUuid(boardId)) throw new AppError("not-found");
      const { share, format } = parseInput(ExportQuery, withoutEmpty(request.query));
      const { fileName, mimeType, body } = await exports.file({ visitor: visitorOf(request, share), boardId, share }, format, request.ip);
      return reply
        .type(mimeType)
        .headers({
          "content-disposition": contentDisposition("attachment", fileName, mimeType),
          "cache-control": "private, no-store",
          // A drawing opened from this address runs no script and loads nothing.
          "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
        })
        .send(body);
    },
  );
}
