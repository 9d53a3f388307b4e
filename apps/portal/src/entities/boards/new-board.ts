import { asBoardElement, inOrder, type Drawn } from "@stillreel/board/core";
import { plainElement, templateOf, type TemplateName } from "@stillreel/board/shapes";
import { addBoardImage, isOrderKey, type ClientResult } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { errorText } from "../../platform/api.ts";
import { loadTexts } from "../../platform/i18n.ts";
import { sendForm } from "../../platform/send-form.ts";
import type { ItemView } from "../items/item-list.ts";
import { itemPath } from "../spaces/addresses.ts";
import type { VideoFrame } from "./video-frame.ts";
import { addBoard, writeBoard, type BoardDocument, type BoardElement, type BoardTarget } from "./boards.queries.ts";

/**
 * Stores an image with a board.
 * @param itemId the video that the image is a frame of
 * @throws ApiError
 */
export async function uploadBoardImage(boardId: string, file: File, itemId?: string): Promise<ClientResult<typeof addBoardImage>> {
  const form = new FormData();
  if (itemId !== undefined) form.set("itemId", itemId);
  form.set("file", file);
  return sendForm({ method: "POST", url: `/api/v1${addBoardImage.path.replace("{boardId}", boardId)}`, form });
}

/** Creates a board from a template. Returns the path of its page; a failure is shown. */
export async function createFromTemplate(target: BoardTarget, template: TemplateName): Promise<string | null> {
  await loadTexts(["boards"]);
  const document = templateOf(template, (name, values) => i18next.t(`boards:texts.${name}`, { ...values }), i18next.dir() === "rtl");
  try {
    return itemPath(await addBoard(target, i18next.t(`boards:titles.${template}`), template === "blank" ? undefined : document));
  } catch (error) {
    toasts.error(errorText(error));
    return null;
  }
}

/** A file of Excalidraw, as far as it is read. */
interface ExcalidrawFile {
  type?: unknown;
  elements?: unknown;
  files?: Record<string, { dataURL?: unknown; mimeType?: unknown } | undefined>;
}

/** Returns the elements of a file that a board can contain. */
function elementsOf({ type, elements }: ExcalidrawFile): BoardElement[] | null {
  if (type !== "excalidraw" || !Array.isArray(elements)) return null;
  const given = elements as Drawn[];
  return inOrder(
    given.flatMap((one) => (one.isDeleted === true ? [] : (asBoardElement({ version: 1, versionNonce: 0, index: null, ...one }) ?? []))),
  );
}

/** Stores the images of a file with a board, and returns the elements with their new names. */
async function withImages(boardId: string, elements: readonly BoardElement[], files: ExcalidrawFile["files"]): Promise<BoardElement[]> {
  const stored: BoardElement[] = [];
  for (const element of elements) {
    const dataUrl = element.fileId ? files?.[element.fileId]?.dataURL : undefined;
    if (typeof dataUrl !== "string" || !dataUrl.startsWith("data:image/")) continue;
    const [, mimeType = "", content = ""] = /^data:([\w/+.-]+);base64,(.*)$/su.exec(dataUrl) ?? [];
    const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0);
    const { fileId } = await uploadBoardImage(boardId, new File([bytes], "image", { type: mimeType }));
    stored.push({ ...element, fileId, status: "saved", version: element.version + 1 });
  }
  return stored;
}

/** Creates a board from a file of Excalidraw. Returns the path of its page; a failure is shown. */
export async function importBoard(target: BoardTarget, file: File): Promise<string | null> {
  await loadTexts(["boards"]);
  const content = await file
    .text()
    .then(
      (text) => JSON.parse(text) as ExcalidrawFile,
      () => null,
    )
    .catch(() => null);
  const elements = content && elementsOf(content);
  if (!content || !elements) {
    toasts.error(i18next.t("boards:new.importFailed"));
    return null;
  }
  const document: BoardDocument = { format: 1, elements, canvas: { background: "#ffffff", grid: true } };
  try {
    const item = await addBoard(target, file.name.replace(/\.[^.]+$/u, "") || i18next.t("boards:titles.blank"), document);
    const changed = await withImages(item.id, elements, content.files);
    if (changed.length > 0) await writeBoard(item.id, { ...document, elements: changed });
    return itemPath(item);
  } catch (error) {
    toasts.error(errorText(error));
    return null;
  }
}

/** Returns the path of a video's page, which starts the video at a second. */
const pathAt = (item: ItemView, at: number): string => `${itemPath(item)}?t=${at}`;

/** Puts an item of the library, or one frame of a video, below everything on a board. @throws ApiError */
export async function addItemToBoard(boardId: string, item: ItemView, frame: VideoFrame | null = null): Promise<void> {
  const { id: itemId, type, width, height } = item;
  const { readBoard } = await import("../items/read-board.ts");
  const [{ document }, picture] = await Promise.all([readBoard(boardId), frame?.picture]);
  const image = picture ? await uploadBoardImage(boardId, picture, itemId) : null;
  const shown = document.elements.filter(({ isDeleted }) => !isDeleted);
  const left = shown.length > 0 ? Math.min(...shown.map(({ x }) => x)) : 0;
  const bottom = shown.length > 0 ? Math.max(...shown.map((one) => one.y + one.height)) + 60 : 0;
  const size = { width: 400, height: Math.round(400 * (width && height ? height / width : 10 / 16)) };
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  const above = `${inOrder(shown).at(-1)?.index ?? "a0"}V`;
  const element = plainElement(id, {
    type: "image",
    // Each addition makes the key longer. Without one, the drawing program gives it a new one.
    index: isOrderKey(above) ? above : null,
    x: left,
    y: bottom,
    ...size,
    strokeColor: "transparent",
    // A frame is a still image.
    roundness: type === "video" && frame === null ? { type: 3 } : null,
    fileId: image?.fileId ?? null,
    ...(frame && { link: pathAt(item, frame.at) }),
    status: "saved",
    scale: [1, 1],
    customData: { itemId, ...(frame && { at: frame.at }) },
  });
  await writeBoard(boardId, { ...document, elements: [element] });
}
