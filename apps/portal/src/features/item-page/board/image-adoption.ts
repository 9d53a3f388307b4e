import { CaptureUpdateAction } from "@excalidraw/excalidraw";
import type { ExcalidrawElement, OrderedExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import type { BinaryFileData, ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { BoardElement } from "../../../entities/boards/boards.queries.ts";

interface Options {
  api: Pick<ExcalidrawImperativeAPI, "addFiles" | "getFiles" | "getSceneElementsIncludingDeleted" | "updateScene">;
  /** Stores an image with the board and returns its id. It shows the reason of an error, also of one while the file is read. */
  upload: (file: Promise<File>) => Promise<string>;
  /** Whether the board has this image. */
  isStored: (fileId: string) => boolean;
}

/** Name of uploaded files. The content decides their type. */
const NAME = "image";

/** Reads an image of the drawing program, which has its content or an address of this server. */
async function fileOf({ dataURL, mimeType }: BinaryFileData): Promise<File> {
  if (dataURL.startsWith("data:")) {
    const text = atob(dataURL.slice(dataURL.indexOf(",") + 1));
    return new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], NAME, { type: mimeType });
  }
  const address = new URL(dataURL, location.href);
  if (address.origin !== location.origin) throw new Error("The image is on another server.");
  const response = await fetch(address);
  if (!response.ok) throw new Error("The image is not available any more.");
  return new File([await response.blob()], NAME, { type: mimeType });
}

/** Whether an element shows an uploaded image, and not an item or a frame of one. */
const isOwnImage = (one: ExcalidrawElement): one is ExcalidrawElement & { type: "image" } =>
  one.type === "image" && one.customData?.["itemId"] === undefined;

/**
 * Returns a function that stores the image of an element which was pasted or dropped with a drawing: it is an image of another board, or of
 * a file. The function returns whether the element has to wait. Then its image is being uploaded, and the element is changed afterwards: it
 * has the id of the stored image, or is deleted when the image cannot be stored.
 */
export function imageAdoption({
  api,
  upload,
  isStored,
}: Options): (element: ExcalidrawElement, before: BoardElement | undefined) => boolean {
  const running = new Set<string>();

  function change(fileId: string, parts: { fileId: string } | { isDeleted: true }): void {
    const elements = api.getSceneElementsIncludingDeleted().map((one) => {
      if (!isOwnImage(one) || one.fileId !== fileId || one.isDeleted) return one;
      const versionNonce = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      return { ...one, ...parts, version: one.version + 1, versionNonce: versionNonce >>> 1 } as OrderedExcalidrawElement;
    });
    api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER });
  }

  async function adopt(file: BinaryFileData): Promise<void> {
    try {
      const fileId = await upload(fileOf(file));
      api.addFiles([{ ...file, id: fileId as BinaryFileData["id"] }]);
      change(file.id, { fileId });
    } catch {
      change(file.id, { isDeleted: true });
    } finally {
      running.delete(file.id);
    }
  }

  return (element, before) => {
    if (!isOwnImage(element) || element.isDeleted || element.fileId === null) return false;
    const { fileId } = element;
    if (before?.fileId === fileId || isStored(fileId)) return false;
    if (running.has(fileId)) return true;
    const file = api.getFiles()[fileId];
    if (!file) return false;
    running.add(fileId);
    void adopt(file);
    return true;
  };
}
