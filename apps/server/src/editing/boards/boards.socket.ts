import websocket from "@fastify/websocket";
import { API_BASE, BOARD_MESSAGE_BYTES_MAX, BOARD_PARTICIPANTS_MAX, Id } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { z } from "zod";
import { visitorOf } from "../../access/visitors/index.ts";
import { assertOwnOrigin } from "../../people/auth/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { withoutEmpty } from "../../platform/http/implement.ts";
import type { LiveBoards } from "./live.service.ts";

const Params = z.object({ boardId: Id });
const Query = z.object({
  share: z.string().min(1).max(200).optional(),
  /** The board is embedded in another page: the connection only follows it. */
  embed: z.literal("1").optional(),
});
/** Maximum number of embedded views of one board in this process. Further ones show its last drawing. */
const OBSERVERS_MAX = 1_000;
/** Interval of the heartbeat. A client that does not answer one before the next is disconnected. */
const BEAT_MS = 20_000;
/** Time in which the first message must arrive, in milliseconds. */
const HELLO_MS = 20_000;

/** Disconnects a client that does not answer pings, or that does not introduce itself. */
function watch(socket: WebSocket): void {
  let isAlive = true;
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, BEAT_MS).unref();
  const hello = setTimeout(() => socket.close(1008, "no hello"), HELLO_MS).unref();
  socket.once("message", () => clearTimeout(hello));
  socket.on("pong", () => {
    isAlive = true;
  });
  socket.once("close", () => {
    clearInterval(beat);
    clearTimeout(hello);
  });
}

/**
 * Registers the socket of whiteboards: `/whiteboards/{boardId}/live`. It is not a contract route, because it has no response. Session, link
 * and origin are checked before the connection is accepted; messages that arrive meanwhile are handled afterwards.
 */
export async function boardSocket(app: FastifyInstance, { live, publicUrl }: { live: LiveBoards; publicUrl: () => string }): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: BOARD_MESSAGE_BYTES_MAX, perMessageDeflate: false, clientTracking: true },
    // Pages connect to another process, or to this one after its restart.
    preClose: (done) => {
      live.close();
      app.websocketServer.close(() => done());
      for (const client of app.websocketServer.clients) client.terminate();
    },
    errorHandler: (_error, socket) => socket.terminate(),
  });
  app.get(
    `${API_BASE}/whiteboards/:boardId/live`,
    {
      websocket: true,
      exposeHeadRoute: false,
      config: { needs: "item.view" },
      preValidation: async (request) => {
        if (request.headers.upgrade === undefined)
          throw new AppError("bad-request", { message: "This address is for WebSocket connections." });
        assertOwnOrigin(request, publicUrl());
        const params = Params.safeParse(request.params);
        const query = Query.safeParse(withoutEmpty(request.query));
        if (!params.success || !query.success) throw new AppError("not-found");
        const { boardId } = params.data;
        const { share, embed } = query.data;
        const isObserver = embed === "1";
        const entrance = await live.enter({ visitor: visitorOf(request, share), boardId, share }, isObserver);
        if (isObserver && live.observers(boardId) >= OBSERVERS_MAX)
          throw new AppError("unavailable", { message: "Too many pages show this whiteboard." });
        if (!isObserver && live.count(boardId) >= BOARD_PARTICIPANTS_MAX)
          throw new AppError("unavailable", { message: "Too many people are on this whiteboard." });
        request.boardEntrance = entrance;
      },
    },
    (socket, request) => {
      const { boardEntrance } = request;
      if (!boardEntrance) return socket.terminate();
      watch(socket);
      const participant = live.join(boardEntrance, socket);
      socket.on("message", (data, isBinary) => {
        if (isBinary) return socket.close(1003, "text only");
        // Without binary messages, the data is one buffer.
        participant.handle((data as Buffer).toString());
      });
      socket.once("close", () => participant.leave());
      socket.on("error", () => socket.terminate());
    },
  );
}
