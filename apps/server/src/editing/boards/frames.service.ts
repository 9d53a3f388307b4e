import { frameFileId, frameOf } from "@stillreel/contract";
import type { StoredBlob } from "../../media/media/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { DerivedImage } from "../../platform/ports/images.port.ts";
import type { JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { followFrames } from "./boards.definitions.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import { type Film, type NeededFrame, planFrames, shownMark, type StoredFrame } from "./frames.plan.ts";
import * as repo from "./frames.repo.ts";
import { addImage } from "./images.adding.ts";

/** Longest side of a frame in pixels: that of the frames that pages send. */
const SIDE_MAX = 2_560;
const FRAME_BYTES_MAX = 20_000_000;
/** Reasons why a board gets no further image. It then shows the poster of the video. */
const FULL: ReadonlySet<string> = new Set(["board-full", "quota-exceeded", "not-found"]);

interface Context {
  ports: Ports;
  deps: Pick<BoardsDeps, "media" | "items" | "events">;
}

const storePicture = ({ deps }: Context, { bytes }: DerivedImage): Promise<StoredBlob> =>
  deps.media.storeDerived(
    (async function* () {
      yield bytes;
    })(),
    { maxBytes: FRAME_BYTES_MAX },
  );

/** Adds a frame to a board. Returns the space of the board; null when the board has no room, has the frame by now, or is in the trash. */
async function add(context: Context, { boardId, fileId, at }: NeededFrame, image: DerivedImage): Promise<string | null> {
  const { ports, deps } = context;
  const stored = await storePicture(context, image);
  try {
    const { width, height } = image;
    const added = await ports.db.transaction((tx) =>
      addImage(
        tx,
        { ports, deps },
        { boardId, fileId, stored, mimeType: stored.mimeType, width, height, userId: null, shownAtMs: Math.round(at * 1_000) },
      ),
    );
    if (added.earlier) await deps.media.discard(stored);
    return added.earlier ? null : added.workspaceId;
  } catch (error) {
    // After a lost connection the result of the commit is unknown: the sweep of objects without a row decides.
    if (!(error instanceof AppError && FULL.has(error.code))) throw error;
    await deps.media.discard(stored);
    return null;
  }
}

async function removeUnused({ ports, deps }: Context, unused: readonly StoredFrame[]): Promise<void> {
  if (unused.length === 0) return;
  const released = await ports.db.transaction(async (tx) => deps.media.releaseBlobs(tx, await repo.deleteFrames(tx, unused)));
  await deps.media.retire(released);
}

/** Takes the frames that boards need from the file that a video shows. */
async function addNeeded(context: Context, { storageKey }: Film, needed: readonly NeededFrame[], signal: AbortSignal): Promise<void> {
  const { deps } = context;
  const boardsOf = Map.groupBy(needed, ({ at }) => at);
  const times = [...boardsOf.keys()].toSorted((one, other) => one - other);
  for await (const { at, image } of deps.media.frames.take(storageKey, times, SIDE_MAX, signal))
    for (const frame of boardsOf.get(at) ?? []) {
      const workspaceId = await add(context, frame, image);
      if (workspaceId !== null) deps.events.publish({ type: "items", workspaceId, itemIds: [frame.boardId] });
    }
}

/** Gives all boards the frames of the version that a video shows, and deletes those of replaced versions that the server made. */
async function follow(context: Context, itemId: string, signal: AbortSignal): Promise<JobOutcome> {
  const { db } = context.ports;
  const stored = await repo.listFrames(db, itemId);
  if (stored.length === 0) return { skipped: "no whiteboard has a frame of the video" };
  const film = await repo.findFilm(db, itemId);
  if (!film) return { skipped: "the video is deleted" };
  const boardIds = [...new Set(stored.map(({ boardId }) => boardId))];
  const { needed, unused } = planFrames(film, stored, await repo.listElements(db, itemId, boardIds));
  await addNeeded(context, film, needed, signal);
  await removeUnused(context, unused);
  return "done";
}

/**
 * Deletes the frames of all versions that are deleted. The shown version becomes the original, so that its frames get the mark of originals:
 * otherwise those that were taken before a part was cut or covered would be shown again.
 */
async function forget({ deps }: Context, tx: Executor, itemId: string): Promise<void> {
  const [stored, film] = [await repo.listFrames(tx, itemId), await repo.findFilm(tx, itemId)];
  const mark = film && shownMark(film);
  const isShown = ({ fileId }: StoredFrame): boolean => frameOf(fileId)?.version === mark;
  const gone = stored.filter((frame) => !isShown(frame));
  await deps.media.releaseBlobs(tx, await repo.deleteFrames(tx, gone));
  if (mark === "original") return;
  for (const frame of stored.filter(isShown)) {
    const parts = frameOf(frame.fileId);
    if (parts) await repo.renameFrame(tx, frame, frameFileId({ ...parts, version: "original" }));
  }
}

/** Creates the part of whiteboards that lets frames of videos follow edits. */
export function createBoardFrames(ports: Ports, deps: Context["deps"]) {
  const context: Context = { ports, deps };
  const timeline: TimelineFollower = {
    follow: (tx, itemId) => ports.jobs.enqueue(tx, followFrames, { itemId }),
    forget: forget.bind(null, context),
  };
  return { follow: follow.bind(null, context), timeline };
}

export type BoardFrames = ReturnType<typeof createBoardFrames>;
