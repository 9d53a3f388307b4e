import type { Executor } from "../db/client.ts";

/** What a file of a whiteboard, or a board made from a file, does not contain. */
export type LostPart = "image" | "element";

/** A board that was read from a file. Its images are in the store. */
export interface ReceivedBoard {
  /** Bytes of its images, which count for the quota of its owner. */
  sizeBytes: number;
  /** Stores the drawing with a new item of the type `board`, in the caller's transaction. */
  file(tx: Executor, board: { boardId: string; userId: string }): Promise<void>;
  /** Deletes the stored images when the board is not filed. */
  discard(): Promise<void>;
}

/** Whiteboards as files in the format of Excalidraw, with their images. */
export interface BoardFiles {
  /**
   * Returns the bytes of the file; null when the board does not exist. The caller has checked permissions. Images are read one after the
   * other. The file is smaller than 4 GiB.
   * @param onLost called for each image that the file does not contain
   */
  write(boardId: string, onLost: (part: LostPart) => void): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Reads a file with at most its drawing and one image in memory; null when it is not a file of Excalidraw.
   * @param onLost called for each part that is not valid, or for which a board has no room
   */
  receive(bytes: AsyncIterable<Uint8Array>, onLost: (part: LostPart) => void): Promise<ReceivedBoard | null>;
}
