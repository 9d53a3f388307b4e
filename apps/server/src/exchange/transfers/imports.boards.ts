import { BOARD_ENDING, BOARD_MIME_TYPE } from "@stillreel/contract";
import type { ImportedItem } from "../../library/items/index.ts";
import type { ZipMember } from "../../platform/ports/archives/index.ts";
import type { BoardFiles, ReceivedBoard } from "../../platform/ports/board-files.port.ts";
import { BadFile, LOST_PARTS } from "./imports.errors.ts";
import type { TakeoutItem } from "./takeout.document.ts";

/** What an import knows about an item before it is filed. */
export type FoundItem = Pick<ImportedItem, "type" | "stored" | "inspected" | "details" | "pointer" | "boardBytes"> & {
  /** Its entry in the document of a takeout. */
  stated: TakeoutItem | undefined;
  /** Of a whiteboard: its drawing. */
  board?: ReceivedBoard;
};

/** Reads the file of a whiteboard and stores its images. @throws BadFile */
export async function receiveBoard(
  boardFiles: Pick<BoardFiles, "receive">,
  member: ZipMember,
  bytes: AsyncIterable<Uint8Array>,
  onSkipped: (reason: string) => void,
): Promise<ReceivedBoard> {
  if (member.problem !== null) throw new BadFile(member.problem);
  const board = await boardFiles.receive(bytes, (part) => onSkipped(LOST_PARTS[part]));
  if (!board) throw new BadFile("The file is damaged.");
  return board;
}

/** Returns the facts of a whiteboard, which has neither a file nor a size in pixels. */
export const boardFacts = ({ sizeBytes }: ReceivedBoard) => ({
  type: "board" as const,
  stored: null,
  inspected: { mimeType: BOARD_MIME_TYPE, width: null, height: null },
  boardBytes: sizeBytes,
});

/** Returns the title of a whiteboard without one: the name of its file. */
export const titleOfBoard = (fileName: string): string | null => fileName.slice(0, -BOARD_ENDING.length - 1) || null;
