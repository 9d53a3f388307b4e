import { exportBoard, uploadImage, type ClientResult } from "@stillreel/contract";
import { asText, type BoardClient } from "@stillreel/board/core";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { errorText } from "../../../platform/api.ts";
import { saveUrl } from "../../../entities/items/item-downloads.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { cacheItem } from "../../../entities/items/items.queries.ts";
import { itemPath } from "../../../entities/spaces/addresses.ts";
import { PERSONAL, spaceOf } from "../../../entities/spaces/space-ref.ts";
import { sendForm } from "../../../platform/send-form.ts";

export type ExportFormat = "png" | "svg" | "pdf" | "excalidraw";

const exportUrl = (boardId: string, format: ExportFormat): string =>
  `/api/v1${exportBoard.path.replace("{boardId}", boardId)}?format=${format}`;
/** Returns the first part of a file name without characters that systems refuse. */
const fileName = (title: string, ending: string): string => `${title.replaceAll(/[\\/:*?"<>|]/gu, "-").slice(0, 100)}.${ending}`;

/** Fetches an export. A refusal would otherwise be saved as a file. */
async function fetchExport(boardId: string, format: ExportFormat): Promise<Blob | null> {
  const answer = await fetch(exportUrl(boardId, format)).catch(() => null);
  if (answer?.ok) return answer.blob();
  toasts.error(i18next.t("boards:top.exportFailed"));
  return null;
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a board as a file. */
export async function downloadBoard(item: ItemView, format: ExportFormat): Promise<void> {
  const blob = await fetchExport(item.id, format);
  if (blob) saveBlob(blob, fileName(item.title, format));
}

/** Saves the texts of a board as a file. */
export const downloadText = (item: ItemView, board: BoardClient): void =>
  saveBlob(new Blob([asText(board.elements())], { type: "text/plain" }), fileName(item.title, "txt"));

/** Saves the present drawing as an image in the same space. In a workspace, the folder of the board contains images, too. */
export async function saveAsStill(item: ItemView, open: (to: string) => void): Promise<void> {
  const blob = await fetchExport(item.id, "png");
  if (!blob) return;
  const space = spaceOf(item);
  const form = new FormData();
  form.set("title", item.title);
  if (space !== PERSONAL && item.parentId !== null) form.set("folderId", item.parentId);
  form.set("file", new File([blob], fileName(item.title, "png"), { type: "image/png" }));
  try {
    const url = `/api/v1${uploadImage.path.replace("{workspaceId}", space)}`;
    const still = await sendForm<ClientResult<typeof uploadImage>>({ method: "POST", url, form });
    cacheItem(still);
    const action = { label: i18next.t("boards:top.stillOpen"), run: () => open(itemPath(still)) };
    toasts.show(i18next.t("boards:top.stillSaved"), { tone: "done", action });
  } catch (error) {
    toasts.error(errorText(error));
  }
}
