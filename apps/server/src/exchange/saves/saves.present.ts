import type { getSave, ServerResult } from "@stillreel/contract";
import { foldersOf } from "./saves.plan.ts";
import type { SaveFileRow, SaveRow } from "./saves.repo.ts";

export type PresentedSave = ServerResult<typeof getSave>;

/** Presents a save with its files. Sessions at the service are secret. */
export function presentSave(save: SaveRow, files: readonly SaveFileRow[]): PresentedSave {
  const results = files.map(({ itemId, fileName, state, offsetBytes, sizeBytes, url, error, code }) => ({
    itemId,
    fileName,
    state,
    bytes: offsetBytes,
    size: sizeBytes,
    url,
    error,
    code,
  }));
  return {
    id: save.id,
    provider: save.provider,
    state: save.state,
    done: files.filter(({ state }) => state === "done").length,
    total: files.length,
    bytes: files.reduce((sum, { offsetBytes }) => sum + offsetBytes, 0),
    totalBytes: files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
    folder: [...(save.folderName === null ? [] : [save.folderName]), ...foldersOf(save.subfolder)].join("/"),
    shareable: save.shareable,
    createdAt: save.createdAt.toISOString(),
    finishedAt: save.finishedAt?.toISOString() ?? null,
    results,
  };
}
