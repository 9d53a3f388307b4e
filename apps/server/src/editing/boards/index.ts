import type { Module, Sweeper } from "../../platform/module.ts";
import type { BoardFiles } from "../../platform/ports/board-files.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import { boardJobs } from "./boards.jobs.ts";
import { boardsRoutes } from "./boards.routes.ts";
import { createBoardsService } from "./boards.service.ts";
import { boardSocket } from "./boards.socket.ts";
import { createChanges } from "./changes.service.ts";
import { createBoardExports } from "./exports.service.ts";
import { createBoardFrames } from "./frames.service.ts";
import { createBoardFiles } from "./files.service.ts";
import { createBoardImages } from "./images.service.ts";
import { createLiveBoards, type LiveBoards } from "./live.service.ts";
import { createBoardVersions } from "./versions.service.ts";

/** Number of boards per page of the sweep of versions. */
const SWEEP_PAGE = 50;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Interface of whiteboards for other modules. */
export interface Boards extends Module {
  sweepers: Sweeper[];
  /** Boards as files, for archives and imports. */
  files: BoardFiles;
  /** Frames of videos on boards follow the versions of their videos. */
  timeline: TimelineFollower;
  /** Returns the number of pages of this installation that have a board open, as this process knows it. */
  connections(boardId: string): number;
}

/** Creates the module of whiteboards: elements, live changes, versions, images. Only processes that serve HTTP have live connections. */
export function createBoards(ports: Ports, deps: BoardsDeps): Boards {
  const changes = createChanges(ports);
  const images = createBoardImages(ports, deps);
  const boards = createBoardsService(ports, deps, changes, images);
  const versions = createBoardVersions(ports, deps, changes);
  const exports = createBoardExports(ports, deps, deps.drawings);
  const frames = createBoardFrames(ports, deps);
  let live: LiveBoards | undefined;
  return {
    files: createBoardFiles(ports, deps),
    timeline: frames.timeline,
    connections: (boardId) => live?.count(boardId) ?? 0,
    routes: async (app) => {
      const opened = createLiveBoards(ports, { ...deps, changes });
      live = opened;
      const { cookiesOf } = deps.shares;
      await boardsRoutes(app, { boards, images, versions, exports, listHere: opened.listHere, cookiesOf });
      await boardSocket(app, { live: opened, publicUrl: ports.publicUrl });
      app.addHook("onClose", () => opened.stop());
    },
    jobs: boardJobs(ports, { ...deps, versions, exports, frames }),
    sweepers: [
      {
        name: "merge-board-versions",
        run: (_signal, cursor) => versions.sweep(cursor ?? FIRST_ID, SWEEP_PAGE),
      },
    ],
  };
}
