import { frameFileId, frameOf, isSameFrame, versionMark, type EditDocument } from "@stillreel/contract";
import { frameTime } from "../edits/index.ts";

/** A version of a video. */
export interface FilmVersion {
  id: string;
  kind: "original" | "edit";
  isShown: boolean;
  document: EditDocument | null;
  durationMs: number;
}

/** A video with the file that it shows, as one statement read them. */
export interface Film {
  itemId: string;
  storageKey: string;
  /** Empty when the video was never edited, or its original was deleted. */
  versions: readonly FilmVersion[];
}

/** A frame of a video among the images of a board. */
export interface StoredFrame {
  boardId: string;
  fileId: string;
  /** Hash of its bytes. */
  sha256: string;
}

/** An element that shows a frame. */
export interface FrameElement {
  boardId: string;
  fileId: string;
  /** Second of the video when the frame was taken. */
  at: number;
}

/** A frame that a board needs: of the shown version, at a second of it. */
export interface NeededFrame {
  boardId: string;
  fileId: string;
  at: number;
}

/** Returns the mark of the version that a video shows. */
export function shownMark({ versions }: Pick<Film, "versions">): string {
  const shown = versions.find(({ isShown }) => isShown);
  return versionMark(shown?.kind === "edit" ? shown.id : null);
}

/** Returns whether the server made a frame from another version than the one that it was taken from. Its id has the hash of the taken one. */
export const isFollowed = ({ fileId, sha256 }: Pick<StoredFrame, "fileId" | "sha256">): boolean =>
  !sha256.startsWith(frameOf(fileId)?.hash ?? sha256);

/** Returns at which second a video shows what a frame showed; null when that is cut away or its version is unknown. */
function shownAt({ versions }: Film, version: string, at: number): number | null {
  const marked = (one: FilmVersion): boolean => versionMark(one.kind === "edit" ? one.id : null) === version;
  const [from, to] = [versions.find(marked), versions.find(({ isShown }) => isShown)];
  const original = versions.find(({ kind }) => kind === "original");
  if (!from || !to || !original) return null;
  return frameTime({ from: from.document, to: to.document }, at, original.durationMs / 1_000);
}

/**
 * Returns which frames boards need of the version that a video shows, and which ones are of no use any more: those that the server made
 * from a version that was replaced. Frames that users took stay, because a revert shows them again.
 */
export function planFrames(
  film: Film,
  stored: readonly StoredFrame[],
  elements: readonly FrameElement[],
): { needed: NeededFrame[]; unused: StoredFrame[] } {
  const mark = shownMark(film);
  const needed = new Map<string, NeededFrame>();
  for (const { boardId, fileId, at } of elements) {
    const frame = frameOf(fileId);
    if (frame === null || frame.version === mark) continue;
    const same = stored.filter((one) => one.boardId === boardId && isSameFrame(one.fileId, fileId));
    const id = frameFileId({ ...frame, version: mark });
    // Without the frame that a user took, the time in the element is a claim about any video.
    const byUsers = same.filter((one) => !isFollowed(one));
    const taken = byUsers.find((one) => one.fileId === fileId) ?? byUsers[0];
    if (!taken || same.some((one) => one.fileId === id)) continue;
    const time = shownAt(film, frameOf(taken.fileId)?.version ?? "", at);
    if (time !== null && !needed.has(`${boardId}/${id}`)) needed.set(`${boardId}/${id}`, { boardId, fileId: id, at: time });
  }
  const unused = stored.filter((one) => isFollowed(one) && frameOf(one.fileId)?.version !== mark);
  return { needed: [...needed.values()], unused };
}
