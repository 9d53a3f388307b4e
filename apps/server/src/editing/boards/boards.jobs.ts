import { BOARD_TEXT_MAX } from "@stillreel/contract";
import type { Ports } from "../../platform/ports/index.ts";
import { handles, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import { followFrames, tidyBoard } from "./boards.definitions.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import { textOf } from "./elements.plan.ts";
import type { BoardExports } from "./exports.service.ts";
import type { BoardFrames } from "./frames.service.ts";
import * as repo from "./tidy.repo.ts";
import type { BoardVersions } from "./versions.service.ts";

/** Time after which every process has read a row of the log. */
const LOG_MS = 60_000;

interface BoardJobsDeps extends Pick<BoardsDeps, "search" | "events"> {
  versions: BoardVersions;
  exports: BoardExports;
  frames: Pick<BoardFrames, "follow">;
}

/** Draws a board that changed since it was last drawn, and updates its words and its size. */
async function show({ db }: Ports, { exports, search, events }: BoardJobsDeps, boardId: string): Promise<void> {
  if (!(await repo.isUndrawn(db, boardId))) return;
  const { elements, seq } = await exports.thumbnails(boardId);
  const workspaceId = await db.transaction(async (tx) => {
    const findable = await repo.noteDrawn(tx, boardId, { seq, text: textOf(elements, BOARD_TEXT_MAX) });
    if (findable) await search.indexItem(tx, findable);
    return findable?.workspaceId;
  });
  if (workspaceId !== undefined) events.publish({ type: "items", workspaceId, itemIds: [boardId] });
}

/** Creates the jobs of whiteboards. */
export function boardJobs(ports: Ports, deps: BoardJobsDeps): RegisteredJob[] {
  const { clock, jobs, db } = ports;
  return [
    handles(tidyBoard, async ({ boardId }) => {
      const tidied = await deps.versions.tidy(boardId, new Date(clock.now().getTime() - LOG_MS));
      if (!tidied) return { skipped: "there is no such whiteboard" };
      // The work may have ended. Its version is due in any case.
      if (tidied.versionDueAt)
        await jobs.enqueue(db, tidyBoard, { boardId }, { key: `board-version:${boardId}`, runAt: tidied.versionDueAt });
      await show(ports, deps, boardId);
      return "done";
    }),
    handles(followFrames, ({ itemId }, signal) => deps.frames.follow(itemId, signal)),
  ];
}
